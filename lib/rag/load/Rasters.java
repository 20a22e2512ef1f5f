package rag.load;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageInputStream;
import org.jspecify.annotations.Nullable;
import rag.model.Image;

/** Raster pictures as PNG or JPEG bytes. */
final class Rasters {

    /** Smaller ones, in pixels either way, are bullets and lines. */
    static final int SMALLEST = 16;

    /** Larger ones are read with fewer pixels. */
    private static final long LARGEST = 6_000_000;

    static {
        ImageIO.setUseCache(false); // else every picture makes a temporary file
    }

    private Rasters() {}

    /** PNG and JPEG stay as they are, other formats become PNG; null for what is no picture, or too small to show anything. */
    static @Nullable Image image(byte[] bytes, @Nullable Integer page, String caption) throws IOException {
        try (ImageInputStream in = ImageIO.createImageInputStream(new ByteArrayInputStream(bytes))) {
            var readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) return null;
            var reader = readers.next();
            try {
                reader.setInput(in, true, true);
                int width = reader.getWidth(0);
                int height = reader.getHeight(0);
                if (width < SMALLEST || height < SMALLEST) return null;
                String format = reader.getFormatName().toLowerCase(java.util.Locale.ROOT);
                if (format.equals("png")) return Image.of(bytes, "png", page, caption);
                if (format.startsWith("jp") && !format.contains("2000")) return Image.of(bytes, "jpg", page, caption);
                var few = reader.getDefaultReadParam();
                int step = step(width, height);
                few.setSourceSubsampling(step, step, 0, 0);
                return Image.of(png(reader.read(0, few)), "png", page, caption);
            } finally {
                reader.dispose();
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException broken) {
            throw new IOException("a picture could not be decoded: " + broken.getMessage(), broken);
        }
    }

    /** Whether the bytes are in a format that is read. */
    static boolean known(byte[] bytes) throws IOException {
        try (ImageInputStream in = ImageIO.createImageInputStream(new ByteArrayInputStream(bytes))) {
            return ImageIO.getImageReaders(in).hasNext();
        }
    }

    /** Every how manieth pixel to take. */
    static int step(long width, long height) {
        int step = 1;
        while (width * height / ((long) step * step) > LARGEST) step++;
        return step;
    }

    /** Opaque colours go through {@link PngWriter}, which does not try five filters on each row. */
    static byte[] png(BufferedImage picture) throws IOException {
        if (picture.getType() == BufferedImage.TYPE_INT_RGB
                && (long) picture.getWidth() * picture.getHeight() < 1 << 28)
            return PngWriter.write(
                    new ByteArrayInputStream(colors(picture)), picture.getWidth(), picture.getHeight(), 8, 3, false);
        var out = new ByteArrayOutputStream();
        if (!ImageIO.write(picture, "png", out)) throw new IOException("a picture cannot be written as PNG");
        return out.toByteArray();
    }

    private static byte[] colors(BufferedImage picture) {
        int width = picture.getWidth();
        byte[] samples = new byte[3 * width * picture.getHeight()];
        int[] row = new int[width];
        int at = 0;
        for (int y = 0; y < picture.getHeight(); y++) {
            picture.getRaster().getDataElements(0, y, width, 1, row);
            for (int pixel : row) {
                samples[at++] = (byte) (pixel >> 16);
                samples[at++] = (byte) (pixel >> 8);
                samples[at++] = (byte) pixel;
            }
        }
        return samples;
    }
}
