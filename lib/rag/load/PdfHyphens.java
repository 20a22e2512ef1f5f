package rag.load;

import java.util.HashMap;
import java.util.Map;

/**
 * Decides whether a hyphen at a line's end parts a word or belongs to it. The document tells: a form that it has within a
 * line is right; else a word is joined, unless both halves are words of the document that stand for themselves.
 */
final class PdfHyphens {

    private final Map<String, Integer> words = new HashMap<>();

    /** Notes the words that a line holds whole. */
    void learn(String line) {
        int start = -1;
        for (int i = 0; i <= line.length(); i++) {
            char c = i < line.length() ? line.charAt(i) : ' ';
            boolean part = Character.isLetter(c) || (c == '-' && start >= 0);
            if (part && start < 0) start = i;
            if (!part && start >= 0) {
                boolean whole = i < line.length() && line.charAt(i - 1) != '-';
                if (whole && i - start > 2)
                    words.merge(line.substring(start, i).toLowerCase(java.util.Locale.ROOT), 1, Integer::sum);
                start = -1;
            }
        }
    }

    /**
     * Whether to drop the hyphen.
     *
     * @param first what stands before it
     * @param second the word that the next line begins with
     * @param lower whether that begins with a small letter; one with a capital is joined only if the document has it so
     */
    boolean parted(String first, String second, boolean lower) {
        String a = first.toLowerCase(java.util.Locale.ROOT);
        String b = second.toLowerCase(java.util.Locale.ROOT);
        int joined = words.getOrDefault(a + b, 0);
        int hyphened = words.getOrDefault(a + "-" + b, 0);
        if (joined != hyphened) return joined > hyphened;
        if (!lower) return false;
        if (a.contains("-")) return !words.containsKey(b);
        return !(a.length() > 3 && b.length() > 3 && words.getOrDefault(a, 0) > 1 && words.getOrDefault(b, 0) > 1);
    }
}
