package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PdfDrawingsTest {

    @TempDir
    Path folder;

    /** A page with a drawing of slanted lines between y = 500 and 600, and a line below it. */
    private Path page(String below) throws Exception {
        Path file = folder.resolve("a.pdf");
        try (var pdf = new PDDocument()) {
            var page = new PDPage();
            pdf.addPage(page);
            try (var content = new PDPageContentStream(pdf, page)) {
                for (int i = 0; i < 10; i++) {
                    content.moveTo(100 + 10 * i, 500);
                    content.lineTo(150 + 10 * i, 600);
                    content.stroke();
                }
                content.beginText();
                content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 10);
                content.newLineAtOffset(100, 480);
                content.showText(below);
                content.endText();
            }
            pdf.save(file.toFile());
        }
        return file;
    }

    @Test
    void aDrawingBesideItsCaptionIsAPicture() throws Exception {
        var loaders = Loaders.standard(new LoadOptions(Ocr.off(), true));
        var document = loaders.load(page("Figure 3: Slopes of the valve"));
        var image = document.images().getFirst();
        assertEquals("Figure 3: Slopes of the valve", image.caption());
        assertEquals(
                "IMAGE p1: " + image.mark() + "\nPARAGRAPH p1: Figure 3: Slopes of the valve", Blocks.of(document));
        var picture = ImageIO.read(new ByteArrayInputStream(image.bytes()));
        assertEquals(2 * (140 + 2 * 14), picture.getWidth(), 2); // 140 points and a margin, at two pixels a point
        assertEquals(2 * (100 + 2 * 14), picture.getHeight(), 2);
    }

    @Test
    void aDrawingWithoutACaptionAndARequestForNoneAreLeftAlone() throws Exception {
        var loaders = Loaders.standard(new LoadOptions(Ocr.off(), true));
        assertEquals(0, loaders.load(page("Some words below")).images().size());
        assertEquals(
                0, Loaders.standard().load(page("Figure 3: Slopes")).images().size());
    }
}
