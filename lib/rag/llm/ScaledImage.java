package rag.llm;

import java.awt.Color;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Set;
import javax.imageio.ImageIO;

/** A picture in a kind and size that vision models take. */
final class ScaledImage {

    /** Kinds that endpoints read. */
    private static final Set<String> KNOWN = Set.of("png", "jpg", "jpeg", "webp", "gif");

    /** Pictures with more pixels than this are not unpacked. */
    private static final long MOST_PIXELS = 100_000_000;

    private ScaledImage() {}

    /**
     * The request as it is where its picture fits, else with one that does.
     *
     * @param longest of a side, in pixels
     * @throws ModelException when the picture can't be read
     */
    static VisionRequest within(int longest, VisionRequest request) throws ModelException {
        boolean known = KNOWN.contains(request.extension());
        try (var in = ImageIO.createImageInputStream(new ByteArrayInputStream(request.image()))) {
            var readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) {
                if (known) return request; // the model may know better
                throw new ModelException("a picture of the kind " + request.extension() + " can't be read");
            }
            var reader = readers.next();
            try {
                reader.setInput(in, true, true);
                int width = reader.getWidth(0), height = reader.getHeight(0);
                if (Math.max(width, height) <= longest && known) return request;
                if ((long) width * height > MOST_PIXELS) {
                    throw new ModelException("the picture is too large: %d x %d pixels".formatted(width, height));
                }
                double scale = Math.min(1, (double) longest / Math.max(width, height));
                var scaled = scaled(reader.read(0), side(width * scale), side(height * scale));
                boolean photo = request.extension().startsWith("jp");
                return encoded(request, scaled, photo ? "jpg" : "png");
            } finally {
                reader.dispose();
            }
        } catch (IOException | RuntimeException e) {
            throw new ModelException("the picture can't be read: " + Endpoint.shown(e.toString()));
        }
    }

    private static int side(double pixels) {
        return Math.max(1, (int) Math.round(pixels));
    }

    /** On white, since what shines through is black to many models. */
    private static BufferedImage scaled(BufferedImage image, int width, int height) {
        var scaled = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        var canvas = scaled.createGraphics();
        canvas.drawImage(image.getScaledInstance(width, height, Image.SCALE_AREA_AVERAGING), 0, 0, Color.WHITE, null);
        canvas.dispose();
        return scaled;
    }

    private static VisionRequest encoded(VisionRequest request, BufferedImage image, String kind) throws IOException {
        var out = new ByteArrayOutputStream();
        ImageIO.write(image, kind, out);
        return new VisionRequest(request.system(), request.user(), out.toByteArray(), kind, request.maxTokens());
    }
}
