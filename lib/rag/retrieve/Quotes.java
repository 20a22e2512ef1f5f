package rag.retrieve;

import java.util.ArrayList;
import java.util.List;
import rag.model.Misuse;

/** Texts in quotes within a filter: taken letter by letter, {@code ""} among them is one quote. */
final class Quotes {

    private Quotes() {}

    static String of(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }

    /** What stands in the quotes; any other text as it is. */
    static String inner(String text) {
        return isWhole(text) ? text.substring(1, text.length() - 1).replace("\"\"", "\"") : text;
    }

    /** Whether all of the text stands in one pair of quotes. */
    static boolean isWhole(String text) {
        return text.startsWith("\"") && end(text, 0) == text.length();
    }

    /** The place behind the quote that closes the one at a place. @throws Misuse when none does */
    static int end(String text, int open) {
        int i = text.indexOf('"', open + 1);
        while (i >= 0 && i + 1 < text.length() && text.charAt(i + 1) == '"') i = text.indexOf('"', i + 2);
        if (i < 0) throw new Misuse("a filter's quotes are not closed: " + text);
        return i + 1;
    }

    /** The parts between separators that stand outside quotes, without blanks around them, none empty. */
    static List<String> split(String text, String separators) {
        var parts = new ArrayList<String>();
        int begin = 0, i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '"' && opens(text, begin, i)) {
                i = end(text, i);
                continue;
            }
            if (separators.indexOf(c) >= 0) {
                parts.add(text.substring(begin, i).strip());
                begin = i + 1;
            }
            i++;
        }
        parts.add(text.substring(begin).strip());
        parts.removeIf(String::isEmpty);
        return parts;
    }

    /** A quote opens where a key or a value begins; elsewhere it stands for inches. */
    private static boolean opens(String text, int begin, int quote) {
        int i = quote;
        while (i > begin && Character.isWhitespace(text.charAt(i - 1))) i--;
        return i == begin || text.charAt(i - 1) == '=' || text.startsWith("..", Math.max(begin, i - 2));
    }
}
