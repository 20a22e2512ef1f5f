package rag.load;

import java.awt.geom.Point2D;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.pdfbox.contentstream.PDFGraphicsStreamEngine;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType3Font;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.pdmodel.graphics.image.PDImage;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;
import org.apache.pdfbox.util.Matrix;
import org.apache.pdfbox.util.Vector;
import org.jspecify.annotations.Nullable;

/** Runs a page's content and notes what is painted where: glyphs by reading direction, rules, filled areas, pictures. */
final class PdfCanvas extends PDFGraphicsStreamEngine {

    /** A page with more is no page that anybody reads. */
    private static final int MOST_GLYPHS = 400_000;

    private static final float SMALLEST_SIZE = 1.5f;

    /** Thrown when a page takes too long or holds too much; what was read so far stands. */
    static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stopped(String reason) {
            super(reason, null, false, false);
        }
    }

    /** A picture and the box it is painted in. */
    record Picture(PDImage image, PdfBox box) {}

    /** Glyphs by the angle of their reading direction: degrees clockwise on the page as shown, and 1000 more for vertical script. */
    final Map<Integer, List<PdfGlyph>> glyphs = new java.util.TreeMap<>();

    final List<Picture> pictures = new ArrayList<>();
    final PdfPaths paths;
    final PdfView view;
    int unmapped;
    int mended;
    int count;

    private final Map<COSBase, PdfFont> fonts;
    private final long deadline;
    private int operators;
    private @Nullable PDFont lastFont;
    private @Nullable PdfFont font;
    private float typeThreeScale;
    private int lastKey;
    private @Nullable List<PdfGlyph> lastGlyphs;

    /** @param deadline in {@link System#nanoTime()} */
    PdfCanvas(PDPage page, Map<COSBase, PdfFont> fonts, long deadline) {
        super(page);
        this.view = PdfView.of(page);
        this.paths = new PdfPaths(view);
        this.fonts = fonts;
        this.deadline = deadline;
    }

    static Map<COSBase, PdfFont> fonts() {
        return new IdentityHashMap<>();
    }

    @Override
    protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
        if ((++operators & 255) == 0 && System.nanoTime() > deadline) throw new Stopped("takes too long");
        super.processOperator(operator, operands);
    }

    @Override
    protected void showGlyph(Matrix matrix, PDFont shown, int code, Vector displacement) throws IOException {
        if (++count > MOST_GLYPHS) throw new Stopped("holds too much text");
        if ((count & 1023) == 0 && System.nanoTime() > deadline) throw new Stopped("takes too long");
        if (shown != lastFont) font(shown);
        var known = Objects.requireNonNull(font);
        String text = known.text(shown, code);
        if (text == PdfFont.UNMAPPED) unmapped++;
        else if (known.mended(code)) mended++;
        float a = matrix.getValue(0, 0);
        float b = matrix.getValue(0, 1);
        float c = matrix.getValue(1, 0);
        float d = matrix.getValue(1, 1);
        float x = matrix.getTranslateX();
        float y = matrix.getTranslateY();
        float size = (float) Math.hypot(c, d) * typeThreeScale;
        boolean vertical = shown.isVertical();
        float along = displacement.getX();
        if (vertical) {
            float half = shown.getWidth(code) / 2000;
            var origin = shown.getPositionVector(code);
            x += a * half - c * origin.getY();
            y += b * half - d * origin.getY();
            a = c; // the line runs against the glyph's own upward axis
            b = d;
            along = displacement.getY();
        }
        put(x, y, a * along, b * along, a, b, size, text, vertical);
    }

    private void font(PDFont shown) {
        lastFont = shown;
        font = fonts.computeIfAbsent(shown.getCOSObject(), unseen -> new PdfFont(shown));
        typeThreeScale = 1;
        if (shown instanceof PDType3Font three) {
            var box = three.getFontBBox();
            float scale = Math.abs(three.getFontMatrix().getScaleY());
            typeThreeScale = box != null && box.getHeight() > 0 ? box.getHeight() * scale : 1000 * scale;
        }
    }

    private void put(
            float x, float y, float dx, float dy, float ax, float ay, float size, String text, boolean vertical) {
        float px = view.x(x, y);
        float py = view.y(x, y);
        float length = (float) Math.hypot(dx, dy);
        float sx = view.dx(dx, dy);
        float sy = view.dy(dx, dy);
        if (length < 1e-4f) { // no advance: the glyph's own axis tells where its line runs
            sx = view.dx(ax, ay) * (vertical ? -1 : 1);
            sy = view.dy(ax, ay) * (vertical ? -1 : 1);
        }
        int angle = 0;
        if (sx <= 0 || Math.abs(sy) > 0.01f * sx)
            angle = Math.floorMod((int) Math.round(Math.toDegrees(Math.atan2(sy, sx))), 360);
        float u = px;
        float v = py;
        if (angle != 0) {
            u = PdfView.u(px, py, angle);
            v = PdfView.v(px, py, angle);
        }
        byte sight = sight(px, py, size);
        var glyph = new PdfGlyph(u, u + length, v, size, text, Objects.requireNonNull(font), count, sight);
        direction(vertical ? 1000 + angle : angle).add(glyph);
    }

    /** Nearly all glyphs of a page run the same way. */
    private List<PdfGlyph> direction(int key) {
        if (key != lastKey || lastGlyphs == null) {
            lastKey = key;
            lastGlyphs = glyphs.computeIfAbsent(key, unseen -> new ArrayList<>());
        }
        return lastGlyphs;
    }

    private byte sight(float px, float py, float size) {
        var state = getGraphicsState();
        if (size < SMALLEST_SIZE) return PdfGlyph.HIDDEN;
        if (px < -size || py < -size || px > view.width() + size || py > view.height() + size) return PdfGlyph.HIDDEN;
        var mode = state.getTextState().getRenderingMode();
        if (mode == RenderingMode.NEITHER || mode == RenderingMode.NEITHER_CLIP) return PdfGlyph.INVISIBLE;
        if (state.getNonStrokeAlphaConstant() < 0.03 && mode.isFill() && !mode.isStroke()) return PdfGlyph.INVISIBLE;
        boolean white = mode.isStroke() && !mode.isFill()
                ? paths.white(state.getStrokingColor())
                : paths.white(state.getNonStrokingColor());
        if (!white) return PdfGlyph.SHOWN;
        return onWhite(px + size * 0.2f, py - size * 0.3f) ? PdfGlyph.HIDDEN : PdfGlyph.SHOWN;
    }

    private boolean onWhite(float x, float y) {
        for (var picture : pictures) if (picture.box().contains(x, y)) return false;
        return paths.whiteAt(x, y);
    }

    @Override
    public void showForm(PDFormXObject form) throws IOException {
        if (!PdfBombs.harmless(form.getCOSObject())) throw new Stopped("holds content that unpacks to too much");
        super.showForm(form);
    }

    @Override
    public void drawImage(PDImage image) {
        var matrix = getGraphicsState().getCurrentTransformationMatrix();
        float x = matrix.getTranslateX();
        float y = matrix.getTranslateY();
        float ax = matrix.getValue(0, 0) + matrix.getValue(1, 0);
        float ay = matrix.getValue(0, 1) + matrix.getValue(1, 1);
        pictures.add(new Picture(image, view.box(x, y, x + ax, y + ay)));
    }

    @Override
    public void appendRectangle(Point2D p0, Point2D p1, Point2D p2, Point2D p3) {
        paths.rectangle(p0, p2);
    }

    @Override
    public void clip(int windingRule) {}

    @Override
    public void moveTo(float x, float y) {
        paths.move(x, y);
    }

    @Override
    public void lineTo(float x, float y) {
        paths.line(x, y);
    }

    @Override
    public void curveTo(float x1, float y1, float x2, float y2, float x3, float y3) {
        paths.curve(x3, y3);
    }

    @Override
    public Point2D getCurrentPoint() {
        return paths.current();
    }

    @Override
    public void closePath() {
        paths.close();
    }

    @Override
    public void endPath() {
        paths.end();
    }

    @Override
    public void strokePath() {
        paths.stroke();
    }

    @Override
    public void fillPath(int windingRule) {
        paths.fill(getGraphicsState().getNonStrokingColor());
    }

    @Override
    public void fillAndStrokePath(int windingRule) {
        paths.fillAndStroke(getGraphicsState().getNonStrokingColor());
    }

    @Override
    public void shadingFill(COSName shading) {
        paths.shade();
    }
}
