package rag.text;

/**
 * Outside text as it may be shown: signs that steer a terminal or turn the direction of what follows are written as
 * {@code \}{@code u001b}. The same escape is right within JSON. Line ends and tabs stay.
 */
public final class Visible {

    private Visible() {}

    /** Escapes what steers; done twice it changes nothing more. */
    public static String of(String text) {
        int first = 0;
        while (first < text.length() && !steers(text, first)) first++;
        if (first == text.length()) return text;
        var shown = new StringBuilder(text.substring(0, first));
        for (int i = first; i < text.length(); i++) append(shown, text, i);
        return shown.toString();
    }

    /** The same for a name or a title, which has one line. */
    public static String line(String text) {
        return of(text).replace("\r", "\\u000d").replace("\n", "\\u000a").replace("\t", "\\u0009");
    }

    /** A page of HTML: its text is made visible, its tags stay, since what they hold goes back as it was. */
    public static String html(String page) {
        int first = 0;
        while (first < page.length() && !steers(page, first)) first++;
        if (first == page.length()) return page;
        var shown = new StringBuilder();
        boolean tag = false;
        for (int i = 0; i < page.length(); i++) {
            char c = page.charAt(i);
            if (c == '<') tag = true;
            else if (c == '>') tag = false;
            if (tag) shown.append(c);
            else append(shown, page, i);
        }
        return shown.toString();
    }

    private static void append(StringBuilder shown, String text, int i) {
        char c = text.charAt(i);
        if (steers(text, i)) shown.append("\\u%04x".formatted((int) c));
        else shown.append(c);
    }

    private static boolean steers(String text, int i) {
        char c = text.charAt(i);
        if (c == '\n' || c == '\t') return false;
        if (c == '\r') return i + 1 >= text.length() || text.charAt(i + 1) != '\n';
        if (Character.isISOControl(c)) return true;
        if (c == '\u061C' || c == '\u200E' || c == '\u200F') return true; // marks of direction
        if (c >= '\u2028' && c <= '\u202E') return true; // line ends of their own, embeddings, overrides
        if (c >= '\u2066' && c <= '\u2069') return true; // isolates
        int whole = Character.isHighSurrogate(c)
                ? text.codePointAt(i)
                : Character.isLowSurrogate(c) && i > 0 ? text.codePointAt(i - 1) : c;
        return whole >= 0xE0000 && whole <= 0xE007F; // tags, which nobody sees
    }
}
