package rag.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.fontbox.FontBoxFont;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.font.CIDFontMapping;
import org.apache.pdfbox.pdmodel.font.FontMapper;
import org.apache.pdfbox.pdmodel.font.FontMappers;
import org.apache.pdfbox.pdmodel.font.FontMapping;
import org.apache.pdfbox.pdmodel.font.PDCIDSystemInfo;
import org.apache.pdfbox.pdmodel.font.PDFontDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * One font for all that a PDF does not embed. Reading text needs the PDF's own widths and mappings, never the outlines, so
 * the machine's fonts are not searched: that takes seconds, and writes a cache into the home folder.
 */
final class PdfFonts implements FontMapper {

    private static boolean installed;

    private final TrueTypeFont font;

    private PdfFonts() {
        try (var in =
                FontMapper.class.getResourceAsStream("/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf")) {
            if (in == null) throw new IllegalStateException("PDFBox's own font is missing from its jar");
            this.font = new TTFParser().parse(RandomAccessReadBuffer.createBufferFromStream(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Once, and not before the first PDF: a run without any need not wait for it. */
    static synchronized void install() {
        if (installed) return;
        Quiet.libraries();
        FontMappers.set(new PdfFonts());
        installed = true;
    }

    @Override
    public FontMapping<TrueTypeFont> getTrueTypeFont(@Nullable String name, @Nullable PDFontDescriptor descriptor) {
        return new FontMapping<>(font, true);
    }

    @Override
    public FontMapping<FontBoxFont> getFontBoxFont(@Nullable String name, @Nullable PDFontDescriptor descriptor) {
        return new FontMapping<>(font, true);
    }

    @Override
    public CIDFontMapping getCIDFont(
            @Nullable String name, @Nullable PDFontDescriptor descriptor, @Nullable PDCIDSystemInfo info) {
        return new CIDFontMapping(null, font, true);
    }
}
