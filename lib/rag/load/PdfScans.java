package rag.load;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;
import rag.text.Language;

/** Words of pages that are pictures, recognised. */
final class PdfScans {

    private static final float DPI = 300;

    /** Points that a rendered page may have; larger ones are rendered coarser. */
    private static final double MOST_PIXELS = 16_000_000;

    private PdfScans() {}

    /** Paragraphs by page number, of the pages on which there are any. */
    static Map<Integer, List<String>> read(PDDocument document, List<PdfPage> pages, Ocr ocr, DocumentBuilder builder) {
        Map<Integer, List<String>> found = new LinkedHashMap<>();
        if (!ocr.ready() || pages.stream().noneMatch(PdfPage::scanned)) return found;
        var reading = ocr.document(language(pages));
        var renderer = new PDFRenderer(document);
        for (var page : pages) {
            if (!page.scanned()) continue;
            try {
                var paragraphs = reading.paragraphs(picture(document, renderer, page.number() - 1));
                if (!paragraphs.isEmpty()) found.put(page.number(), paragraphs);
            } catch (IOException | RuntimeException | LinkageError broken) {
                builder.problem("page " + page.number() + ": could not be rendered for recognition");
            }
        }
        if (!reading.problem().isEmpty()) builder.problem(reading.problem());
        return found;
    }

    private static String language(List<PdfPage> pages) {
        var words = new StringBuilder();
        for (var page : pages) {
            for (var part : page.order())
                if (part instanceof PdfLine line) words.append(line.text()).append('\n');
            if (words.length() > 20_000) break;
        }
        return Language.of(words);
    }

    private static byte[] picture(PDDocument document, PDFRenderer renderer, int index) throws IOException {
        var box = document.getPage(index).getCropBox();
        double pixels = box.getWidth() * (double) box.getHeight() / (72 * 72) * DPI * DPI;
        float dpi = pixels <= MOST_PIXELS ? DPI : (float) (DPI * Math.sqrt(MOST_PIXELS / pixels));
        BufferedImage picture = renderer.renderImageWithDPI(index, dpi, ImageType.GRAY);
        var out = new ByteArrayOutputStream();
        ImageIO.write(picture, "png", out);
        return out.toByteArray();
    }
}
