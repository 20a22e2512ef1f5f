package rag.eval;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rag.model.Chunk;

/**
 * Which passages of a document hold a piece of evidence, however the document was cut. Both texts are brought to their
 * letters and digits (NFKC, lower case; white space, signs and markup go), then a passage holds the evidence
 *
 * <ol>
 *   <li>when it contains all of it, or
 *   <li>when the evidence was cut: the passage ends with its beginning, begins with its end, or lies inside it, and what
 *       they share is at least half of the shorter of the two and at least 20 letters.
 * </ol>
 *
 * A page, where the evidence names one and the format has pages, must be among those of the passage.
 */
final class EvidenceMatch {

    /** Less than this in common at a seam may be chance. */
    private static final int LEAST_SHARED = 20;

    /** The mark of a picture, which is none of a document's words. */
    private static final Pattern PICTURE = Pattern.compile("\\[IMAGE: [^]]*]");

    private EvidenceMatch() {}

    /** Letters, digits and the marks on them. */
    static String plain(String text) {
        var said = PICTURE.matcher(text).replaceAll(" ");
        var normal = Normalizer.normalize(said, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        var plain = new StringBuilder(normal.length());
        normal.codePoints().filter(EvidenceMatch::says).forEach(plain::appendCodePoint);
        return plain.toString();
    }

    private static boolean says(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK -> true;
            default -> Character.isLetterOrDigit(c);
        };
    }

    /** Ids of the passages that hold it, in their order. @param chunks all of one document */
    static List<String> holders(String evidence, @Nullable Integer page, List<Chunk> chunks) {
        var wanted = plain(evidence);
        var holders = new ArrayList<String>();
        for (var chunk : chunks) {
            var pages = chunk.pages();
            boolean there = page == null || pages == null || (pages.first() <= page && page <= pages.last());
            if (there && holds(plain(chunk.text()), wanted)) holders.add(chunk.id());
        }
        return holders;
    }

    static boolean holds(String passage, String evidence) {
        if (passage.contains(evidence)) return true;
        int shared = evidence.contains(passage)
                ? passage.length()
                : Math.max(seam(passage, evidence), seam(evidence, passage));
        return shared >= LEAST_SHARED && 2 * shared >= Math.min(passage.length(), evidence.length());
    }

    /** Length of the longest end of the first text that the second begins with. */
    private static int seam(String first, String second) {
        for (int length = Math.min(first.length(), second.length()); length >= LEAST_SHARED; length--) {
            if (first.regionMatches(first.length() - length, second, 0, length)) return length;
        }
        return 0;
    }
}
