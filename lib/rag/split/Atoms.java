package rag.split;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import rag.text.Texts;

/** Takes a stretch of text apart until every part fits: level by level, in the end between words or clusters. */
final class Atoms {

    private static final Pattern MARK = Pattern.compile("\\[IMAGE: img_[0-9a-f]{16}]");
    private static final int MARK_LENGTH = "[IMAGE: img_0123456789abcdef]".length();
    private static final String CLAUSE_ENDS = ",;:)]}\uff0c\u3001\uff1b\uff1a\uff09\u300d\u300f\u3011\u3002";

    /** Characters to begin with where a token is guessed to be this long. */
    private static final int LONG_TOKEN = 6;

    private final String text;
    private final Measure measure;
    private final List<Level> levels;
    private final int cap;
    private final List<Atom> atoms = new ArrayList<>();

    private Atoms(String text, Measure measure, List<Level> levels, int cap) {
        this.text = text;
        this.measure = measure;
        this.levels = levels;
        this.cap = cap;
    }

    /** @param cap most tokens of an atom, at least 1; the whole is known to have more */
    static List<Atom> of(String text, int start, int end, List<Level> levels, int cap, Measure measure) {
        var atoms = new Atoms(text, measure, levels, Math.max(1, cap));
        if (start < end) atoms.apart(start, end, 0);
        return atoms.atoms;
    }

    private void take(int start, int end, int level) {
        int tokens = tokens(start, end);
        if (tokens <= cap) {
            add(start, end, tokens);
        } else {
            apart(start, end, level);
        }
    }

    /** Blanks go with the atom before them. */
    private void add(int start, int end, int tokens) {
        boolean blank = text.substring(start, end).isBlank();
        if (!blank) {
            atoms.add(new Atom(start, end, tokens));
        } else if (!atoms.isEmpty()) {
            var last = atoms.removeLast();
            atoms.add(new Atom(last.start(), end, last.tokens() + tokens));
        }
    }

    private void apart(int start, int end, int level) {
        if (level == levels.size()) {
            cut(start, end);
            return;
        }
        var starts = levels.get(level).starts(text.substring(start, end));
        if (starts.size() == 1) {
            apart(start, end, level + 1);
            return;
        }
        for (int i = 0; i < starts.size(); i++) {
            int partEnd = i + 1 < starts.size() ? start + starts.get(i + 1) : end;
            take(start + starts.get(i), partEnd, level + 1);
        }
    }

    private void cut(int start, int end) {
        while (start < end) {
            int next = longest(start, end);
            add(start, next, tokens(start, next));
            start = next;
        }
    }

    /** The end of the longest good part that fits, nearly; guessed by proportion, counted to be sure. */
    private int longest(int start, int end) {
        int length = Math.min(end - start, cap * LONG_TOKEN);
        while (length < end - start && tokens(start, start + length) * 2 < cap)
            length = Math.min(end - start, length * 2);
        while (true) {
            int to = start + length == end ? end : boundary(start, start + length);
            int tokens = tokens(start, to);
            // one cluster or mark is kept whole, fit or not
            if (tokens <= cap || to > start + length || length == 1) return to;
            length = Math.clamp((long) (to - start) * cap / tokens * 19 / 20, 1, length - 1);
        }
    }

    private int tokens(int start, int end) {
        return measure.tokens(text.substring(start, end), cap);
    }

    /** A place to cut near before an offset: behind a blank, else behind a clause, else between grapheme clusters. */
    private int boundary(int start, int offset) {
        int earliest = offset - (offset - start) / 4;
        int clause = -1;
        for (int i = offset; i > earliest; i--) {
            char before = text.charAt(i - 1);
            if (Character.isWhitespace(before) && !insideMark(i)) return i;
            if (clause < 0 && CLAUSE_ENDS.indexOf(before) >= 0 && Texts.boundary(text, i) == i && !insideMark(i))
                clause = i;
        }
        int at = clause > 0 ? clause : Texts.boundary(text, offset);
        while (at > start && insideMark(at)) at--;
        return at > start ? at : smallest(start, text.length());
    }

    /** The end of the first cluster or image mark, which is kept whole even if it doesn't fit. */
    private int smallest(int start, int end) {
        int at = start + 1;
        while (at < end && (Texts.boundary(text, at) != at || insideMark(at))) at++;
        return at;
    }

    private boolean insideMark(int offset) {
        for (int open = offset - 1; open >= 0 && open > offset - MARK_LENGTH; open--) {
            if (text.charAt(open) == '[')
                return MARK.matcher(text).region(open, text.length()).lookingAt();
        }
        return false;
    }
}
