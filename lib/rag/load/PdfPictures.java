package rag.load;

import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.graphics.color.PDColorSpace;
import org.apache.pdfbox.pdmodel.graphics.color.PDDeviceGray;
import org.apache.pdfbox.pdmodel.graphics.color.PDDeviceRGB;
import org.apache.pdfbox.pdmodel.graphics.color.PDICCBased;
import org.apache.pdfbox.pdmodel.graphics.image.PDImage;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.jspecify.annotations.Nullable;
import rag.model.Image;

/** Pictures of one PDF as PNG or JPEG bytes; one that is painted on many pages is taken once. */
final class PdfPictures {

    /** All pictures of a document together, in bytes; a catalogue of photographs must not fill the memory. */
    private static final long MOST_BYTES = 96L << 20;

    private static final long MOST_PIXELS = 150_000_000;

    private final Map<Object, Boolean> seen = new IdentityHashMap<>();
    private final DocumentBuilder builder;
    private long bytes;

    PdfPictures(DocumentBuilder builder) {
        this.builder = builder;
    }

    /** The picture the first time it is met; null for a repeat, a tiny one, or one that cannot be read. */
    @Nullable
    Image image(PDImage picture, int page, String caption) {
        if (seen.putIfAbsent(picture.getCOSObject(), true) != null) return null;
        int width = picture.getWidth();
        int height = picture.getHeight();
        if (width < Rasters.SMALLEST
                || height < Rasters.SMALLEST
                || picture.isStencil() && (long) width * height < 40_000) return null;
        if ((long) width * height > MOST_PIXELS) {
            builder.problem("page " + page + ": a picture of " + width + " x " + height + " points was left out");
            return null;
        }
        if (bytes > MOST_BYTES) {
            builder.problem("page " + page + " and later: pictures left out, there are over " + (MOST_BYTES >> 20)
                    + " MB of them");
            return null;
        }
        try {
            byte[] jpeg = jpeg(picture);
            byte[] data = jpeg != null ? jpeg : samples(picture);
            if (data == null) data = Rasters.png(picture.getImage(null, Rasters.step(width, height)));
            bytes += data.length;
            var image = Image.of(data, jpeg != null ? "jpg" : "png", page, caption);
            return builder.keep(image) ? image : null;
        } catch (IOException | RuntimeException | LinkageError e) {
            builder.problem("page " + page + ": a picture could not be read (" + filter(picture) + ")");
            return null;
        }
    }

    /** The bytes as they lie in the file, where they are a plain JPEG that any program shows rightly. */
    private static byte @Nullable [] jpeg(PDImage picture) throws IOException {
        if (!(picture instanceof PDImageXObject object) || !"jpg".equals(object.getSuffix())) return null;
        PDColorSpace space = object.getColorSpace();
        if (!plain(object) || object.getCOSObject().containsKey(COSName.DECODE)) return null;
        if (space.getNumberOfComponents() == 4 || space.getName().equals("Indexed")) return null;
        try (var in = object.getStream().createInputStream(List.of(COSName.DCT_DECODE.getName()))) {
            return in.readAllBytes();
        }
    }

    /** Grey or red, green and blue, without a mask, or black on white: written as it lies in the file. */
    private static byte @Nullable [] samples(PDImage picture) throws IOException {
        boolean encoded = "jpg".equals(picture.getSuffix()) || "jpx".equals(picture.getSuffix());
        if (!(picture instanceof PDImageXObject object) || encoded || !plain(object)) return null;
        int bits = picture.isStencil() ? 1 : picture.getBitsPerComponent();
        PDColorSpace space = picture.isStencil() ? PDDeviceGray.INSTANCE : picture.getColorSpace(); // 0 is painted
        boolean direct = space instanceof PDDeviceGray || space instanceof PDDeviceRGB || space instanceof PDICCBased;
        int colors = space.getNumberOfComponents();
        boolean fits = colors == 1 ? bits == 1 || bits == 8 : colors == 3 && bits == 8;
        boolean large = bits > 1 && Rasters.step(picture.getWidth(), picture.getHeight()) > 1;
        if (!direct || !fits || large) return null;
        float[] range = picture.getDecode() == null
                ? new float[] {0}
                : picture.getDecode().toFloatArray();
        boolean inverted = bits == 1 && range[0] == 1;
        if (range[0] != 0 && !inverted) return null;
        try (var in = picture.createInputStream()) {
            return PngWriter.write(in, picture.getWidth(), picture.getHeight(), bits, colors, inverted);
        }
    }

    private static boolean plain(PDImageXObject object) {
        return !object.getCOSObject().containsKey(COSName.SMASK)
                && !object.getCOSObject().containsKey(COSName.MASK);
    }

    private static String filter(PDImage picture) {
        return String.valueOf(picture.getCOSObject().getDictionaryObject(COSName.FILTER, COSName.F))
                .replaceAll("COSName|[{}]", "");
    }
}
