package rag.load;

/**
 * What stands above a declaration and belongs to it.
 *
 * @param mask the text with comments and strings blanked
 * @param sharp whether {@code #} begins a comment, and not a directive
 */
record CodeComments(String text, String mask, CodeLines lines, boolean sharp) {

    /** Where the comments and annotations above a line begin, behind the last declaration. */
    int above(int line, int last) {
        int start = line;
        while (start > 0) {
            int before = lines.start(start - 1);
            String raw = text.substring(before, start - 1).strip();
            String masked = mask.substring(before, start - 1).strip();
            boolean belongs = masked.isEmpty() ? sharp || !raw.startsWith("#") : masked.startsWith("@");
            if (raw.isEmpty() || raw.length() > BraceOutline.LONGEST || !belongs || before <= last || mark(raw)) break;
            start = before;
        }
        return start;
    }

    /** Whether a merge left this line, or it names an interpreter. */
    static boolean mark(String line) {
        return line.startsWith("<<<<<<<")
                || line.startsWith("=======")
                || line.startsWith(">>>>>>>")
                || line.startsWith("#!");
    }
}
