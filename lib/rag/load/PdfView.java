package rag.load;

import org.apache.pdfbox.pdmodel.PDPage;

/**
 * From a page's own coordinates to those of the page as shown: cropped, turned, origin at the upper left, y downwards.
 *
 * @param rotation 0, 90, 180 or 270 degrees clockwise
 * @param width of the page as shown, in points
 */
record PdfView(int rotation, float left, float bottom, float right, float top, float width, float height) {

    static PdfView of(PDPage page) {
        var crop = page.getCropBox();
        int rotation = Math.floorMod(page.getRotation(), 360);
        boolean turned = rotation == 90 || rotation == 270;
        return new PdfView(
                rotation,
                crop.getLowerLeftX(),
                crop.getLowerLeftY(),
                crop.getUpperRightX(),
                crop.getUpperRightY(),
                turned ? crop.getHeight() : crop.getWidth(),
                turned ? crop.getWidth() : crop.getHeight());
    }

    float x(float x, float y) {
        return switch (rotation) {
            case 90 -> y - bottom;
            case 180 -> right - x;
            case 270 -> top - y;
            default -> x - left;
        };
    }

    float y(float x, float y) {
        return switch (rotation) {
            case 90 -> x - left;
            case 180 -> y - bottom;
            case 270 -> right - x;
            default -> top - y;
        };
    }

    float dx(float dx, float dy) {
        return switch (rotation) {
            case 90 -> dy;
            case 180 -> -dx;
            case 270 -> -dy;
            default -> dx;
        };
    }

    float dy(float dx, float dy) {
        return switch (rotation) {
            case 90 -> dx;
            case 180 -> dy;
            case 270 -> -dx;
            default -> -dy;
        };
    }

    PdfBox box(float ax, float ay, float bx, float by) {
        float x0 = x(ax, ay);
        float x1 = x(bx, by);
        float y0 = y(ax, ay);
        float y1 = y(bx, by);
        return new PdfBox(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1));
    }

    /** Along the reading direction, for text that runs at this angle, clockwise in degrees. */
    static float u(float x, float y, int angle) {
        return switch (angle) {
            case 0 -> x;
            case 90 -> y;
            case 180 -> -x;
            case 270 -> -y;
            default -> (float) (x * Math.cos(Math.toRadians(angle)) + y * Math.sin(Math.toRadians(angle)));
        };
    }

    /** From line to line, for text that runs at this angle. */
    static float v(float x, float y, int angle) {
        return switch (angle) {
            case 0 -> y;
            case 90 -> -x;
            case 180 -> -y;
            case 270 -> x;
            default -> (float) (-x * Math.sin(Math.toRadians(angle)) + y * Math.cos(Math.toRadians(angle)));
        };
    }
}
