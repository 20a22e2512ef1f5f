package rag.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.poi.openxml4j.opc.PackagePart;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import rag.model.Block.Kind;

/** Walks the shapes of one slide: its title first, the others from top to bottom, side by side from left to right. */
final class PptxSlide {

    private static final Set<String> TITLES = Set.of("title", "ctrTitle");
    private static final Set<String> FURNITURE = Set.of("dt", "ftr", "hdr", "sldNum");
    private static final Set<String> SHAPES = Set.of("sp", "grpSp", "graphicFrame", "pic", "cxnSp", "AlternateContent");

    private final DocumentBuilder builder;
    private final PackagePart part;
    private final int number;
    private final List<String> flags;

    PptxSlide(DocumentBuilder builder, PackagePart part, int number, List<String> flags) {
        this.builder = builder;
        this.part = part;
        this.number = number;
        this.flags = flags;
    }

    void append(Element tree) {
        var title = title(tree);
        var body = title == null ? null : Xml.child(title, "txBody");
        String words = body == null ? "" : DrawingText.line(body);
        int level = title != null && placeholder(title).equals("ctrTitle") && number == 1 ? 1 : 2;
        // what stands on a slide without a title does not belong under that of the slide before
        if (words.isEmpty() && shows(tree)) words = "Slide " + number;
        builder.add(Kind.HEADING, level, words, number, "", flags);
        for (var shape : order(tree)) if (shape != title) shape(shape);
    }

    private static boolean shows(Element tree) {
        if (Xml.below(tree, "blip") != null || Xml.below(tree, "graphicFrame") != null) return true;
        for (var shape : Xml.children(tree)) {
            if (!FURNITURE.contains(placeholder(shape))
                    && !shape.getTextContent().isBlank()) return true;
        }
        return false;
    }

    private static @Nullable Element title(Element tree) {
        for (var shape : Xml.children(tree)) {
            if (TITLES.contains(placeholder(shape)) && Xml.child(shape, "txBody") != null) return shape;
        }
        return null;
    }

    /** Type of the placeholder that a shape fills: title, body …; "obj" for the usual one, "" when it is none. */
    static String placeholder(Element shape) {
        for (var properties : Xml.children(shape)) {
            if (!Xml.name(properties).startsWith("nv")) continue;
            var found = Xml.child(properties, "nvPr", "ph");
            if (found == null) return "";
            String type = Xml.attribute(found, "type");
            return type.isEmpty() ? "obj" : type;
        }
        return "";
    }

    private static List<Element> order(Element tree) {
        var shapes = new ArrayList<ShapeOrder.Placed<Element>>();
        for (var child : Xml.children(tree)) if (SHAPES.contains(Xml.name(child))) shapes.add(placed(child));
        return ShapeOrder.of(shapes);
    }

    private static ShapeOrder.Placed<Element> placed(Element shape) {
        var properties = Xml.child(shape, "spPr");
        if (properties == null) properties = Xml.child(shape, "grpSpPr");
        var frame = Xml.child(properties == null ? shape : properties, "xfrm");
        var offset = Xml.child(frame, "off");
        var extent = Xml.child(frame, "ext");
        if (TITLES.contains(placeholder(shape))) return new ShapeOrder.Placed<>(shape, 0, 0, 0);
        if (offset == null || extent == null) return ShapeOrder.unplaced(shape);
        return new ShapeOrder.Placed<>(
                shape,
                length(Xml.attribute(offset, "x")),
                length(Xml.attribute(offset, "y")),
                Math.max(0, length(Xml.attribute(extent, "cy"))));
    }

    private static long length(String emu) {
        return emu.matches("-?\\d{1,12}") ? Long.parseLong(emu) : 0;
    }

    private void shape(Element shape) {
        switch (Xml.name(shape)) {
            case "grpSp" -> order(shape).forEach(this::shape);
            case "AlternateContent" -> {
                var choice = Xml.child(shape, "Choice");
                if (choice != null) order(choice).forEach(this::shape);
            }
            case "graphicFrame" -> frame(shape);
            case "pic" -> picture(shape);
            default -> text(shape);
        }
    }

    private void text(Element shape) {
        var body = Xml.child(shape, "txBody");
        String place = placeholder(shape);
        if (body == null || FURNITURE.contains(place)) return;
        boolean listed = Set.of("obj", "body").contains(place);
        var paragraphs = DrawingText.paragraphs(body);
        boolean several = paragraphs.size() > 1;
        for (var paragraph : paragraphs) {
            String bullet = paragraph.bullet();
            if (bullet.equals("?")) bullet = listed && several || paragraph.level() > 0 ? "- " : "";
            if (bullet.isEmpty()) builder.add(Kind.PARAGRAPH, 0, paragraph.words(), number, "", flags);
            else
                builder.add(
                        Kind.LIST,
                        0,
                        "  ".repeat(paragraph.level()) + bullet + Characters.oneLine(paragraph.words()),
                        number,
                        "",
                        flags);
        }
    }

    private void frame(Element frame) {
        var table = Xml.below(frame, "tbl");
        var graphic = Xml.below(frame, "chart");
        if (graphic == null) graphic = Xml.below(frame, "relIds");
        if (table != null) {
            var rows = new ArrayList<List<String>>();
            for (var tr : Xml.children(table, "tr")) {
                var row = new ArrayList<String>();
                for (var tc : Xml.children(tr, "tc")) {
                    var body = Xml.child(tc, "txBody");
                    row.add(body == null ? "" : DrawingText.line(body)); // merged cells keep their place, empty
                }
                rows.add(row);
            }
            builder.add(Kind.TABLE, 0, MarkdownTable.of(rows), number, "", flags);
        } else if (graphic != null) {
            new OfficeGraphic(builder, number, flags).append(graphic, part);
        }
    }

    private void picture(Element picture) {
        String description = "";
        for (var properties : Xml.children(picture)) {
            if (Xml.name(properties).equals("nvPicPr"))
                description = Xml.attribute(Xml.child(properties, "cNvPr"), "descr");
        }
        var blip = Xml.below(picture, "blip");
        var caption = Characters.oneLine(description);
        try {
            var image = OfficePackage.image(part, Xml.attribute(blip, "embed"), number, caption);
            if (image != null) builder.place(image);
        } catch (IOException unreadable) {
            builder.problem("slide " + number + ": a picture could not be read");
        }
    }
}
