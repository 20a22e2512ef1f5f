package rag.load;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a source file with comments, the insides of strings, and directives of a preprocessor blanked: as long as
 * the text, with the same lines, so that braces in it are those of the language.
 */
final class CodeMask {

    private static final Set<String> NESTED_COMMENTS = Set.of("rust", "kotlin", "scala", "swift");
    private static final Set<String> HASH_COMMENTS = Set.of("shell", "php");
    private static final Set<String> LONG_STRINGS = Set.of("rust", "php", "shell");
    private static final Set<String> APOSTROPHE_STRINGS = Set.of("javascript", "typescript", "php", "shell", "groovy");
    private static final Set<String> SCRIPTS = Set.of("javascript", "typescript");
    /** Headers of C may be of C++. */
    private static final Set<String> C_LIKE = Set.of("c", "cpp");

    private static final Set<String> DIRECTIVES = Set.of("c", "cpp", "csharp");

    /** {@code <<EOF}, {@code <<-'EOF'}, PHP's {@code <<<"EOT"}. */
    private static final Pattern HEREDOC = Pattern.compile("<<[<~-]?[ \\t]*[\"'\\\\]?([A-Za-z_]\\w{0,60})[\"']?");
    /** {@code R"x(}, {@code r#"}. */
    private static final Pattern RAW = Pattern.compile("R\"([^()\\\\\\s\"]{0,16})\\(|b?r(#{0,20})\"");
    /** {@code 'x'}, an escape; not Rust's {@code 'a} nor C++'s {@code 1'000}. */
    private static final Pattern CHARACTER = Pattern.compile("'(?:\\\\.[^'\\n]{0,10}|[^'\\\\\\n])'");
    /** What a regular expression of JavaScript may follow. */
    private static final Pattern BEFORE_REGEX =
            Pattern.compile("(?:^|[=(,:\\[!&|?{};+\\n>]|\\b(?:return|typeof|case|in|of|do|else))$");

    private static final Pattern REGEX =
            Pattern.compile("/(?![*/])(?:[^/\\\\\\[\\n]|\\\\.|\\[(?:[^\\]\\\\\\n]|\\\\.)*+])++/");

    private static final int MOST_UNCLOSED = 20;

    private final String language;
    private final String text;
    private final char[] mask;
    private int at;
    /** Whether a heredoc begins after this line, and what ends it. */
    private String heredoc = "";
    /** Strings that ran to the end of the file without a close; with many of them, the file is not worth the search. */
    private int unclosed;

    private CodeMask(String language, String text) {
        this.language = language;
        this.text = text;
        this.mask = text.toCharArray();
    }

    static String of(String language, String text) {
        var mask = new CodeMask(language, text);
        while (mask.at < text.length()) mask.step(0);
        return new String(mask.mask);
    }

    private boolean is(String start) {
        return text.startsWith(start, at);
    }

    /** Past one sign, or the comment or string that begins here. */
    private void step(int nested) {
        char c = text.charAt(at);
        if (c == '\n') newline();
        else if (is("//") && !language.equals("shell")) blank(lineEnd(at));
        else if (is("/*") && !language.equals("shell")) comment();
        else if (c == '#' && HASH_COMMENTS.contains(language) && !is("#[") && wordStart()) blank(lineEnd(at));
        else if (c == '#' && DIRECTIVES.contains(language) && lineStart()) directive();
        else if ((c == '<' || c == '=' || c == '>')
                && text.startsWith(String.valueOf(c).repeat(7), at)
                && bol()) blank(lineEnd(at));
        else if (c == '\\' && language.equals("shell")) at += 2;
        else if (c == '<' && heredocs()) at = Math.min(at + 3, text.length());
        else if (c == '"') string(nested);
        else if (c == '`' && SCRIPTS.contains(language)) quoted('`', true, nested);
        else if (c == '`' && language.equals("go")) raw(at + 1, "`");
        else if (c == '\'') apostrophe(nested);
        else if ((c == 'R' || c == 'r' || c == 'b') && rawString()) return;
        else if (c == '/' && SCRIPTS.contains(language) && regex()) return;
        else at++;
    }

    private boolean bol() {
        return at == 0 || text.charAt(at - 1) == '\n';
    }

    private boolean lineStart() {
        int i = at - 1;
        while (i >= 0 && (text.charAt(i) == ' ' || text.charAt(i) == '\t')) i--;
        return i < 0 || text.charAt(i) == '\n';
    }

    private boolean wordStart() {
        return at == 0 || " \t\n;|&(){}".indexOf(text.charAt(at - 1)) >= 0;
    }

    private int lineEnd(int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    /** Blanks up to {@code end}, lines kept. */
    private void blank(int end) {
        for (; at < Math.min(end, text.length()); at++) if (text.charAt(at) != '\n') mask[at] = ' ';
    }

    private void newline() {
        at++;
        if (heredoc.isEmpty()) return;
        var close = Pattern.compile("(?m)^[ \\t]*" + heredoc + "\\b").matcher(text);
        heredoc = "";
        if (unclosed > MOST_UNCLOSED) return;
        if (close.find(at)) blank(close.end());
        else unclosed++;
    }

    private boolean heredocs() {
        if (!language.equals("shell") && !language.equals("php")) return false;
        if (is("<<<") != language.equals("php")) return false;
        var begin = HEREDOC.matcher(text).region(at, text.length());
        if (!begin.lookingAt()) return false;
        String before = text.substring(Math.max(0, at - 100), at);
        before = before.substring(before.lastIndexOf('\n') + 1);
        if (before.contains("((")) return false; // a shift of arithmetic
        heredoc = begin.group(1);
        blank(begin.end());
        at -= 3;
        return true;
    }

    private void comment() {
        int depth = 0;
        int i = at;
        while (i < text.length()) {
            if (text.startsWith("/*", i) && (depth == 0 || NESTED_COMMENTS.contains(language))) {
                depth++;
                i += 2;
            } else if (text.startsWith("*/", i)) {
                i += 2;
                if (--depth == 0) break;
            } else i++;
        }
        blank(i);
    }

    /** Directives may go on over lines; a comment behind one is the language's. */
    private void directive() {
        int end = lineEnd(at);
        while (end > at
                && end < text.length()
                && text.substring(at, end).stripTrailing().endsWith("\\")) {
            blank(end);
            at = end + 1;
            end = lineEnd(at);
        }
        int comment = text.indexOf("/*", at);
        blank(comment >= 0 && comment < end ? comment : end);
    }

    private void string(int nested) {
        boolean verbatim = language.equals("csharp")
                && at > 0
                && (text.charAt(at - 1) == '@' || (at > 1 && text.charAt(at - 1) == '$' && text.charAt(at - 2) == '@'));
        if (verbatim) {
            int i = at + 1;
            while ((i = text.indexOf('"', i)) >= 0 && text.startsWith("\"\"", i)) i += 2;
            if (i >= 0) raw(at + 1, i);
            else at++;
        } else if (is("\"\"\"")
                && !Set.of("c", "cpp", "rust", "php", "shell", "go").contains(language)) {
            raw(at + 3, "\"\"\"");
        } else {
            quoted('"', LONG_STRINGS.contains(language), nested);
        }
    }

    private void apostrophe(int nested) {
        if (APOSTROPHE_STRINGS.contains(language)) {
            if (language.equals("shell")) raw(at + 1, "'");
            else quoted('\'', LONG_STRINGS.contains(language), nested);
            return;
        }
        var character = CHARACTER.matcher(text).region(at, Math.min(at + 16, text.length()));
        boolean digits = at > 0 && Character.isLetterOrDigit(text.charAt(at - 1)) && C_LIKE.contains(language);
        if (!digits && character.lookingAt()) raw(at + 1, at + character.end() - at - 1);
        else at++;
    }

    private boolean rawString() {
        if (at > 0 && Character.isJavaIdentifierPart(text.charAt(at - 1)) && "uUL8".indexOf(text.charAt(at - 1)) < 0)
            return false;
        if (!C_LIKE.contains(language) && !language.equals("rust")) return false;
        Matcher begin = RAW.matcher(text).region(at, text.length());
        if (!begin.lookingAt() || (begin.group(1) != null) != C_LIKE.contains(language)) return false;
        raw(begin.end(), begin.group(1) != null ? ")" + begin.group(1) + "\"" : "\"" + begin.group(2));
        return true;
    }

    private boolean regex() {
        int from = Math.max(0, at - 40);
        String before = new String(mask, from, at - from);
        before = before.substring(before.lastIndexOf('\n') + 1).stripTrailing();
        if (!BEFORE_REGEX.matcher(before).find()) return false;
        var expression = REGEX.matcher(text).region(at, Math.min(text.length(), at + 500));
        if (!expression.lookingAt()) return false;
        raw(at + 1, expression.end() - 1);
        return true;
    }

    private void raw(int from, String close) {
        int end = unclosed > MOST_UNCLOSED ? -1 : text.indexOf(close, from);
        if (end < 0) {
            unclosed++;
            at = from;
        } else {
            raw(from, end);
            at = end + close.length();
        }
    }

    /** Blanks from {@code from} to {@code end}; the signs around stay. */
    private void raw(int from, int end) {
        at = from;
        blank(end);
        at++;
    }

    /** A string with escapes; what is interpolated may hold strings itself. One that is not closed is no string. */
    private void quoted(char quote, boolean mayRunOn, int nested) {
        boolean lines = mayRunOn && unclosed <= MOST_UNCLOSED;
        int start = at++;
        boolean interpolates = quote == '`'
                || (quote == '"' && Set.of("kotlin", "swift", "shell", "scala").contains(language));
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == quote) {
                int end = at;
                at = start + 1;
                raw(start + 1, end);
                return;
            }
            if ((c == '\n' && !lines) || (unclosed > MOST_UNCLOSED && at - start > 2000)) break;
            boolean opens = interpolates
                    && nested < 4
                    && unclosed <= MOST_UNCLOSED
                    && (language.equals("swift") ? is("\\(") : is("${") || (language.equals("shell") && is("$(")));
            if (opens) interpolation(nested, lines);
            else at += c == '\\' ? 2 : 1;
        }
        if (at >= text.length() || at - start > 2000) unclosed++;
        at = start + 1;
    }

    private void interpolation(int nested, boolean lines) {
        int start = at;
        char open = text.charAt(at + 1);
        char close = open == '{' ? '}' : ')';
        int depth = 0;
        for (at++; at < text.length(); ) {
            char c = text.charAt(at);
            if (c == '\n' && !lines) break;
            if (c == open) depth++;
            if (c == close && --depth == 0) {
                at++;
                return;
            }
            if (c == '"' || c == '`' || c == '\'' || c == '/') step(nested + 1);
            else at += c == '\\' ? 2 : 1;
        }
        unclosed++;
        at = start + 2;
    }
}
