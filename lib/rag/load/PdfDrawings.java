package rag.load;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.rendering.PageDrawer;
import org.apache.pdfbox.rendering.PageDrawerParameters;
import org.apache.pdfbox.util.Matrix;
import org.apache.pdfbox.util.Vector;
import rag.model.Image;

/**
 * Figures that are drawn, not pictures: lines and areas that lie close together beside a figure's caption. Such a region is
 * rendered, so that it can be shown and looked at like any picture.
 */
final class PdfDrawings {

    /** Points between parts of one drawing. */
    private static final float NEAR = 14;

    /** Points between a drawing and its caption. */
    private static final float TO_CAPTION = 40;

    private static final int FEWEST_MARKS = 6;
    private static final float SMALLEST = 40;
    private static final float DPI = 144;

    /** Regions of one document; each costs as much as some pages. */
    private static final int MOST = 60;

    /** A drawing on the page as shown, and the line beside it that names it. */
    record Region(PdfBox box, PdfLine caption) {}

    private final PDDocument document;
    private int rendered;

    PdfDrawings(PDDocument document) {
        this.document = document;
    }

    /** Drawings, each beside a caption, none over a picture. */
    static List<Region> regions(List<PdfBox> marks, List<Object> order, List<PdfBox> pictures, PdfView view) {
        var captions = new ArrayList<PdfLine>();
        for (var part : order) if (part instanceof PdfLine line && Captions.figure(line.text())) captions.add(line);
        if (captions.isEmpty() || marks.size() + pictures.size() < FEWEST_MARKS) return List.of();
        var all = new ArrayList<>(marks);
        all.addAll(pictures); // shades and symbols of a drawing may be small pictures
        var parts = clusters(all);
        parts.removeIf(part -> part.width() * part.height() > 0.8f * view.width() * view.height()
                || order.stream().anyMatch(item -> item instanceof PdfTable table && covers(table, part)));
        var regions = new ArrayList<Region>();
        for (var caption : captions) {
            for (boolean above : new boolean[] {true, false}) {
                var region = grown(caption, above, parts);
                if (region == null || region.width() < SMALLEST || region.height() < SMALLEST) continue;
                boolean photo = pictures.stream().anyMatch(picture -> overlap(picture, region));
                if (!photo && regions.stream().noneMatch(other -> overlap(other.box, region)))
                    regions.add(new Region(region, caption));
                break;
            }
        }
        return regions;
    }

    /** All parts that hang together, from the caption on, on one side of it; null when there are none. */
    private static @org.jspecify.annotations.Nullable PdfBox grown(PdfLine caption, boolean above, List<PdfBox> parts) {
        var left = new ArrayList<>(parts);
        left.removeIf(part -> above ? part.y1() > caption.v() : part.y0() < caption.top());
        PdfBox region = null;
        for (int i = 0; i < left.size(); ) {
            var part = left.get(i);
            if (region == null ? beside(caption, part) : near(region, part, TO_CAPTION)) {
                region = region == null ? part : around(region, part);
                left.remove(i);
                i = 0;
            } else {
                i++;
            }
        }
        return region;
    }

    private static boolean beside(PdfLine caption, PdfBox box) {
        if (caption.u0() > box.x1() || caption.u1() < box.x0()) return false;
        float below = caption.top() - box.y1();
        float above = box.y0() - caption.v();
        return below > -NEAR && below < 2 * TO_CAPTION || above > -NEAR && above < 2 * TO_CAPTION;
    }

    private static boolean overlap(PdfBox a, PdfBox b) {
        float width = Math.min(a.x1(), b.x1()) - Math.max(a.x0(), b.x0());
        float height = Math.min(a.y1(), b.y1()) - Math.max(a.y0(), b.y0());
        return width > 0 && height > 0 && width * height > 0.5f * b.width() * b.height();
    }

    private static boolean covers(PdfTable table, PdfBox box) {
        return overlap(new PdfBox(table.u0(), table.top(), table.u1(), table.bottom()), box);
    }

    /** Boxes around marks that lie near each other, where there are several. */
    private static List<PdfBox> clusters(List<PdfBox> marks) {
        var boxes = new ArrayList<PdfBox>();
        var counts = new ArrayList<Integer>();
        for (var mark : marks) {
            var box = mark;
            int count = 1;
            for (int i = 0; i < boxes.size(); ) {
                if (near(boxes.get(i), box, NEAR)) {
                    box = around(boxes.remove(i), box);
                    count += counts.remove(/* index */ i);
                    i = 0;
                } else {
                    i++;
                }
            }
            boxes.add(box);
            counts.add(count);
        }
        var several = new ArrayList<PdfBox>();
        for (int i = 0; i < boxes.size(); i++) if (counts.get(i) >= FEWEST_MARKS / 2) several.add(boxes.get(i));
        return several;
    }

    private static boolean near(PdfBox a, PdfBox b, float gap) {
        return a.x0() <= b.x1() + gap && b.x0() <= a.x1() + gap && a.y0() <= b.y1() + gap && b.y0() <= a.y1() + gap;
    }

    private static PdfBox around(PdfBox a, PdfBox b) {
        return new PdfBox(
                Math.min(a.x0(), b.x0()), Math.min(a.y0(), b.y0()), Math.max(a.x1(), b.x1()), Math.max(a.y1(), b.y1()));
    }

    /** The region as a picture, with a margin for the letters at its edge; null when there were too many. */
    @org.jspecify.annotations.Nullable
    Image render(PdfBox region, PdfView view, int page, String caption) throws IOException {
        if (rendered++ >= MOST) return null;
        float x0 = Math.max(0, region.x0() - NEAR);
        float y0 = Math.max(0, region.y0() - NEAR);
        float x1 = Math.min(view.width(), region.x1() + NEAR);
        float y1 = Math.min(view.height(), region.y1() + NEAR);
        float scale = DPI / 72;
        var picture = new BufferedImage(
                Math.max(1, (int) ((x1 - x0) * scale)),
                Math.max(1, (int) ((y1 - y0) * scale)),
                BufferedImage.TYPE_INT_RGB);
        var pen = picture.createGraphics();
        try {
            pen.setBackground(Color.WHITE);
            pen.clearRect(0, 0, picture.getWidth(), picture.getHeight());
            pen.translate(-x0 * scale, -y0 * scale);
            new Renderer(document, new PdfBox(x0, y0, x1, y1), view).renderPageToGraphics(page - 1, pen, scale);
        } finally {
            pen.dispose();
        }
        return Image.of(Rasters.png(picture), "png", page, caption);
    }

    /** Leaves out the letters beside the region, which are most of a page's work. */
    private static final class Renderer extends PDFRenderer {

        private final PdfBox region;
        private final PdfView view;

        Renderer(PDDocument document, PdfBox region, PdfView view) {
            super(document);
            this.region = region;
            this.view = view;
        }

        @Override
        protected PageDrawer createPageDrawer(PageDrawerParameters parameters) throws IOException {
            return new PageDrawer(parameters) {
                @Override
                protected void showGlyph(Matrix matrix, PDFont font, int code, Vector displacement) throws IOException {
                    float x = matrix.getTranslateX();
                    float y = matrix.getTranslateY();
                    if (region.contains(view.x(x, y), view.y(x, y))) super.showGlyph(matrix, font, code, displacement);
                }
            };
        }
    }
}
