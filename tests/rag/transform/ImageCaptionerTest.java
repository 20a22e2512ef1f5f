package rag.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import rag.model.Image;

class ImageCaptionerTest {

    private static Image image(int number, String caption) {
        return Image.of(new byte[] {(byte) number}, "png", null, caption);
    }

    @Test
    void aCaptionIsSewnBehindItsMark() {
        var pump = image(1, "A pump\nin section");
        var seal = image(2, "");
        var text = "Before " + pump.mark() + "\n\nafter " + seal.mark() + " and " + pump.mark();
        var captioned = new ImageCaptioner().sew(text, List.of(pump, seal, image(3, "Elsewhere")), sewn -> true);
        assertEquals(
                "Before " + pump.mark() + " A pump in section\n\nafter " + seal.mark() + " and " + pump.mark(),
                captioned.text());
        assertEquals(List.of(pump.id(), seal.id()), captioned.images());
        assertEquals(List.of(pump.id()), captioned.captioned());
        assertEquals(
                captioned.text(),
                new ImageCaptioner()
                        .sew(captioned.text(), List.of(pump, seal), s -> true)
                        .text());
    }

    @Test
    void aCaptionThatStandsThereAlreadyIsNotRepeated() {
        var pump = image(1, "Figure 3: the pump");
        var text = pump.mark() + "\n\nFigure 3: the\npump";
        assertEquals(
                text,
                new ImageCaptioner().sew(text, List.of(pump), sewn -> true).text());
    }

    @Test
    void aCaptionIsCutToTheRoomThereIsAndLeftOutWhereThereIsNone() {
        var pump = image(1, "a long caption " + "with many words ".repeat(30));
        var captioned = new ImageCaptioner().sew(pump.mark(), List.of(pump), sewn -> sewn.length() <= 120);
        assertTrue(captioned.text().startsWith(pump.mark() + " a long caption with many"), captioned.text());
        assertTrue(captioned.text().length() <= 120 && captioned.text().length() > 70, captioned.text());
        var again = new ImageCaptioner().sew(captioned.text(), List.of(pump), sewn -> true);
        assertEquals(captioned.text(), again.text());
        var full = new ImageCaptioner().sew(pump.mark(), List.of(pump), sewn -> false);
        assertEquals(pump.mark(), full.text());
        assertEquals(List.of(pump.id()), full.noRoom());
    }
}
