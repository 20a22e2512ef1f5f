package rag.load;

import java.util.regex.Pattern;

/** Whether a statement ends with its line, in languages where it may. */
final class CodeLineEnds {

    /** A head that goes on in the next line: {@code class A} and then {@code extends B}. */
    private static final Pattern GOES_ON = Pattern.compile(
            "(?:[{.,:=?&|)>]|->|(?:where|extends|implements|with|throws|rethrows|async|derives)\\b)(?!:)");

    private static final Pattern KOTLIN_CONSTRUCTOR = Pattern.compile(
            "(?:@[\\w.]+(?:\\([^()]{0,200}\\))?\\s+|(?:internal|private|protected|public)\\s+){0,4}constructor\\b");
    private static final Pattern UNFINISHED = Pattern.compile("(?:=>|\\b(?:extends|implements|new|where))\\s*$");

    private CodeLineEnds() {}

    /** Whether the statement goes on in the next line. */
    static boolean goesOn(String language, String mask, int at, CodeHead head) {
        if (head.isBlank()) return false;
        int next = at;
        while (next < mask.length() && next < at + 2000 && Character.isWhitespace(mask.charAt(next))) next++;
        if (next == mask.length()) return false;
        if (language.equals("shell")) return mask.charAt(next) == '{';
        String rest = mask.substring(next, Math.min(mask.length(), next + 12));
        if (language.equals("kotlin")
                && head.toString().contains("class ")
                && KOTLIN_CONSTRUCTOR.matcher(mask).region(next, mask.length()).lookingAt()) return true;
        if (GOES_ON.matcher(rest).lookingAt()) return !language.equals("scala") || rest.charAt(0) != '=';
        char last = head.end();
        if (language.equals("scala")) return ",.(".indexOf(last) >= 0 || (last == ')' && rest.charAt(0) == '(');
        return ",=&|.(<".indexOf(last) >= 0
                || UNFINISHED.matcher(head.toString()).find();
    }
}
