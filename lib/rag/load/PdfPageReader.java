package rag.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotation;
import org.jspecify.annotations.Nullable;
import rag.model.Image;

/** Reads the pages of one PDF: paints each on a {@link PdfCanvas} and lays out what was painted. */
final class PdfPageReader {

    /** Time for one page, in nanoseconds. */
    private static final long PAGE_TIME = 10_000_000_000L;

    /** A picture that covers more of a page with text is its background or its scan. */
    private static final float BACKGROUND = 0.8f;

    private static final int MOST_FIGURES = 40;

    private final Map<COSBase, PdfFont> fonts = PdfCanvas.fonts();
    private final PdfPictures pictures;
    private final @Nullable PdfDrawings drawings;
    private final DocumentBuilder builder;
    private final long deadline;

    PdfPageReader(PdfPictures pictures, @Nullable PdfDrawings drawings, DocumentBuilder builder, long deadline) {
        this.pictures = pictures;
        this.drawings = drawings;
        this.builder = builder;
        this.deadline = deadline;
    }

    PdfPage read(PDPage page, int number) {
        var canvas = new PdfCanvas(page, fonts, Math.min(deadline, System.nanoTime() + PAGE_TIME));
        var notes = new ArrayList<String>();
        try {
            if (PdfBombs.defuse(page))
                builder.problem("page " + number + ": holds content that unpacks to too much, read in part");
            canvas.processPage(page);
            for (var annotation : page.getAnnotations()) annotation(annotation, canvas, notes);
        } catch (PdfCanvas.Stopped e) {
            builder.problem("page " + number + ": " + e.getMessage() + ", read in part");
        } catch (IOException | RuntimeException e) {
            builder.problem("page " + number + ": read in part, its content is broken");
        }
        return page(canvas, number, notes);
    }

    /** Form fields and stamps are painted; what a note says is kept apart. */
    private static void annotation(PDAnnotation annotation, PdfCanvas canvas, List<String> notes) throws IOException {
        if (annotation.isHidden() || annotation.isNoView()) return;
        String kind = annotation.getSubtype() == null ? "" : annotation.getSubtype();
        switch (kind) {
            case "Widget", "FreeText", "Stamp" -> canvas.showAnnotation(annotation);
            case "Text", "Highlight", "Underline", "StrikeOut", "Squiggly", "Caret" -> {
                if (annotation.getContents() != null
                        && !annotation.getContents().isBlank()) notes.add(annotation.getContents());
            }
            default -> {}
        }
    }

    private PdfPage page(PdfCanvas canvas, int number, List<String> notes) {
        var order = new ArrayList<Object>();
        PdfVertical.turn(canvas.glyphs);
        var frames = new ArrayList<>(canvas.glyphs.entrySet());
        frames.sort(Comparator.comparingInt(frame -> -frame.getValue().size()));
        int first = 0;
        for (int i = 0; i < frames.size(); i++) {
            int angle = frames.get(i).getKey() % 1000;
            if (i == 0) first = angle;
            order.addAll(frame(frames.get(i).getValue(), angle, canvas, i == 0));
        }
        boolean text = order.stream()
                .anyMatch(part -> part instanceof PdfTable
                        || part instanceof PdfLine line && !line.text().isBlank());
        boolean shows = canvas.pictures.stream()
                .anyMatch(picture -> picture.box().width() > 40 && picture.box().height() > 40);
        var drawn = first == 0 && drawings != null
                ? PdfDrawings.regions(canvas.paths.marks, order, shown(canvas), canvas.view)
                : List.<PdfDrawings.Region>of();
        figures(canvas, number, order, first, text, drawn);
        drawings(drawn, canvas, number, order);
        var flags = new ArrayList<String>();
        if (canvas.unmapped + canvas.mended > 0) flags.add("unmapped glyphs");
        if (canvas.unmapped * 4 > canvas.count && canvas.count > 20) {
            builder.problem("page " + number + ": the font does not tell what " + canvas.unmapped + " of "
                    + canvas.count + " glyphs mean");
        }
        boolean hidden = order.stream().anyMatch(part -> part instanceof PdfLine line && line.hidden());
        if (hidden) flags.add("hidden text");
        return new PdfPage(number, canvas.view.height(), order, notes, flags, !text && shows);
    }

    private static List<Object> frame(List<PdfGlyph> glyphs, int angle, PdfCanvas canvas, boolean main) {
        var boxes = canvas.pictures.stream()
                .map(picture -> picture.box().turned(angle))
                .toList();
        int right = 0;
        int letters = 0;
        for (var glyph : glyphs) {
            if (glyph.sight == PdfGlyph.INVISIBLE) {
                boolean scan = boxes.stream().anyMatch(box -> box.contains(glyph.u0, glyph.v - 0.2f * glyph.size));
                glyph.sight = scan ? PdfGlyph.SHOWN : PdfGlyph.HIDDEN;
            }
            if (glyph.text.isEmpty()) continue;
            char c = glyph.text.charAt(0);
            if (Characters.rightToLeft(c)) right++;
            if (Character.isLetter(c)) letters++;
        }
        var segments = PdfSegments.of(glyphs);
        segments.removeIf(segment -> segment.text().isEmpty());
        var hidden = segments.stream()
                .filter(segment -> segment.sight() == PdfGlyph.HIDDEN)
                .toList();
        segments.removeAll(hidden);
        List<PdfBox> rules = main && angle % 90 == 0
                ? canvas.paths.rules.stream().map(rule -> rule.turned(angle)).toList()
                : List.of();
        boolean rightToLeft = right * 2 > letters;
        var order = PdfLayout.order(PdfGrid.items(segments, rules), rules, rightToLeft, !main);
        order.addAll(
                PdfLayout.order(new ArrayList<>(hidden), List.of(), rightToLeft, !main)); // never among what is seen
        return order;
    }

    private static List<PdfBox> shown(PdfCanvas canvas) {
        return canvas.pictures.stream().map(PdfCanvas.Picture::box).toList();
    }

    private void figures(
            PdfCanvas canvas, int number, List<Object> order, int angle, boolean text, List<PdfDrawings.Region> drawn) {
        float area = canvas.view.width() * canvas.view.height();
        int count = 0;
        for (var picture : canvas.pictures) {
            var shown = picture.box();
            boolean background = text && shown.width() * shown.height() > BACKGROUND * area;
            if (drawn.stream().anyMatch(region -> region.box().contains(shown.middleX(), shown.middleY())))
                continue; // a part of it
            if (background || Math.max(shown.width(), shown.height()) < 12 || count >= MOST_FIGURES) continue;
            var box = shown.turned(angle);
            int place = place(order, box);
            Image image = pictures.image(picture.image(), number, caption(order, place));
            if (image == null) continue;
            order.add(place, new PdfFigure(image, box));
            count++;
        }
    }

    private void drawings(List<PdfDrawings.Region> drawn, PdfCanvas canvas, int number, List<Object> order) {
        if (drawings == null) return;
        for (var region : drawn) {
            try {
                String caption = caption(order, region.caption());
                var image = drawings.render(region.box(), canvas.view, number, caption);
                if (image != null && builder.keep(image))
                    order.add(place(order, region.box()), new PdfFigure(image, region.box()));
            } catch (IOException | RuntimeException | LinkageError broken) {
                builder.problem("page " + number + ": a drawing could not be rendered");
            }
        }
    }

    /** Behind the last line above the picture, else before the first below it. */
    private static int place(List<Object> order, PdfBox box) {
        int after = -1;
        int before = -1;
        for (int i = 0; i < order.size(); i++) {
            float top;
            float bottom;
            float u0;
            float u1;
            switch (order.get(i)) {
                case PdfLine line -> {
                    top = line.top();
                    bottom = line.v();
                    u0 = line.u0();
                    u1 = line.u1();
                }
                case PdfTable table -> {
                    top = table.top();
                    bottom = table.bottom();
                    u0 = table.u0();
                    u1 = table.u1();
                }
                case PdfFigure figure -> {
                    top = figure.box().y0();
                    bottom = figure.box().y1();
                    u0 = figure.box().x0();
                    u1 = figure.box().x1();
                }
                default -> throw new IllegalStateException();
            }
            boolean overlaps = u0 < box.x1() && u1 > box.x0();
            if (!overlaps) continue;
            if (bottom <= box.y0() + 4) after = i;
            else if (top >= box.y1() - 4 && before < 0) before = i;
        }
        return after >= 0 ? after + 1 : before >= 0 ? before : order.size();
    }

    /** A figure's caption stands a few lines below or above it. */
    private static String caption(List<Object> order, int place) {
        for (int step = 0; step < 3; step++) {
            for (int at : new int[] {place + step, place - 1 - step}) {
                if (at < 0
                        || at >= order.size()
                        || !(order.get(at) instanceof PdfLine line)
                        || !Captions.figure(line.text())) continue;
                return caption(order, line);
            }
        }
        return "";
    }

    /** The line that a caption begins with, and those that go on below it. */
    private static String caption(List<Object> order, PdfLine line) {
        int at = order.indexOf(line);
        var words = new StringBuilder(line.text());
        for (int i = at + 1; i < Math.min(order.size(), at + 5); i++) {
            if (!(order.get(i) instanceof PdfLine next) || next.column() != line.column()) break;
            if (next.v() - ((PdfLine) order.get(i - 1)).v() > 1.4f * line.size()
                    || Math.abs(next.size() - line.size()) > 0.3f) break;
            PdfParagraphs.append(words, next.text());
        }
        return words.toString();
    }
}
