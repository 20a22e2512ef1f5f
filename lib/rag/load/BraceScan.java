package rag.load;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the lines of a text without a {@link CodeMask} stand: how deep in braces, and whether within a comment or string
 * that began before.
 */
final class BraceScan {

    private static final Set<String> HASH_COMMENTS = Set.of("python", "ruby", "yaml", "toml");
    private static final Set<String> LONG_QUOTED = Set.of("python", "ruby", "sql", "css", "vue");

    private static final Set<String> TRIPLE_QUOTED = Set.of("python", "toml");
    private static final Set<String> STAR_COMMENTS = Set.of("sql", "css", "vue");
    /** What stands to the end of its line: SQL's own, that of scripts and of dialects of CSS. */
    private static final Map<String, String> LINE_COMMENTS = Map.of("sql", "--", "css", "//", "vue", "//");

    private final boolean hashComments;
    private final boolean tripleQuoted;
    private final boolean starComments;
    private final @Nullable String lineComment;
    private final boolean longQuoted;
    private final boolean backticks;
    private int depth;
    private String until = "";

    BraceScan(String language) {
        hashComments = HASH_COMMENTS.contains(language);
        tripleQuoted = TRIPLE_QUOTED.contains(language);
        starComments = STAR_COMMENTS.contains(language);
        lineComment = LINE_COMMENTS.get(language);
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
            if (lineComment(line, i) || (c == '#' && hashComments)) break;
            if (starComments && line.startsWith("/*", i)) {
                until = "*/";
                i += 2;
            } else if (tripleQuoted && (line.startsWith("\"\"\"", i) || line.startsWith("'''", i))) {
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

    /** Not in an address: {@code url(http://x)}, {@code url(//x)}. */
    private boolean lineComment(String line, int i) {
        if (lineComment == null || !line.startsWith(lineComment, i)) return false;
        return lineComment.equals("--") || i == 0 || " \t;{}".indexOf(line.charAt(i - 1)) >= 0;
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
