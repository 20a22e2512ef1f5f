package rag.load;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;

/** Makes PDFs for tests: an A4 page at a time, text by its base line. */
final class Pdfs implements AutoCloseable {

    static final PDFont PLAIN = new PDType1Font(FontName.HELVETICA);
    static final PDFont BOLD = new PDType1Font(FontName.HELVETICA_BOLD);
    static final PDFont MONO = new PDType1Font(FontName.COURIER);

    final PDDocument document = new PDDocument();
    PDPage page;
    private PDPageContentStream content;

    Pdfs page() throws IOException {
        if (content != null) content.close();
        page = new PDPage(PDRectangle.A4);
        document.addPage(page);
        content = new PDPageContentStream(document, page);
        return this;
    }

    Pdfs text(float x, float y, String words) throws IOException {
        return text(x, y, 11, PLAIN, words);
    }

    Pdfs text(float x, float y, float size, PDFont font, String words) throws IOException {
        content.beginText();
        content.setFont(font, size);
        content.newLineAtOffset(x, y);
        content.showText(words);
        content.endText();
        return this;
    }

    Pdfs mode(RenderingMode mode) throws IOException {
        content.setRenderingMode(mode);
        return this;
    }

    Pdfs color(Color color) throws IOException {
        content.setNonStrokingColor(color);
        return this;
    }

    Pdfs fill(float x, float y, float width, float height) throws IOException {
        content.addRect(x, y, width, height);
        content.fill();
        return this;
    }

    Pdfs line(float x0, float y0, float x1, float y1) throws IOException {
        content.moveTo(x0, y0);
        content.lineTo(x1, y1);
        content.stroke();
        return this;
    }

    /** A picture that no other seed gives. */
    Pdfs picture(int seed, int pixels, float x, float y, float size) throws IOException {
        var picture = new BufferedImage(pixels, pixels, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < pixels; i++) picture.setRGB(i, (i * seed) % pixels, 0xff0000 + seed);
        content.drawImage(LosslessFactory.createFromImage(document, picture), x, y, size, size);
        return this;
    }

    PDPageContentStream content() {
        return content;
    }

    Path save(Path folder, String name) throws IOException {
        content.close();
        Path file = folder.resolve(name);
        document.save(file.toFile());
        return file;
    }

    @Override
    public void close() throws IOException {
        document.close();
    }
}
