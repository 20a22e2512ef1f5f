package rag.store;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

/**
 * A fingerprint of a text whose bits differ little between texts that share most of their words (Charikar 2002,
 * "Similarity estimation techniques from rounding algorithms"). Case, punctuation and order do not count.
 */
public final class SimHash {

    private static final int SEED = 0x51a7e5;
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}\\p{N}]+");

    private SimHash() {}

    /** Two texts of about 100 words that differ in one differ in some 3 of the 64 bits, unrelated ones in 20 to 32. */
    public static long of(String text) {
        var words = words(text.toLowerCase(Locale.ROOT));
        var votes = new int[Long.SIZE];
        for (var word : words) {
            var bytes = new BytesRef(word);
            long hash = StringHelper.murmurhash3_x64_128(bytes.bytes, bytes.offset, bytes.length, SEED)[0];
            for (int bit = 0; bit < Long.SIZE; bit++) votes[bit] += (hash >>> bit & 1) == 0 ? -1 : 1;
        }
        long fingerprint = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) if (votes[bit] > 0) fingerprint |= 1L << bit;
        return fingerprint;
    }

    /** The distinct words; pairs of characters where a script sets no blanks between words. */
    private static Set<String> words(String text) {
        var words = new HashSet<String>();
        var matcher = WORD.matcher(text);
        while (matcher.find()) {
            var word = matcher.group();
            if (word.codePoints().noneMatch(SimHash::unspaced)) {
                words.add(word);
                continue;
            }
            var characters = word.codePoints().toArray();
            for (int i = 0; i < characters.length; i++) {
                words.add(new String(characters, i, Math.min(2, characters.length - i)));
            }
        }
        return words;
    }

    private static boolean unspaced(int c) {
        return switch (Character.UnicodeScript.of(c)) {
            case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR, TIBETAN -> true;
            default -> false;
        };
    }
}
