package rag.load;

import java.util.Set;

/** Counts open braces line by line, past strings and comments, which may run over several lines. */
final class BraceScan {

    private static final Set<String> HASH_COMMENTS = Set.of("python", "ruby", "shell", "yaml", "toml", "php");
    private static final Set<String> LONG_QUOTED =
            Set.of("python", "javascript", "typescript", "ruby", "php", "shell", "sql", "css", "vue");

    private final boolean hashComments;
    private final boolean longQuoted;
    private final boolean backticks;
    private int depth;
    private String until = "";

    BraceScan(String language) {
        hashComments = HASH_COMMENTS.contains(language);
        longQuoted = LONG_QUOTED.contains(language);
        backticks = Set.of("javascript", "typescript", "go", "vue").contains(language);
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

    /** {@code 'x'} or {@code '\n'}, not Rust's {@code 'a}. */
    private static boolean charLiteral(String line, int i) {
        if (i + 2 >= line.length()) return false;
        return line.charAt(i + 1) == '\\' ? line.indexOf('\'', i + 2) > 0 : line.charAt(i + 2) == '\'';
    }
}
