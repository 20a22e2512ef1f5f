package rag.web;

import com.github.difflib.DiffUtils;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Two versions of a text, word by word: what went, what came, what stayed. */
record TextDiff(List<Part> parts) {

    /** @param kind same, gone, or new */
    record Part(String kind, String text) {}

    /** A word, a gap, or one sign of a script that writes without gaps. */
    private static final Pattern TOKEN =
            Pattern.compile("[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}]|[\\p{L}\\p{N}]+|\\s+|.", Pattern.DOTALL);

    static TextDiff of(String before, String after) {
        if (before.equals(after)) return new TextDiff(List.of(new Part("same", after)));
        var was = tokens(before);
        var is = tokens(after);
        var parts = new ArrayList<Part>();
        for (var delta : DiffUtils.diff(was, is, true).getDeltas()) {
            var gone = String.join("", delta.getSource().getLines());
            var come = String.join("", delta.getTarget().getLines());
            switch (delta.getType()) {
                case EQUAL -> parts.add(new Part("same", come));
                default -> {
                    if (!gone.isEmpty()) parts.add(new Part("gone", gone));
                    if (!come.isEmpty()) parts.add(new Part("new", come));
                }
            }
        }
        return new TextDiff(parts);
    }

    public boolean changed() {
        return parts.size() != 1 || !parts.getFirst().kind().equals("same");
    }

    private static List<String> tokens(String text) {
        return TOKEN.matcher(text).results().map(match -> match.group()).toList();
    }
}
