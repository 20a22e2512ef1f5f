package rag.store.analysis;

import com.ibm.icu.text.Transliterator;
import java.nio.charset.Charset;
import java.util.BitSet;

/**
 * Traditional Chinese characters as simplified ones, sign by sign. What the simplified character set GB 2312 has stays as
 * it is, so that simplified text is never handed to ICU, which takes a third of a second to begin.
 */
final class SimplifiedHan {

    private static final char FIRST = 0x4e00;
    private static final char LAST = 0x9fff;
    private static final BitSet SIMPLIFIED = new BitSet(LAST + 1);

    static {
        var bytes = new byte[2 * 94 * 72];
        for (int i = 0; i < bytes.length; i += 2) {
            bytes[i] = (byte) (0xb0 + i / 188);
            bytes[i + 1] = (byte) (0xa1 + i % 188 / 2);
        }
        new String(bytes, Charset.forName("GB2312")).chars().forEach(SIMPLIFIED::set);
    }

    private SimplifiedHan() {}

    static String fold(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (traditional(text.charAt(i))) {
                var folded = text.toCharArray();
                for (; i < folded.length; i++) if (traditional(folded[i])) folded[i] = Icu.fold(folded[i]);
                return new String(folded);
            }
        }
        return text;
    }

    private static boolean traditional(char c) {
        return c >= FIRST && c <= LAST && !SIMPLIFIED.get(c);
    }

    /** Each sign's simplified form, found out when it is first met. */
    private static final class Icu {

        private static final Transliterator TRANSFORM = Transliterator.getInstance("Traditional-Simplified");
        private static final char[] FORMS = new char[LAST - FIRST + 1];

        static char fold(char c) {
            char form = FORMS[c - FIRST];
            return form != 0 ? form : find(c);
        }

        private static synchronized char find(char c) {
            var form = TRANSFORM.transliterate(String.valueOf(c));
            return FORMS[c - FIRST] = form.length() == 1 ? form.charAt(0) : c;
        }
    }
}
