package rag.load;

import java.util.Set;

/**
 * Where the lines of a text without a {@link CodeMask} stand: how deep in braces, and whether within a comment or string
 * that began before.
 */
final class BraceScan {

    private static final Set<String> HASH_COMMENTS = Set.of("python", "ruby", "yaml", "toml");
    private static final Set<String> LONG_QUOTED = Set.of("python", "ruby", "sql", "css", "vue");

    private final boolean hashComments;
    private final boolean longQuoted;
    private final boolean backticks;
    private int depth;
    private String until = "";

    BraceScan(String language) {
        hashComments = HASH_COMMENTS.contains(language);
        longQuoted = LONG_QUOTED.contains(language);
        backticks = language.equals("vue");
    }

    int depth() {
        return depth;
    }

    /** Whether the next line begins inside a comment or string. */
    boolean inside() {
        return !until.isEmpty();
    }

    void line(String line) {
        for (int i = 0; i < line.length(); ) {
            if (!until.isEmpty()) {
                int close = closing(line, i);
                if (close < 0) break;
                i = close;
                until = "";
                continue;
            }
            char c = line.charAt(i);
            if (line.startsWith("//", i) || (c == '#' && hashComments)) break;
            if (line.startsWith("/*", i)) {
                until = "*/";
                i += 2;
            } else if (line.startsWith("\"\"\"", i) || (line.startsWith("'''", i) && hashComments)) {
                until = line.substring(i, i + 3);
                i += 3;
            } else if (c == '"' || (c == '`' && backticks) || (c == '\'' && (longQuoted || charLiteral(line, i)))) {
                until = String.valueOf(c);
                i++;
            } else {
                if (c == '{') depth++;
                else if (c == '}' && depth > 0) depth--;
                i++;
            }
        }
        if (until.equals("\"") || until.equals("'")) until = ""; // such a string ends with its line
    }

    private int closing(String line, int from) {
        for (int i = from; i < line.length(); i++) {
            if (line.charAt(i) == '\\' && !until.equals("*/")) i++;
            else if (line.startsWith(until, i)) return i + until.length();
        }
        return -1;
    }

    /** {@code 'x'} or {@code '\n'}, not the apostrophe of a word. */
    private static boolean charLiteral(String line, int i) {
        if (i + 2 >= line.length()) return false;
        return line.charAt(i + 1) == '\\' ? line.indexOf('\'', i + 2) > 0 : line.charAt(i + 2) == '\'';
    }
}
