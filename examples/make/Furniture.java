import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.pdfbox.pdmodel.PageMode;
import org.apache.pdfbox.pdmodel.common.PDPageLabelRange;
import org.apache.pdfbox.pdmodel.common.PDPageLabels;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.destination.PDPageXYZDestination;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDDocumentOutline;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDOutlineItem;

/** What a document has beside its text: running heads, page numbers, bookmarks, what its properties say. */
final class Furniture {

    /** A heading and where it stands: the page counted from 0, the height in points. */
    record Mark(int level, String text, int page, float y) {}

    private final Source source;
    private final Sheet sheet;
    private final List<Mark> marks;
    private final int front;

    private Furniture(Source source, Sheet sheet, List<Mark> marks, int front) {
        this.source = source;
        this.sheet = sheet;
        this.marks = marks;
        this.front = front;
    }

    /** The finished file. */
    static byte[] save(Source source, Sheet sheet, List<Mark> marks, int front) throws IOException {
        return new Furniture(source, sheet, marks, front).save();
    }

    /** The number printed on a page, when so many pages are in front of page 1. */
    static String label(int page, int front) {
        return page >= front
                ? Integer.toString(page - front + 1)
                : List.of("i", "ii", "iii", "iv").get(page);
    }

    private byte[] save() throws IOException {
        for (int page = 0; page < sheet.document.getNumberOfPages(); page++) {
            if (page > 0 || source.get("cover").isEmpty()) runningHead(page);
        }
        var info = sheet.document.getDocumentInformation();
        info.setTitle(source.get("title"));
        info.setSubject(source.get("subtitle"));
        info.setAuthor(source.get("author"));
        info.setCreator("examples/make.java");
        info.setCreationDate(source.date());
        info.setModificationDate(source.date());
        var catalog = sheet.document.getDocumentCatalog();
        catalog.setLanguage(sheet.chinese() ? "zh" : "en");
        if (front > 0) {
            var labels = new PDPageLabels(sheet.document);
            labels.setLabelItem(0, labels(PDPageLabelRange.STYLE_ROMAN_LOWER));
            labels.setLabelItem(front, labels(PDPageLabelRange.STYLE_DECIMAL));
            catalog.setPageLabels(labels);
        }
        bookmarks();
        sheet.document.setDocumentId((long) source.get("output").hashCode());
        var bytes = new ByteArrayOutputStream();
        sheet.document.save(bytes);
        sheet.document.close();
        return bytes.toByteArray();
    }

    private void runningHead(int page) throws IOException {
        sheet.open(page);
        var head = source.get("header").split(" \\| ");
        var foot = source.get("footer").split(" \\| ");
        float right = sheet.format.getWidth() - Sheet.EDGE;
        float above = sheet.format.getHeight() - 40;
        sheet.show(head[0], sheet.sans, 8, Sheet.EDGE, above, Color.DARK_GRAY);
        sheet.show(head[1], sheet.sans, 8, right - sheet.measure(head[1], sheet.sans, 8), above, Color.DARK_GRAY);
        sheet.line(Sheet.EDGE, above - 5, right, 0.5f, Sheet.INK);
        sheet.line(Sheet.EDGE, 46, right, 0.5f, Sheet.INK);
        sheet.show(foot[0], sheet.sans, 8, Sheet.EDGE, 34, Color.DARK_GRAY);
        sheet.show(
                label(page, front),
                sheet.sans,
                8,
                (sheet.format.getWidth() - sheet.measure(label(page, front), sheet.sans, 8)) / 2,
                34,
                Color.DARK_GRAY);
        sheet.show(foot[1], sheet.sans, 8, right - sheet.measure(foot[1], sheet.sans, 8), 34, Color.DARK_GRAY);
        sheet.close();
    }

    private static PDPageLabelRange labels(String style) {
        var range = new PDPageLabelRange();
        range.setStyle(style);
        range.setStart(1);
        return range;
    }

    private void bookmarks() {
        var outline = new PDDocumentOutline();
        PDOutlineItem parent = null;
        for (var mark : marks) {
            var target = new PDPageXYZDestination();
            target.setPage(sheet.document.getPage(mark.page()));
            target.setTop((int) mark.y() + 20);
            var item = new PDOutlineItem();
            item.setTitle(mark.text());
            item.setDestination(target);
            if (mark.level() > 1 && parent != null) parent.addLast(item);
            else outline.addLast(parent = item);
        }
        sheet.document.getDocumentCatalog().setDocumentOutline(outline);
        if (front > 0) sheet.document.getDocumentCatalog().setPageMode(PageMode.USE_OUTLINES);
    }
}
