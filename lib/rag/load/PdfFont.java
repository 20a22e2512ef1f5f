package rag.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDSimpleFont;
import org.apache.pdfbox.pdmodel.font.encoding.GlyphList;
import org.jspecify.annotations.Nullable;

/** What a font tells of its text: weight, pitch, and the characters that its codes mean. */
final class PdfFont {

    /** No meaning is known for the code. */
    static final String UNMAPPED = new String("");

    private static final GlyphList GLYPHS = glyphs();

    final String name;
    final boolean bold;
    final boolean mono;
    private final String[] low = new String[256];
    private final Map<Integer, String> high = new HashMap<>();
    private final Set<Integer> mended = new HashSet<>();

    PdfFont(PDFont font) {
        String full = font.getName() == null ? "" : font.getName();
        this.name = full.length() > 7 && full.charAt(6) == '+' ? full.substring(7) : full;
        String lower = name.toLowerCase(Locale.ROOT);
        var descriptor = font.getFontDescriptor();
        boolean heavy = descriptor != null && (descriptor.isForceBold() || descriptor.getFontWeight() >= 600);
        this.bold = heavy
                || lower.contains("bold")
                || lower.contains("black")
                || lower.contains("heavy")
                || lower.matches("(cm|sf|lm)b.*|.*[-,_](b|bd|demi|semibold|medi).*");
        this.mono = (descriptor != null
                        && descriptor.isFixedPitch()
                        && !lower.contains("song")
                        && !lower.contains("ming")
                        && !lower.contains("gothic"))
                || lower.matches(
                        ".*(courier|mono|consol|typewriter|menlo|inconsolata|sourcecode).*|(cm|sf|lm|ec)(sl|it)?tt.*");
    }

    private static GlyphList glyphs() {
        try (InputStream more =
                GlyphList.class.getResourceAsStream("/org/apache/pdfbox/resources/glyphlist/additional.txt")) {
            return more == null ? GlyphList.getAdobeGlyphList() : new GlyphList(GlyphList.getAdobeGlyphList(), more);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The characters of a code, ready to be kept; {@link #UNMAPPED} when unknown, also where a mapping leads to no text. */
    String text(PDFont font, int code) {
        if (code >= 0 && code < 256) {
            String known = low[code];
            return known != null ? known : (low[code] = find(font, code));
        }
        return high.computeIfAbsent(code, unseen -> find(font, unseen));
    }

    /** Whether the font's own mapping of this code led to no text. */
    boolean mended(int code) {
        return !mended.isEmpty() && mended.contains(code);
    }

    private String find(PDFont font, int code) {
        String text = null;
        try {
            text = font.toUnicode(code, GLYPHS);
        } catch (RuntimeException broken) {
            // a broken mapping is a missing one
        }
        String kept = text == null ? UNMAPPED : kept(text);
        if (kept != UNMAPPED) return kept;
        String named = byName(font, code);
        if (text != null) mended.add(code);
        return named == null ? UNMAPPED : kept(named);
    }

    /** The mapping is missing or leads to nothing; the glyph's name may tell, and plain ASCII codes mostly mean themselves. */
    private static @Nullable String byName(PDFont font, int code) {
        if (!(font instanceof PDSimpleFont simple)) return null;
        var encoding = simple.getEncoding();
        String named = encoding == null ? null : GLYPHS.toUnicode(encoding.getName(code));
        if (named != null && kept(named) != UNMAPPED) return named;
        return encoding == null && code > 0x20 && code < 0x7f ? String.valueOf((char) code) : null;
    }

    private static String kept(String text) {
        if (text.length() == 1) {
            char c = text.charAt(0);
            if (c > 0x20 && c < 0x7f) return text;
        }
        var out = new StringBuilder();
        boolean lost = false;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            int type = Character.getType(c);
            if (c == '\t' || c == '\n' || c == '\r' || c == 0xa0 || type == Character.SPACE_SEPARATOR) out.append(' ');
            else if (c == 0xad) out.append('-');
            else if (type == Character.PRIVATE_USE && !Symbols.privateUse(c, "").isEmpty())
                out.append(Symbols.privateUse(c, ""));
            else if (type == Character.CONTROL
                    || type == Character.PRIVATE_USE
                    || type == Character.SURROGATE
                    || type == Character.UNASSIGNED
                    || c == 0xfffd
                    || c == 0xfeff) lost = true;
            else out.appendCodePoint(c);
        }
        if (out.isEmpty()) return lost ? UNMAPPED : "";
        return Characters.unligated(out.toString());
    }
}
