package rag.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Runs of characters that hold no words but cost an embedding model a token each: leader dots, rules drawn with signs,
 * binary data in base64. What a reader needs to see stays: that there was something.
 */
public final class Noise {

    private static final String LEADERS =
            ".\u00b7\u2024\u2025\u2026\u22ef_-=*~\u2013\u2014\u2500\u2501\u2550\uff0e\u30fb";
    private static final int LONGEST_RUN = 5;
    private static final int KEPT = 3;

    /** Shortest line of wrapped base64; PEM has 64, MIME 76. */
    private static final int LINE = 40;

    private static final int SHORTEST_BLOB = 160;

    /**
     * A stretch to leave out.
     *
     * @param replacement what stands there instead
     */
    public record Cut(int start, int end, String replacement) {}

    private Noise() {}

    /** Leader dots and rules, in order: over five of the same sign, also with a blank between them, become three. */
    public static List<Cut> leaders(String text) {
        var cuts = new ArrayList<Cut>();
        for (int i = 0; i < text.length(); ) {
            char c = text.charAt(i);
            if (c > '.' && c < '=' || LEADERS.indexOf(c) < 0) {
                i++;
                continue;
            }
            int end = i + 1;
            int signs = 1;
            while (end < text.length()) {
                int next = text.charAt(end) == ' ' && end + 1 < text.length() ? end + 1 : end;
                if (text.charAt(next) != c) break;
                end = next + 1;
                signs++;
            }
            if (signs > LONGEST_RUN) cuts.add(new Cut(i, end, String.valueOf(c).repeat(KEPT)));
            i = end;
        }
        return cuts;
    }

    /** Binary data in base64, on one line or wrapped, in order: an ellipsis stands for it. */
    public static List<Cut> base64(String text) {
        var cuts = new ArrayList<Cut>();
        for (int i = 0; i < text.length(); ) {
            int end = run(text, i);
            if (end - i >= LINE) {
                end = wrapped(text, i, end);
                boolean named = text.startsWith("base64,", i - "base64,".length());
                if (named || end - i >= SHORTEST_BLOB && mixed(text, i, end)) {
                    while (end < text.length() && text.charAt(end) == '=') end++;
                    cuts.add(new Cut(i, end, "\u2026"));
                }
            }
            i = end + 1;
        }
        return cuts;
    }

    /** The text with stretches replaced; they are in order and don't overlap. */
    public static String without(String text, List<Cut> cuts) {
        if (cuts.isEmpty()) return text;
        var out = new StringBuilder(text.length());
        int from = 0;
        for (var cut : cuts) {
            out.append(text, from, cut.start).append(cut.replacement);
            from = cut.end;
        }
        return out.append(text, from, text.length()).toString();
    }

    /** Adds the lines below that go on with the data; the last of them is shorter. */
    private static int wrapped(String text, int start, int end) {
        int width = end - start;
        while (end < text.length() && text.charAt(end) == '\n') {
            int line = end + 1;
            while (line < text.length() && " \t>".indexOf(text.charAt(line)) >= 0) line++;
            int next = run(text, line);
            boolean whole = next == text.length() || "\n=\"'".indexOf(text.charAt(next)) >= 0;
            boolean padded = next < text.length() && text.charAt(next) == '=';
            boolean data = next - line >= LINE || padded || whole && mixed(text, line, next);
            if (next == line || next - line > width || !data) break;
            end = next;
            if (next - line < width) break;
        }
        return end;
    }

    private static int run(String text, int i) {
        while (i < text.length() && sign(text.charAt(i))) i++;
        return i;
    }

    private static boolean sign(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/';
    }

    /** Whether capitals, small letters and digits stand side by side as only chance puts them. */
    private static boolean mixed(String text, int start, int end) {
        int upper = 0, lower = 0, digits = 0;
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            if (c >= 'a') lower++;
            else if (c >= 'A') upper++;
            else if (c >= '0' && c <= '9') digits++;
        }
        int length = end - start;
        return upper * 7 > length && lower * 7 > length && digits * 25 > length;
    }
}
