package rag.load;

import java.util.regex.Pattern;

/** Recognises the line that a document sets beside a figure. */
final class Captions {

    private static final Pattern FIGURE = Pattern.compile(
            "^\\s*(?:(?:Fig(?:ure|\\.|s\\.)?|Abb(?:ildung|\\.)|Bild|Diagram|Chart|Plate|Photo|Image|Illustration|Figura|Schema|Рис(?:унок|\\.)?|Схема)"
                + "\\s*[A-Z]?\\d|[图圖図그림]+\\s*[\\d一二三四五六七八九十A-Z]).{0,600}",
            Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

    private Captions() {}

    static boolean figure(String line) {
        return FIGURE.matcher(line).matches();
    }
}
