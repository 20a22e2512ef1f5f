package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PngWriterTest {

    private static List<String> points(int[] samples, int width, int height, int bits, int colors, boolean inverted)
            throws IOException {
        byte[] bytes = new byte[samples.length];
        for (int i = 0; i < samples.length; i++) bytes[i] = (byte) samples[i];
        byte[] png = PngWriter.write(new ByteArrayInputStream(bytes), width, height, bits, colors, inverted);
        BufferedImage read = ImageIO.read(new ByteArrayInputStream(png));
        var points = new ArrayList<String>();
        for (int y = 0; y < read.getHeight(); y++) {
            for (int x = 0; x < read.getWidth(); x++) points.add("%06x".formatted(read.getRGB(x, y) & 0xffffff));
        }
        return points;
    }

    @Test
    void bitsAreBlackAndWhite() throws Exception {
        int[] rows = {0b101_00000, 0b010_00000};
        assertEquals(
                List.of("ffffff", "000000", "ffffff", "000000", "ffffff", "000000"), points(rows, 3, 2, 1, 1, false));
        assertEquals(
                List.of("000000", "ffffff", "000000", "ffffff", "000000", "ffffff"), points(rows, 3, 2, 1, 1, true));
    }

    @Test
    void bytesAreColours() throws Exception {
        int[] samples = {255, 0, 0, 0, 255, 0, 0, 0, 255, 18, 52, 86};
        assertEquals(List.of("ff0000", "00ff00", "0000ff", "123456"), points(samples, 2, 2, 8, 3, false));
    }

    @Test
    void bytesAreShadesOfGrey() throws Exception {
        assertEquals(List.of("000000", "ffffff"), points(new int[] {0, 255}, 2, 1, 8, 1, false));
    }

    @Test
    void aPictureThatIsCutShortIsNotWritten() {
        assertThrows(IOException.class, () -> points(new int[] {1, 2, 3}, 2, 2, 8, 1, false));
    }
}
