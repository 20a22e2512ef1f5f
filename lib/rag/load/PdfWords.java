package rag.load;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Puts the glyphs of a line together as text: where words end, accents on their letters, right-to-left script in order of speech. */
final class PdfWords {

    /** Gap that parts two words, in ems. */
    private static final float WORD_GAP = 0.12f;

    /** Between two Chinese or Japanese characters: lines are stretched by gaps. */
    private static final float CJK_GAP = 0.4f;

    private static final String SPACING_ACCENTS = "´`ˆ¨˜ˇ¯˚¸˘˙˝˛^~";
    private static final String COMBINING =
            "\u0301\u0300\u0302\u0308\u0303\u030c\u0304\u030a\u0327\u0306\u0307\u030b\u0328\u0302\u0303";

    /** TeX's ligature of two f, which some programs map to the sign of a key; nobody writes that within a word. */
    private static final Pattern LIGATURE = Pattern.compile("(?<=\\p{L})\u21b5|\u21b5(?=\\p{L})");

    private PdfWords() {}

    /** Sorts along the line and drops glyphs painted twice to look bold. */
    static void sort(List<PdfGlyph> glyphs) {
        glyphs.sort(Comparator.comparingDouble(glyph -> glyph.u0));
        for (int i = glyphs.size() - 1; i > 0; i--) {
            for (int j = i - 1; j >= 0 && j >= i - 3; j--) {
                if (twice(glyphs.get(j), glyphs.get(i))) {
                    glyphs.remove(i);
                    break;
                }
            }
        }
    }

    /** Whether two glyphs are one, painted again in the same place. */
    static boolean twice(PdfGlyph a, PdfGlyph b) {
        return a.text.equals(b.text)
                && Math.abs(a.u0 - b.u0) < 0.3f * Math.max(0.2f * a.size, Math.min(a.u1 - a.u0, b.u1 - b.u0))
                && Math.abs(a.v - b.v) < 0.2f * a.size;
    }

    static String text(List<PdfGlyph> glyphs) {
        float wide = tracking(glyphs);
        var out = new StringBuilder(glyphs.size() + 16);
        boolean rightToLeft = false;
        PdfGlyph before = null;
        for (var glyph : glyphs) {
            if (glyph.text.isEmpty()) {
                if (before != null && glyph.spaceBefore) space(out, 1);
                before = before == null ? null : glyph;
                continue;
            }
            if (before != null && gap(before, glyph, wide)) space(out, columns(before, glyph));
            boolean right = Characters.rightToLeft(glyph.text.charAt(0));
            if (right && glyph.text.length() > 1)
                out.append(new StringBuilder(glyph.text).reverse()); // as if painted sign by sign
            else if (!accent(out, before, glyph)) out.append(glyph.text);
            rightToLeft |= right;
            before = glyph;
        }
        String text = LIGATURE.matcher(out).replaceAll("ff").strip();
        return rightToLeft ? PdfBidi.logical(text) : text;
    }

    private static void space(StringBuilder out, int count) {
        if (!out.isEmpty() && out.charAt(out.length() - 1) != ' ') out.repeat(' ', count);
    }

    /** Blanks that fill a gap: as many as there is room for in a font of fixed pitch, else one. */
    private static int columns(PdfGlyph a, PdfGlyph b) {
        if (!a.font.mono || !b.font.mono) return 1;
        return Math.clamp((int) ((b.u0 - a.u1) / Math.max(1, b.u1 - b.u0) + 0.3f), 1, 60);
    }

    private static boolean gap(PdfGlyph a, PdfGlyph b, float wide) {
        float gap = b.u0 - a.u1;
        float size = Math.max(a.size, b.size);
        if (b.spaceBefore) return gap > -0.5f * size && (wide == 0 || gap > (wide + 0.1f) * size);
        if (gap <= WORD_GAP * size) return false;
        if (wide > 0) return gap > (wide * 1.6f + 0.1f) * size;
        if (a.text.isEmpty()) return gap > WORD_GAP * size;
        boolean dense = Characters.unspaced(a.text.codePointBefore(a.text.length()))
                && Characters.unspaced(b.text.codePointAt(0));
        return gap > (dense ? CJK_GAP : WORD_GAP) * size;
    }

    /** Median gap in ems of a line whose letters are set apart ("C H A P T E R"), 0 for any other line. */
    private static float tracking(List<PdfGlyph> glyphs) {
        int count = glyphs.size();
        if (count < 5 || count > 200) return 0;
        int open = 0;
        for (int i = 1; i < count; i++) {
            if (glyphs.get(i).u0 - glyphs.get(i - 1).u1 > WORD_GAP * glyphs.get(i).size) open++;
        }
        if (open < (count - 1) * 0.7) return 0;
        float[] gaps = new float[count - 1];
        for (int i = 1; i < count; i++) gaps[i - 1] = (glyphs.get(i).u0 - glyphs.get(i - 1).u1) / glyphs.get(i).size;
        Arrays.sort(gaps);
        return Math.max(0.01f, gaps[(count - 1) / 2]);
    }

    /** An accent painted over the letter beside it joins it: "´" and "e" make "é". */
    private static boolean accent(StringBuilder out, @Nullable PdfGlyph before, PdfGlyph glyph) {
        if (out.isEmpty() || before == null) return false;
        int last = out.length() - 1;
        int mark = SPACING_ACCENTS.indexOf(out.charAt(last));
        float overlap = Math.min(before.u1, glyph.u1) - Math.max(before.u0, glyph.u0);
        if (overlap < 0.5f * Math.min(before.u1 - before.u0, glyph.u1 - glyph.u0)) return false;
        if (mark >= 0 && Character.isLetter(glyph.text.codePointAt(0))) {
            out.setLength(last);
            out.append(composed(glyph.text, mark));
            return true;
        }
        mark = glyph.text.length() == 1 ? SPACING_ACCENTS.indexOf(glyph.text) : -1;
        if (mark < 0 || !Character.isLetter(out.charAt(last))) return false;
        String letter = out.substring(last);
        out.setLength(last);
        out.append(composed(letter, mark));
        return true;
    }

    private static String composed(String letters, int mark) {
        String base = letters.replace('ı', 'i').replace('ȷ', 'j');
        return Normalizer.normalize(
                base.charAt(0) + COMBINING.substring(mark, mark + 1) + base.substring(1), Normalizer.Form.NFC);
    }
}
