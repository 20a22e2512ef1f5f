package rag.embed;

import com.ibm.icu.text.Transliterator;
import java.nio.charset.Charset;

/** Chinese in Simplified characters, which is what bge-small-zh was trained on. */
final class Simplified {

    private Simplified() {}

    /**
     * The text itself unless it has an ideograph that GB 2312, the character set of Simplified Chinese, lacks. That
     * spares most texts a slow conversion, and leaves words alone that are right as they stand, such as the name 乾隆.
     */
    static String of(String text) {
        return traditional(text) ? Conversion.TO_SIMPLIFIED.transliterate(text) : text;
    }

    private static boolean traditional(String text) {
        var simplified = Charset.forName("GB2312").newEncoder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x3400 && c <= 0x9FFF && !simplified.canEncode(c)) return true;
        }
        return false;
    }

    /** Loaded with the first text that needs it: its tables take 300 ms. */
    private static final class Conversion {
        private static final Transliterator TO_SIMPLIFIED = Transliterator.getInstance("Traditional-Simplified");
    }
}
