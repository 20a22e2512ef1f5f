package rag.eval;

import rag.text.Visible;

/** Text in a page. */
final class Html {

    private Html() {}

    static String text(String plain) {
        var text = Visible.of(plain);
        var safe = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.append(text.charAt(i));
            }
        }
        return safe.toString();
    }
}
