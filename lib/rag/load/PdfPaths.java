package rag.load;

import java.awt.geom.Point2D;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.graphics.color.PDColor;
import org.apache.pdfbox.pdmodel.graphics.color.PDDeviceCMYK;
import org.apache.pdfbox.pdmodel.graphics.color.PDDeviceGray;
import org.apache.pdfbox.pdmodel.graphics.color.PDDeviceRGB;
import org.apache.pdfbox.pdmodel.graphics.color.PDICCBased;
import org.apache.pdfbox.pdmodel.graphics.color.PDSeparation;
import org.jspecify.annotations.Nullable;

/** Rules and filled areas of a page, as far as tables and white text need them; curves count by their ends. */
final class PdfPaths {

    private static final int MOST = 5000;
    private static final float THIN = 2.5f;
    private static final float SHORTEST_RULE = 8;

    private record Area(PdfBox box, boolean white) {}

    /** Straight lines along the page's axes; one side of the box is under 2.5 points. */
    final List<PdfBox> rules = new ArrayList<>();

    /** A box around each path that was painted, but for white areas: what a drawing is made of. */
    final List<PdfBox> marks = new ArrayList<>();

    private final List<Area> areas = new ArrayList<>();
    private final PdfView view;
    private final List<PdfBox> rectangles = new ArrayList<>();
    private final List<PdfBox> lines = new ArrayList<>();
    private boolean other;
    private boolean shaded;
    private float x;
    private float y;
    private float startX;
    private float startY;
    private float minX = Float.MAX_VALUE;
    private float minY = Float.MAX_VALUE;
    private float maxX = -Float.MAX_VALUE;
    private float maxY = -Float.MAX_VALUE;
    private @Nullable PDColor lastColor;
    private boolean lastWhite;

    PdfPaths(PdfView view) {
        this.view = view;
    }

    void rectangle(Point2D a, Point2D b) {
        if (rectangles.size() < MOST) {
            rectangles.add(view.box((float) a.getX(), (float) a.getY(), (float) b.getX(), (float) b.getY()));
        }
        x = startX = (float) a.getX();
        y = startY = (float) a.getY();
    }

    void move(float toX, float toY) {
        x = startX = toX;
        y = startY = toY;
        extend(toX, toY);
    }

    void line(float toX, float toY) {
        other = true;
        if (lines.size() < 400 && (Math.abs(toX - x) < 0.5f || Math.abs(toY - y) < 0.5f))
            lines.add(view.box(x, y, toX, toY));
        x = toX;
        y = toY;
        extend(toX, toY);
    }

    void curve(float toX, float toY) {
        other = true;
        x = toX;
        y = toY;
        extend(toX, toY);
    }

    private void extend(float toX, float toY) {
        minX = Math.min(minX, toX);
        minY = Math.min(minY, toY);
        maxX = Math.max(maxX, toX);
        maxY = Math.max(maxY, toY);
    }

    void close() {
        if (x != startX || y != startY) line(startX, startY);
    }

    Point2D current() {
        return new Point2D.Float(x, y);
    }

    void stroke() {
        mark();
        outline();
        end();
    }

    private void mark() {
        if (marks.size() >= MOST) return;
        if (other && maxX >= minX) marks.add(view.box(minX, minY, maxX, maxY));
        for (var box : rectangles) if (marks.size() < MOST) marks.add(box);
    }

    private void outline() {
        for (var line : lines) rule(line);
        for (var box : rectangles) {
            if (Math.min(box.width(), box.height()) <= THIN) {
                rule(box);
            } else {
                rule(new PdfBox(box.x0(), box.y0(), box.x1(), box.y0()));
                rule(new PdfBox(box.x0(), box.y1(), box.x1(), box.y1()));
                rule(new PdfBox(box.x0(), box.y0(), box.x0(), box.y1()));
                rule(new PdfBox(box.x1(), box.y0(), box.x1(), box.y1()));
            }
        }
    }

    private void rule(PdfBox line) {
        if (rules.size() < MOST && Math.max(line.width(), line.height()) >= SHORTEST_RULE) rules.add(line);
    }

    void fill(PDColor color) {
        if (!white(color)) mark();
        area(color);
        end();
    }

    void fillAndStroke(PDColor color) {
        mark();
        area(color);
        outline();
        end();
    }

    private void area(PDColor color) {
        boolean white = white(color);
        for (var box : rectangles) {
            if (Math.min(box.width(), box.height()) <= THIN) rule(box);
            else if (areas.size() < MOST) areas.add(new Area(box, white));
        }
        if (other && maxX > minX && areas.size() < MOST) {
            var box = view.box(minX, minY, maxX, maxY);
            if (Math.min(box.width(), box.height()) <= THIN) rule(box);
            else areas.add(new Area(box, white));
        }
    }

    void shade() {
        shaded = true;
        end();
    }

    void end() {
        rectangles.clear();
        lines.clear();
        other = false;
        minX = minY = Float.MAX_VALUE;
        maxX = maxY = -Float.MAX_VALUE;
    }

    /** Whether the topmost area painted so far at this point is white, as bare paper is. */
    boolean whiteAt(float px, float py) {
        if (shaded) return false;
        for (int i = areas.size() - 1; i >= 0; i--) {
            if (areas.get(i).box.contains(px, py)) return areas.get(i).white;
        }
        return areas.size() < MOST;
    }

    boolean white(@Nullable PDColor color) {
        if (color == lastColor) return lastWhite;
        lastColor = color;
        return lastWhite = isWhite(color);
    }

    private static boolean isWhite(@Nullable PDColor color) {
        if (color == null || color.isPattern()) return false;
        var space = color.getColorSpace();
        float[] parts = color.getComponents();
        boolean additive = space instanceof PDDeviceGray
                || space instanceof PDDeviceRGB
                || (space instanceof PDICCBased && parts.length != 4)
                || space.getClass().getSimpleName().startsWith("PDCal");
        boolean inks = space instanceof PDDeviceCMYK || space instanceof PDSeparation || space instanceof PDICCBased;
        if (!additive && !inks) return false;
        for (float part : parts) if (additive ? part < 0.985f : part > 0.015f) return false;
        return true;
    }
}
