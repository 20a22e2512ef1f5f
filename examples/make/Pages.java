import java.awt.Color;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;

/** Sets one source on pages of A4: a cover and contents where asked for, one or two columns. */
final class Pages {

    private static final float GAP = 20;

    private final Source source;
    private final Sheet sheet;
    private final List<Furniture.Mark> earlier;
    private final List<Furniture.Mark> marks = new ArrayList<>();
    private final int columns;
    private final float width;
    private final float size;
    private int column;
    private float top;
    private float y;
    private int front;
    private int figures;

    private Pages(Source source, List<Furniture.Mark> earlier) throws IOException {
        this.source = source;
        this.earlier = earlier;
        sheet = new Sheet(source);
        columns = source.get("columns").isEmpty() ? 1 : Integer.parseInt(source.get("columns"));
        width = (sheet.format.getWidth() - 2 * Sheet.EDGE - (columns - 1) * GAP) / columns;
        size = columns > 1 ? 10 : source.get("font").isEmpty() ? 11 : 9.5f;
    }

    /** Two runs, since the contents must know the pages of what follows. */
    static byte[] write(Source source) throws IOException {
        var first = new Pages(source, List.of());
        first.set();
        first.sheet.document.close();
        var pages = new Pages(source, first.marks);
        pages.set();
        return Furniture.save(source, pages.sheet, pages.marks, pages.front);
    }

    private void set() throws IOException {
        if (!source.get("cover").isEmpty()) cover();
        else title();
        for (int i = 0; i < source.blocks().size(); i++) {
            var next = i + 1 < source.blocks().size() ? source.blocks().get(i + 1) : null;
            switch (source.blocks().get(i)) {
                case Block.Heading heading ->
                    heading(heading, next instanceof Block.Table || next instanceof Block.Heading);
                case Block.Paragraph(var text) -> paragraph(text, sheet.body, size, 0, columns > 1);
                case Block.Abstract(var text) -> abstractOf(text);
                case Block.Item(var marker, var text) -> item(marker, text);
                case Block.Code(var text) -> code(text);
                case Block.Table(var rows) -> table(rows);
                case Block.Picture picture -> picture(picture);
                case Block.Chart chart -> chart(chart);
                case Block.Contents _ -> contents();
                case Block.Break _ -> page();
            }
        }
        sheet.close();
    }

    private void page() throws IOException {
        sheet.page();
        column = 0;
        y = top = sheet.format.getHeight() - Sheet.EDGE;
    }

    /** Makes sure that so many points are free below, in this column or the next. */
    private void room(float height) throws IOException {
        if (y - height >= Sheet.EDGE) return;
        if (column + 1 < columns) {
            column++;
            y = top;
        } else {
            page();
        }
    }

    private float left() {
        return Sheet.EDGE + column * (width + GAP);
    }

    private void cover() throws IOException {
        page();
        sheet.box(0, 500, sheet.format.getWidth(), sheet.format.getHeight() - 500, Sheet.INK);
        sheet.show("Cerro Vireo Observatory", sheet.sans, 14, Sheet.EDGE, 740, Color.WHITE);
        sheet.show(source.get("title"), sheet.strong, 30, Sheet.EDGE, 610, Color.WHITE);
        sheet.show(source.get("subtitle") + ", " + source.day(), sheet.sans, 16, Sheet.EDGE, 575, Color.WHITE);
        sheet.show("Edited by " + source.get("author"), sheet.sans, 12, Sheet.EDGE, 530, Color.WHITE);
        y = 450;
    }

    private void title() throws IOException {
        page();
        for (var part : sheet.wrap(source.get("title"), sheet.strong, 19, sheet.format.getWidth() - 2 * Sheet.EDGE)) {
            y -= 20;
            sheet.show(part, sheet.strong, 19, Sheet.EDGE, y, Sheet.INK);
            y -= 5;
        }
        y -= 13;
        sheet.show(source.get("subtitle"), sheet.sans, 11, Sheet.EDGE, y, Color.DARK_GRAY);
        y -= 15;
        sheet.show(source.get("author"), sheet.sans, 10, Sheet.EDGE, y, Color.DARK_GRAY);
        y -= 20;
        top = y;
    }

    private void abstractOf(String text) throws IOException {
        for (var part : sheet.wrap(text, sheet.italic, size + 0.5f, sheet.format.getWidth() - 2 * Sheet.EDGE - 40)) {
            y -= size * 1.35f;
            sheet.show(part, sheet.italic, size + 0.5f, Sheet.EDGE + 20, y, Color.BLACK);
        }
        y -= 16;
        top = y;
    }

    private void contents() throws IOException {
        page();
        front = sheet.document.getNumberOfPages();
        y -= 22;
        sheet.show("Contents", sheet.strong, 18, Sheet.EDGE, y, Sheet.INK);
        y -= 16;
        for (var mark : earlier) {
            boolean chapter = mark.level() == 1;
            var font = chapter ? sheet.strong : sheet.body;
            y -= chapter ? 24 : 17;
            float indent = Sheet.EDGE + (chapter ? 0 : 18);
            var number = Furniture.label(mark.page(), front);
            float end = sheet.format.getWidth() - Sheet.EDGE - sheet.measure(number, font, size);
            sheet.show(mark.text(), font, size, indent, y, Color.BLACK);
            sheet.show(number, font, size, end, y, Color.BLACK);
            float start = indent + sheet.measure(mark.text(), font, size) + 6;
            for (float x = end - 8; x > start; x -= 5) sheet.show(".", sheet.body, size, x, y, Color.GRAY);
        }
        page();
    }

    private void heading(Block.Heading heading, boolean longBlockFollows) throws IOException {
        boolean chapter = heading.level() == 1;
        float points = size + (chapter ? 4 : 1.5f);
        room(longBlockFollows ? 120 : 70);
        if (y < top) y -= chapter ? 12 : 6;
        for (var part : sheet.wrap(heading.text(), sheet.strong, points, width)) {
            y -= points * 1.2f;
            sheet.show(part, sheet.strong, points, left(), y, Sheet.INK);
        }
        marks.add(new Furniture.Mark(heading.level(), heading.text(), sheet.document.getNumberOfPages() - 1, y));
        y -= 5;
    }

    private void paragraph(String text, PDFont font, float points, float indent, boolean justified) throws IOException {
        var lines = sheet.wrap(text, font, points, width - indent);
        float leading = points * (sheet.chinese() ? 1.6f : 1.35f);
        for (int i = 0; i < lines.size(); i++) {
            int left = lines.size() - i;
            int together = i == 0 && left <= 3 ? left : i == 0 || left == 2 ? 2 : 1;
            room(together * leading);
            y -= leading;
            var part = lines.get(i);
            long blanks = part.chars().filter(c -> c == ' ').count();
            boolean stretch = justified && blanks > 0 && i < lines.size() - 1;
            if (stretch) sheet.out.setWordSpacing((width - indent - sheet.measure(part, font, points)) / blanks);
            sheet.show(part, font, points, left() + indent, y, Color.BLACK);
            if (stretch) sheet.out.setWordSpacing(0);
        }
        y -= points * 0.55f;
    }

    private void item(String marker, String text) throws IOException {
        room(size * 1.4f);
        sheet.show(marker, sheet.body, size, left() + 4, y - size * 1.35f, Color.BLACK);
        paragraph(text, sheet.body, size, 20, false);
        y += size * 0.25f;
    }

    private void code(String text) throws IOException {
        var lines = text.lines().toList();
        float height = lines.size() * size * 1.3f + 8;
        room(height + 4);
        sheet.box(left(), y - height, width, height, Sheet.SHADE);
        y -= 3;
        for (var part : lines) {
            y -= size * 1.3f;
            sheet.show(part, sheet.mono, size - 1, left() + 8, y + 1, Color.BLACK);
        }
        y -= 12;
    }

    private void picture(Block.Picture picture) throws IOException {
        var image = PDImageXObject.createFromByteArray(sheet.document, Figure.png(picture.figure()), null);
        float wide = Math.min(width, image.getWidth() / 2.1f);
        float high = wide * image.getHeight() / image.getWidth();
        var caption = "Figure " + ++figures + ". " + picture.caption();
        room(high + 20 + sheet.wrap(caption, sheet.italic, size - 0.5f, width).size() * size * 1.35f);
        sheet.out.drawImage(image, left() + (width - wide) / 2, y - high - 4, wide, high);
        y -= high + 6;
        paragraph(caption, sheet.italic, size - 0.5f, 0, false);
        y -= 4;
    }

    private void chart(Block.Chart chart) throws IOException {
        float high = Flow.height(chart.steps());
        var caption = "Figure " + ++figures + ". " + chart.caption();
        room(high + 20 + sheet.wrap(caption, sheet.italic, size - 0.5f, width).size() * size * 1.35f);
        Flow.draw(sheet, chart.steps(), left() + (width - Flow.width()) / 2, y - 4);
        y -= high;
        paragraph(caption, sheet.italic, size - 0.5f, 0, false);
        y -= 4;
    }

    private void table(List<List<String>> rows) throws IOException {
        float points = columns > 1 ? 8.5f : source.get("landscape").isEmpty() ? 9.5f : 8.5f;
        var widths = widths(rows, points);
        y -= 3;
        for (int i = 0; i < rows.size(); i++) {
            float before = y;
            room(height(rows.get(i), widths, points) + (i == 0 ? 30 : 0));
            if (i > 0 && y > before) row(rows.getFirst(), widths, points, true);
            row(rows.get(i), widths, points, i == 0);
        }
        y -= 10;
    }

    /** Natural widths where they fit; else each column its longest word, and the rest shared by need. */
    private float[] widths(List<List<String>> rows, float points) {
        int count = rows.getFirst().size();
        var natural = new float[count];
        var least = new float[count];
        for (var row : rows) {
            var font = row == rows.getFirst() ? sheet.strong : sheet.body;
            for (int c = 0; c < count; c++) {
                natural[c] = Math.max(natural[c], sheet.measure(row.get(c), font, points) + 10);
                for (var word : row.get(c).split(" ")) {
                    least[c] = Math.max(least[c], sheet.measure(word, font, points) + 10);
                }
            }
        }
        float wanted = sum(natural);
        if (sheet.chinese()) least = natural;
        float base = sum(least);
        var result = new float[count];
        for (int c = 0; c < count; c++) {
            result[c] = wanted <= width
                    ? natural[c] + (width - wanted) / count
                    : least[c] + (natural[c] - least[c]) / (wanted - base) * (width - base);
        }
        return result;
    }

    private static float sum(float[] values) {
        float sum = 0;
        for (var value : values) sum += value;
        return sum;
    }

    private float height(List<String> cells, float[] widths, float points) {
        int lines = 1;
        for (int c = 0; c < widths.length; c++) {
            lines = Math.max(
                    lines,
                    sheet.wrap(cells.get(c), sheet.body, points, widths[c] - 9).size());
        }
        return lines * points * 1.25f + 6;
    }

    private void row(List<String> cells, float[] widths, float points, boolean head) throws IOException {
        float height = height(cells, widths, points);
        if (head) sheet.box(left(), y - height, width, height, Sheet.SHADE);
        float x = left();
        for (int c = 0; c < widths.length; c++) {
            var font = head ? sheet.strong : sheet.body;
            float line = y - points - 2;
            for (var part : sheet.wrap(cells.get(c), font, points, widths[c] - 9)) {
                sheet.show(part, font, points, x + 5, line, Color.BLACK);
                line -= points * 1.25f;
            }
            x += widths[c];
        }
        y -= height;
        sheet.line(left(), y, left() + width, 0.4f, Color.GRAY);
    }
}
