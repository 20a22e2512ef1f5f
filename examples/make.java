///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Writes the example PDF, DOCX and PNG files from examples/sources: jbang examples/make.java [FOLDER]
//JAVA 25+
//DEPS org.apache.pdfbox:pdfbox:3.0.8
//DEPS org.apache.poi:poi-ooxml:5.5.1

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontFormatException;
import java.awt.Graphics2D;
import java.awt.Polygon;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
import org.apache.fontbox.util.autodetect.FontFileFinder;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.PageMode;
import org.apache.pdfbox.pdmodel.common.PDPageLabelRange;
import org.apache.pdfbox.pdmodel.common.PDPageLabels;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.destination.PDPageXYZDestination;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDDocumentOutline;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDOutlineItem;
import org.apache.poi.common.usermodel.PictureType;
import org.apache.poi.util.Units;
import org.apache.poi.xwpf.usermodel.ParagraphAlignment;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFParagraph;
import org.apache.poi.xwpf.usermodel.XWPFStyle;
import org.apache.poi.xwpf.usermodel.XWPFTable;
import org.openxmlformats.schemas.officeDocument.x2006.sharedTypes.STVerticalAlignRun;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.CTStyle;
import org.openxmlformats.schemas.wordprocessingml.x2006.main.STStyleType;

/**
 * Sources are a small subset of Markdown below a head of {@code key: value} lines. The same sources, libraries and fonts
 * give the same bytes, so that a change in Git is a change of content.
 */
class make {

    static void main(String... args) throws Exception {
        System.setProperty("java.awt.headless", "true");
        System.setProperty("log4j2.loggerContextFactory", "org.apache.logging.log4j.simple.SimpleLoggerContextFactory");
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        var folder = Path.of(args.length > 0 ? args[0] : "examples");
        var documents = folder.resolve("documents");
        try (var paths = Files.list(folder.resolve("sources"))) {
            for (var path :
                    paths.filter(p -> p.toString().endsWith(".md")).sorted().toList()) {
                var source = Source.parse(Files.readString(path));
                var output = documents.resolve(source.get("output"));
                if (source.get("font").equals("cjk") && Pages.cjkFont().isEmpty()) {
                    IO.println(output + ": left as it is, Droid Sans Fallback is not installed"
                            + " (Debian: fonts-droid-fallback)");
                    continue;
                }
                Files.createDirectories(output.getParent());
                Files.write(output, output.toString().endsWith(".pdf") ? Pages.write(source) : Word.write(source));
                IO.println(output + ": " + Files.size(output) + " bytes");
            }
        }
        var plot = documents.resolve("manuals/images/reflectivity.png");
        Files.createDirectories(plot.getParent());
        Files.write(plot, Figure.png("reflectivity"));
        IO.println(plot + ": " + Files.size(plot) + " bytes");
    }

    // ---------------------------------------------------------------- the sources

    sealed interface Block {}

    record Heading(int level, String text) implements Block {}

    record Paragraph(String text) implements Block {}

    record Abstract(String text) implements Block {}

    record Item(String marker, String text) implements Block {}

    record Code(String text) implements Block {}

    record Table(List<List<String>> rows) implements Block {}

    record Picture(String caption, String figure) implements Block {}

    record Contents() implements Block {}

    record Break() implements Block {}

    record Source(Map<String, String> head, List<Block> blocks, Map<String, String> notes) {

        String get(String key) {
            return head.getOrDefault(key, "");
        }

        GregorianCalendar date() {
            return GregorianCalendar.from(
                    LocalDate.parse(get("date")).atTime(12, 0).atZone(ZoneOffset.UTC));
        }

        String day() {
            return LocalDate.parse(get("date")).format(DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.UK));
        }

        /** Reads front matter, then blocks that are set apart by empty lines. */
        static Source parse(String text) {
            var parts = text.split("(?m)^---\n", 3);
            var head = new LinkedHashMap<String, String>();
            parts[1].lines().map(line -> line.split(": ", 2)).forEach(pair -> head.put(pair[0], pair[1]));
            var blocks = new ArrayList<Block>();
            var notes = new LinkedHashMap<String, String>();
            for (var part : parts[2].strip().split("\n{2,}")) {
                if (part.startsWith("[^")) notes.put(part.substring(2, part.indexOf(']')), part.split(": ", 2)[1]);
                else if (part.startsWith("|")) blocks.add(table(part));
                else if (part.matches("(?s)(\\*|\\d+\\.) .*")) part.lines().forEach(line -> blocks.add(item(line)));
                else blocks.add(block(part));
            }
            return new Source(head, blocks, notes);
        }

        private static Block block(String part) {
            if (part.startsWith("### ")) return new Heading(2, part.substring(4));
            if (part.startsWith("## ")) return new Heading(1, part.substring(3));
            if (part.startsWith("> ")) return new Abstract(part.substring(2));
            if (part.startsWith("    ")) return new Code(part.stripIndent());
            if (part.equals("[contents]")) return new Contents();
            if (part.equals("[page]")) return new Break();
            if (part.startsWith("![")) {
                int end = part.lastIndexOf("](");
                return new Picture(part.substring(2, end), part.substring(end + 2, part.length() - 1));
            }
            return new Paragraph(part.replace("`", ""));
        }

        private static Item item(String line) {
            var pair = line.replace("`", "").split(" ", 2);
            return new Item(pair[0].equals("*") ? "•" : pair[0], pair[1]);
        }

        private static Table table(String part) {
            return new Table(part.lines()
                    .filter(line -> !line.startsWith("| ---"))
                    .map(line -> line.substring(1, line.lastIndexOf('|')).split("\\|", -1))
                    .map(cells -> Arrays.stream(cells).map(String::strip).toList())
                    .toList());
        }
    }

    // ---------------------------------------------------------------- PDF

    /** Sets one source on pages of A4: a cover and contents where asked for, one or two columns, running heads. */
    static class Pages {

        private static final float EDGE = 62;
        private static final float GAP = 20;
        private static final Color INK = new Color(0x1F3A5F);
        private static final Color SHADE = new Color(0xE6ECF3);

        /** A line may end after a blank and around a Chinese character, but not before closing or after opening marks. */
        private static final Pattern BREAKS = Pattern.compile(
                "(?<= )|(?<=[\\u2e80-\\uffee])(?![，。、；：）” ])" + "|(?=[\\u2e80-\\uffee])(?<![（“ ])(?![，。、；：）”])");

        private record Mark(int level, String text, int page, float y) {}

        private final PDDocument document = new PDDocument();
        private final Source source;
        private final List<Mark> earlier;
        private final List<Mark> marks = new ArrayList<>();
        private final PDFont body;
        private final PDFont italic;
        private final PDFont strong = new PDType1Font(FontName.HELVETICA_BOLD);
        private final PDFont sans = new PDType1Font(FontName.HELVETICA);
        private final PDFont mono = new PDType1Font(FontName.COURIER);
        private final PDFont cjk;
        private final PDRectangle format;
        private final int columns;
        private final float width;
        private final float size;
        private PDPageContentStream out;
        private int column;
        private float top;
        private float y;
        private int front;
        private int figures;

        private Pages(Source source, List<Mark> earlier) throws IOException {
            this.source = source;
            this.earlier = earlier;
            boolean plain = !source.get("font").isEmpty();
            body = plain ? sans : new PDType1Font(FontName.TIMES_ROMAN);
            italic = new PDType1Font(plain ? FontName.HELVETICA_OBLIQUE : FontName.TIMES_ITALIC);
            cjk = source.get("font").equals("cjk")
                    ? PDType0Font.load(document, cjkFont().orElseThrow())
                    : null;
            var a4 = PDRectangle.A4;
            format = source.get("landscape").isEmpty() ? a4 : new PDRectangle(a4.getHeight(), a4.getWidth());
            columns = source.get("columns").isEmpty() ? 1 : Integer.parseInt(source.get("columns"));
            width = (format.getWidth() - 2 * EDGE - (columns - 1) * GAP) / columns;
            size = columns > 1 ? 10 : plain ? 9.5f : 11;
        }

        static Optional<File> cjkFont() {
            return new FontFileFinder()
                    .find().stream()
                            .filter(uri -> uri.getPath().endsWith("/DroidSansFallbackFull.ttf"))
                            .map((URI uri) -> new File(uri))
                            .findFirst();
        }

        /** Two runs, since the contents must know the pages of what follows. */
        static byte[] write(Source source) throws IOException {
            var first = new Pages(source, List.of());
            first.set();
            first.document.close();
            var pages = new Pages(source, first.marks);
            pages.set();
            return pages.save();
        }

        private void set() throws IOException {
            if (!source.get("cover").isEmpty()) cover();
            else title();
            for (int i = 0; i < source.blocks().size(); i++) {
                var next = i + 1 < source.blocks().size() ? source.blocks().get(i + 1) : null;
                switch (source.blocks().get(i)) {
                    case Heading heading -> heading(heading, next instanceof Table || next instanceof Heading);
                    case Paragraph(var text) -> paragraph(text, body, size, 0, columns > 1);
                    case Abstract(var text) -> abstractOf(text);
                    case Item(var marker, var text) -> item(marker, text);
                    case Code(var text) -> code(text);
                    case Table(var rows) -> table(rows);
                    case Picture picture -> picture(picture);
                    case Contents _ -> contents();
                    case Break _ -> page();
                }
            }
            out.close();
        }

        private byte[] save() throws IOException {
            for (int page = 0; page < document.getNumberOfPages(); page++) {
                if (page > 0 || source.get("cover").isEmpty()) furniture(page);
            }
            var info = document.getDocumentInformation();
            info.setTitle(source.get("title"));
            info.setSubject(source.get("subtitle"));
            info.setAuthor(source.get("author"));
            info.setCreator("examples/make.java");
            info.setCreationDate(source.date());
            info.setModificationDate(source.date());
            var catalog = document.getDocumentCatalog();
            catalog.setLanguage(cjk == null ? "en" : "zh");
            if (front > 0) {
                var labels = new PDPageLabels(document);
                labels.setLabelItem(0, labels(PDPageLabelRange.STYLE_ROMAN_LOWER));
                labels.setLabelItem(front, labels(PDPageLabelRange.STYLE_DECIMAL));
                catalog.setPageLabels(labels);
            }
            bookmarks();
            document.setDocumentId((long) source.get("output").hashCode());
            var bytes = new ByteArrayOutputStream();
            document.save(bytes);
            document.close();
            return bytes.toByteArray();
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
                target.setPage(document.getPage(mark.page()));
                target.setTop((int) mark.y() + 20);
                var item = new PDOutlineItem();
                item.setTitle(mark.text());
                item.setDestination(target);
                if (mark.level() > 1 && parent != null) parent.addLast(item);
                else outline.addLast(parent = item);
            }
            document.getDocumentCatalog().setDocumentOutline(outline);
            if (front > 0) document.getDocumentCatalog().setPageMode(PageMode.USE_OUTLINES);
        }

        private String label(int page) {
            return page >= front
                    ? Integer.toString(page - front + 1)
                    : List.of("i", "ii", "iii", "iv").get(page);
        }

        private void furniture(int page) throws IOException {
            var mode = PDPageContentStream.AppendMode.APPEND;
            out = new PDPageContentStream(document, document.getPage(page), mode, true, true);
            var head = source.get("header").split(" \\| ");
            var foot = source.get("footer").split(" \\| ");
            float right = format.getWidth() - EDGE;
            float above = format.getHeight() - 40;
            show(head[0], sans, 8, EDGE, above, Color.DARK_GRAY);
            show(head[1], sans, 8, right - measure(head[1], sans, 8), above, Color.DARK_GRAY);
            line(EDGE, above - 5, right, 0.5f, INK);
            line(EDGE, 46, right, 0.5f, INK);
            show(foot[0], sans, 8, EDGE, 34, Color.DARK_GRAY);
            show(label(page), sans, 8, (format.getWidth() - measure(label(page), sans, 8)) / 2, 34, Color.DARK_GRAY);
            show(foot[1], sans, 8, right - measure(foot[1], sans, 8), 34, Color.DARK_GRAY);
            out.close();
        }

        private void page() throws IOException {
            if (out != null) out.close();
            var page = new PDPage(format);
            document.addPage(page);
            out = new PDPageContentStream(document, page);
            column = 0;
            y = top = format.getHeight() - EDGE;
        }

        /** Makes sure that so many points are free below, in this column or the next. */
        private void room(float height) throws IOException {
            if (y - height >= EDGE) return;
            if (column + 1 < columns) {
                column++;
                y = top;
            } else {
                page();
            }
        }

        private float left() {
            return EDGE + column * (width + GAP);
        }

        private void cover() throws IOException {
            page();
            box(0, 500, format.getWidth(), format.getHeight() - 500, INK);
            show("Cerro Vireo Observatory", sans, 14, EDGE, 740, Color.WHITE);
            show(source.get("title"), strong, 30, EDGE, 610, Color.WHITE);
            show(source.get("subtitle") + ", " + source.day(), sans, 16, EDGE, 575, Color.WHITE);
            show("Edited by " + source.get("author"), sans, 12, EDGE, 530, Color.WHITE);
            y = 450;
        }

        private void title() throws IOException {
            page();
            for (var part : wrap(source.get("title"), strong, 19, format.getWidth() - 2 * EDGE)) {
                y -= 20;
                show(part, strong, 19, EDGE, y, INK);
                y -= 5;
            }
            y -= 13;
            show(source.get("subtitle"), sans, 11, EDGE, y, Color.DARK_GRAY);
            y -= 15;
            show(source.get("author"), sans, 10, EDGE, y, Color.DARK_GRAY);
            y -= 20;
            top = y;
        }

        private void abstractOf(String text) throws IOException {
            for (var part : wrap(text, italic, size + 0.5f, format.getWidth() - 2 * EDGE - 40)) {
                y -= size * 1.35f;
                show(part, italic, size + 0.5f, EDGE + 20, y, Color.BLACK);
            }
            y -= 16;
            top = y;
        }

        private void contents() throws IOException {
            page();
            front = document.getNumberOfPages();
            y -= 22;
            show("Contents", strong, 18, EDGE, y, INK);
            y -= 16;
            for (var mark : earlier) {
                boolean chapter = mark.level() == 1;
                var font = chapter ? strong : body;
                y -= chapter ? 24 : 17;
                float indent = EDGE + (chapter ? 0 : 18);
                var number = label(mark.page());
                float end = format.getWidth() - EDGE - measure(number, font, size);
                show(mark.text(), font, size, indent, y, Color.BLACK);
                show(number, font, size, end, y, Color.BLACK);
                float start = indent + measure(mark.text(), font, size) + 6;
                for (float x = end - 8; x > start; x -= 5) show(".", body, size, x, y, Color.GRAY);
            }
            page();
        }

        private void heading(Heading heading, boolean longBlockFollows) throws IOException {
            boolean chapter = heading.level() == 1;
            float points = size + (chapter ? 4 : 1.5f);
            room(longBlockFollows ? 120 : 70);
            if (y < top) y -= chapter ? 12 : 6;
            for (var part : wrap(heading.text(), strong, points, width)) {
                y -= points * 1.2f;
                show(part, strong, points, left(), y, INK);
            }
            marks.add(new Mark(heading.level(), heading.text(), document.getNumberOfPages() - 1, y));
            y -= 5;
        }

        private void paragraph(String text, PDFont font, float points, float indent, boolean justified)
                throws IOException {
            var lines = wrap(text, font, points, width - indent);
            float leading = points * (cjk == null ? 1.35f : 1.6f);
            for (int i = 0; i < lines.size(); i++) {
                int left = lines.size() - i;
                int together = i == 0 && left <= 3 ? left : i == 0 || left == 2 ? 2 : 1;
                room(together * leading);
                y -= leading;
                var part = lines.get(i);
                long blanks = part.chars().filter(c -> c == ' ').count();
                boolean stretch = justified && blanks > 0 && i < lines.size() - 1;
                if (stretch) out.setWordSpacing((width - indent - measure(part, font, points)) / blanks);
                show(part, font, points, left() + indent, y, Color.BLACK);
                if (stretch) out.setWordSpacing(0);
            }
            y -= points * 0.55f;
        }

        private void item(String marker, String text) throws IOException {
            room(size * 1.4f);
            show(marker, body, size, left() + 4, y - size * 1.35f, Color.BLACK);
            paragraph(text, body, size, 20, false);
            y += size * 0.25f;
        }

        private void code(String text) throws IOException {
            var lines = text.lines().toList();
            float height = lines.size() * size * 1.3f + 8;
            room(height + 4);
            box(left(), y - height, width, height, SHADE);
            y -= 3;
            for (var part : lines) {
                y -= size * 1.3f;
                show(part, mono, size - 1, left() + 8, y + 1, Color.BLACK);
            }
            y -= 12;
        }

        private void picture(Picture picture) throws IOException {
            var image = PDImageXObject.createFromByteArray(document, Figure.png(picture.figure()), null);
            float wide = Math.min(width, image.getWidth() / 2.1f);
            float high = wide * image.getHeight() / image.getWidth();
            var caption = "Figure " + ++figures + ". " + picture.caption();
            room(high + 20 + wrap(caption, italic, size - 0.5f, width).size() * size * 1.35f);
            out.drawImage(image, left() + (width - wide) / 2, y - high - 4, wide, high);
            y -= high + 6;
            paragraph(caption, italic, size - 0.5f, 0, false);
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
                var font = row == rows.getFirst() ? strong : body;
                for (int c = 0; c < count; c++) {
                    natural[c] = Math.max(natural[c], measure(row.get(c), font, points) + 10);
                    for (var word : row.get(c).split(" ")) {
                        least[c] = Math.max(least[c], measure(word, font, points) + 10);
                    }
                }
            }
            float wanted = sum(natural);
            if (cjk != null) least = natural;
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
                        lines, wrap(cells.get(c), body, points, widths[c] - 9).size());
            }
            return lines * points * 1.25f + 6;
        }

        private void row(List<String> cells, float[] widths, float points, boolean head) throws IOException {
            float height = height(cells, widths, points);
            if (head) box(left(), y - height, width, height, SHADE);
            float x = left();
            for (int c = 0; c < widths.length; c++) {
                var font = head ? strong : body;
                float line = y - points - 2;
                for (var part : wrap(cells.get(c), font, points, widths[c] - 9)) {
                    show(part, font, points, x + 5, line, Color.BLACK);
                    line -= points * 1.25f;
                }
                x += widths[c];
            }
            y -= height;
            line(left(), y, left() + width, 0.4f, Color.GRAY);
        }

        private List<String> wrap(String text, PDFont font, float points, float limit) {
            var lines = new ArrayList<String>();
            var line = new StringBuilder();
            for (var word : BREAKS.split(text)) {
                if (!line.isEmpty() && measure((line + word).stripTrailing(), font, points) > limit) {
                    lines.add(line.toString().stripTrailing());
                    line.setLength(0);
                }
                line.append(word);
            }
            lines.add(line.toString().stripTrailing());
            return lines;
        }

        /** The standard fonts have no Chinese, the Chinese font no Latin letters. */
        private PDFont fontOf(char c, PDFont font) {
            return cjk != null && (c >= '\u2e80' || c == '“' || c == '”') ? cjk : font;
        }

        private float measure(String text, PDFont font, float points) {
            try {
                float sum = 0;
                for (char c : text.toCharArray()) sum += fontOf(c, font).getStringWidth(String.valueOf(c));
                return sum * points / 1000;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void show(String text, PDFont font, float points, float x, float baseline, Color color)
                throws IOException {
            out.beginText();
            out.setNonStrokingColor(color);
            out.setStrokingColor(color);
            out.newLineAtOffset(x, baseline);
            for (int from = 0, to; from < text.length(); from = to) {
                var used = fontOf(text.charAt(from), font);
                for (to = from + 1; to < text.length() && fontOf(text.charAt(to), font) == used; ) to++;
                out.setFont(used, points);
                boolean bold = used == cjk && font == strong;
                out.setRenderingMode(bold ? RenderingMode.FILL_STROKE : RenderingMode.FILL);
                if (bold) out.setLineWidth(points / 40);
                out.showText(text.substring(from, to));
            }
            out.endText();
        }

        private void line(float x, float at, float end, float thickness, Color color) throws IOException {
            out.setStrokingColor(color);
            out.setLineWidth(thickness);
            out.moveTo(x, at);
            out.lineTo(end, at);
            out.stroke();
        }

        private void box(float x, float bottom, float wide, float high, Color color) throws IOException {
            out.setNonStrokingColor(color);
            out.addRect(x, bottom, wide, high);
            out.fill();
        }
    }

    // ---------------------------------------------------------------- DOCX

    /** One source as a DOCX file of A4 pages; lengths in twentieths of a point. */
    static class Word {

        private static final int EDGE = 1250;
        private static final int TEXT_WIDTH = 11906 - 2 * EDGE;

        static byte[] write(Source source) throws Exception {
            try (var document = new XWPFDocument()) {
                styles(document);
                var page = document.getDocument().getBody().addNewSectPr();
                page.addNewPgSz().setW(11906);
                page.getPgSz().setH(16838);
                var margins = page.addNewPgMar();
                margins.setLeft(EDGE);
                margins.setRight(EDGE);
                margins.setTop(EDGE);
                margins.setBottom(EDGE);
                var core = document.getProperties().getCoreProperties();
                core.setTitle(source.get("title"));
                core.setCreator(source.get("author"));
                core.setCreated(Optional.of(source.date().getTime()));
                core.setModified(Optional.of(source.date().getTime()));
                paragraph(document, "Title", source.get("title"));
                paragraph(document, "Subtitle", source.get("author") + ", " + source.day());
                int figures = 0;
                for (var block : source.blocks()) {
                    switch (block) {
                        case Heading(var level, var text) -> paragraph(document, "Heading" + level, text);
                        case Paragraph(var text) -> noted(document.createParagraph(), text, source);
                        case Table(var rows) -> table(document, rows, source);
                        case Picture picture -> picture(document, picture, ++figures);
                        default -> throw new IllegalArgumentException("no such block in DOCX: " + block);
                    }
                }
                var bytes = new ByteArrayOutputStream();
                document.write(bytes);
                return fixedTimes(bytes.toByteArray(), source.date().getTime());
            }
        }

        private static void styles(XWPFDocument document) {
            style(document, "Normal", "Normal", 22, false, 120);
            style(document, "Title", "Title", 40, true, 60);
            style(document, "Subtitle", "Subtitle", 22, false, 240);
            style(document, "Heading1", "heading 1", 30, true, 120);
            style(document, "Heading2", "heading 2", 26, true, 120);
            style(document, "Caption", "caption", 19, false, 240);
            style(document, "FootnoteText", "footnote text", 18, false, 0);
            var mark = CTStyle.Factory.newInstance();
            mark.setStyleId("FootnoteReference");
            mark.addNewName().setVal("footnote reference");
            mark.setType(STStyleType.CHARACTER);
            mark.addNewRPr().addNewVertAlign().setVal(STVerticalAlignRun.SUPERSCRIPT);
            document.getStyles().addStyle(new XWPFStyle(mark));
        }

        private static void style(
                XWPFDocument document, String id, String name, int halfPoints, boolean bold, int after) {
            var style = CTStyle.Factory.newInstance();
            style.setStyleId(id);
            style.addNewName().setVal(name);
            style.setType(STStyleType.PARAGRAPH);
            style.addNewQFormat();
            if (id.equals("Normal")) style.setDefault(true);
            else style.addNewBasedOn().setVal("Normal");
            var paragraph = style.addNewPPr();
            var spacing = paragraph.addNewSpacing();
            spacing.setAfter(after);
            if (id.startsWith("Heading")) {
                spacing.setBefore(240);
                paragraph.addNewKeepNext();
                paragraph.addNewOutlineLvl().setVal(BigInteger.valueOf(id.charAt(7) - '1'));
            }
            var run = style.addNewRPr();
            var fonts = run.addNewRFonts();
            fonts.setAscii("Calibri");
            fonts.setHAnsi("Calibri");
            run.addNewSz().setVal(halfPoints);
            if (bold) {
                run.addNewB();
                run.addNewColor().setVal("1F3A5F");
            }
            var styles = document.getStyles() == null ? document.createStyles() : document.getStyles();
            styles.addStyle(new XWPFStyle(style));
        }

        private static XWPFParagraph paragraph(XWPFDocument document, String style, String text) {
            var paragraph = document.createParagraph();
            paragraph.setStyle(style);
            paragraph.createRun().setText(text);
            return paragraph;
        }

        /** Text in which {@code [^1]} stands for a footnote. */
        private static void noted(XWPFParagraph paragraph, String text, Source source) {
            var parts = text.split("\\[\\^|(?<=\\[\\^\\d)\\]");
            for (int i = 0; i < parts.length; i++) {
                if (i % 2 == 0) {
                    paragraph.createRun().setText(parts[i]);
                    continue;
                }
                var note = paragraph.getDocument().createFootnote();
                var line = note.createParagraph();
                line.setStyle("FootnoteText");
                note.ensureFootnoteRef(line);
                line.createRun().setText(" " + source.notes().get(parts[i]));
                paragraph.addFootnoteReference(note);
            }
        }

        private static void table(XWPFDocument document, List<List<String>> rows, Source source) {
            XWPFTable table = document.createTable(rows.size(), rows.getFirst().size());
            var widths = new int[rows.getFirst().size()];
            for (var row : rows) {
                for (int c = 0; c < widths.length; c++)
                    widths[c] = Math.max(widths[c], Math.clamp(row.get(c).length(), 7, 40));
            }
            int sum = Arrays.stream(widths).sum();
            var grid = table.getCTTbl().addNewTblGrid();
            for (int w : widths) grid.addNewGridCol().setW(TEXT_WIDTH * w / sum);
            table.getRow(0).setRepeatHeader(true);
            for (int r = 0; r < rows.size(); r++) {
                table.getRow(r).setCantSplitRow(true);
                for (int c = 0; c < rows.get(r).size(); c++) {
                    var cell = table.getRow(r).getCell(c);
                    cell.setWidth(Integer.toString(TEXT_WIDTH * widths[c] / sum));
                    var line = cell.getParagraphs().getFirst();
                    line.setSpacingAfter(20);
                    noted(line, rows.get(r).get(c), source);
                    if (r == 0) {
                        cell.setColor("E6ECF3");
                        line.getRuns().forEach(run -> run.setBold(true));
                    }
                }
            }
            document.createParagraph();
        }

        private static void picture(XWPFDocument document, Picture picture, int number) throws Exception {
            var png = Figure.png(picture.figure());
            var image = ImageIO.read(new ByteArrayInputStream(png));
            var paragraph = document.createParagraph();
            paragraph.setAlignment(ParagraphAlignment.CENTER);
            paragraph.setKeepNext(true);
            paragraph
                    .createRun()
                    .addPicture(
                            new ByteArrayInputStream(png),
                            PictureType.PNG,
                            picture.figure() + ".png",
                            Units.toEMU(image.getWidth() / 2.6),
                            Units.toEMU(image.getHeight() / 2.6));
            paragraph(document, "Caption", "Figure " + number + ". " + picture.caption());
        }

        /** The ZIP entries once more, with the document's date in place of the clock's. */
        private static byte[] fixedTimes(byte[] zip, Date date) throws IOException {
            var bytes = new ByteArrayOutputStream();
            try (var in = new ZipInputStream(new ByteArrayInputStream(zip));
                    var out = new ZipOutputStream(bytes)) {
                for (ZipEntry entry; (entry = in.getNextEntry()) != null; ) {
                    var copy = new ZipEntry(entry.getName());
                    copy.setTimeLocal(date.toInstant().atZone(ZoneOffset.UTC).toLocalDateTime());
                    out.putNextEntry(copy);
                    in.transferTo(out);
                }
            }
            return bytes.toByteArray();
        }
    }

    // ---------------------------------------------------------------- figures

    /** Draws at two pixels a point, with a font that PDFBox brings along, so that no installed font matters. */
    static class Figure {

        private static final Color BLUE = new Color(0x2F6DB3);
        private static final Color RED = new Color(0xB5452C);
        private final BufferedImage image;
        private final Graphics2D g;

        private Figure(int width, int height) throws IOException {
            image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
            g = image.createGraphics();
            g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            g.setColor(Color.WHITE);
            g.fillRect(0, 0, width, height);
            try (var font =
                    PDFont.class.getResourceAsStream("/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf")) {
                g.setFont(Font.createFont(Font.TRUETYPE_FONT, font).deriveFont(20f));
            } catch (FontFormatException e) {
                throw new IOException("PDFBox's own font cannot be read", e);
            }
        }

        /** Line art in few colours: sixteen levels a channel and a palette make the file a quarter as large. */
        static byte[] png(String name) throws IOException {
            var drawn = draw(name);
            int width = drawn.getWidth();
            var pixels = drawn.getRGB(0, 0, width, drawn.getHeight(), null, 0, width);
            for (int i = 0; i < pixels.length; i++) pixels[i] = (pixels[i] >> 4 & 0x0F0F0F) * 17;
            var palette = Arrays.stream(pixels).distinct().sorted().toArray();
            var colors = new IndexColorModel(8, palette.length, palette, 0, false, -1, DataBuffer.TYPE_BYTE);
            var image = new BufferedImage(width, drawn.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, colors);
            for (int i = 0; i < pixels.length; i++) {
                image.getRaster().setSample(i % width, i / width, 0, Arrays.binarySearch(palette, pixels[i]));
            }
            var bytes = new ByteArrayOutputStream();
            ImageIO.write(image, "png", bytes);
            return bytes.toByteArray();
        }

        private static BufferedImage draw(String name) throws IOException {
            return switch (name) {
                case "flow" -> flow();
                case "seeing" -> seeing();
                case "shutter" -> shutter();
                case "reflectivity" -> reflectivity();
                default -> throw new IllegalArgumentException("no figure is called " + name);
            };
        }

        private static BufferedImage flow() throws IOException {
            var f = new Figure(920, 840);
            f.box(40, 10, 380, 60, "Every 10 s: read all sensors");
            var questions = List.of(
                    "Rain, snow or lightning?",
                    "Gust > 20 m/s or mean > 15 m/s?",
                    "Humidity 85 % or more?",
                    "Near dew point, or dust?");
            var answers = List.of(
                    "Close dome and mirror covers", "Close dome, park", "Close dome", "Close mirror covers only");
            for (int i = 0; i < 4; i++) {
                int middle = 150 + i * 135;
                f.arrow(230, middle - 80, 230, middle - 50);
                f.diamond(230, middle, 220, 50, questions.get(i));
                f.arrow(450, middle, 520, middle);
                f.label("yes", 465, middle - 8);
                f.label("no", 240, middle + 70);
                f.box(520, middle - 30, 340, 60, answers.get(i));
                if (i < 3) f.g.drawLine(860, middle, 905, middle);
            }
            f.arrow(230, 605, 230, 690);
            f.box(40, 690, 380, 60, "Go on observing");
            f.g.drawLine(905, 150, 905, 665);
            f.arrow(905, 665, 880, 665);
            f.diamond(690, 665, 190, 50, "Encoder and switch agree?");
            f.arrow(690, 715, 690, 765);
            f.label("no, for 45 s", 702, 745);
            f.box(520, 765, 340, 60, "Alarm NJ-1107: hand crank");
            return f.image;
        }

        private static BufferedImage seeing() throws IOException {
            var f = new Figure(680, 440);
            f.axes(-3, 3, 1, 0, 1.4, 0.2, "Mirror minus air (°C)", "Dome seeing (arcsec)");
            f.line(
                    BLUE,
                    IntStream.range(0, 120)
                            .mapToObj(i -> i / 40.0)
                            .flatMapToDouble(x -> DoubleStream.of(x, 0.36 * Math.pow(x, 1.2)))
                            .toArray());
            double[] noise = {.02, -.03, .01, .03, -.02, -.01, .02, -.02, .03, -.03, .01, .02};
            for (int i = -11; i <= 11; i++) {
                double x = i / 4.0;
                double base = x > 0 ? 0.36 * Math.pow(x, 1.2) : x < -2 ? 0.1 + 0.22 * (-2 - x) : 0.1;
                f.dot(x, Math.max(0.06, base + noise[Math.floorMod(i, 12)]));
            }
            return f.image;
        }

        private static BufferedImage shutter() throws IOException {
            var f = new Figure(900, 440);
            f.axes(0, 35, 5, 0, 100, 20, "Minutes after 03:15 local time", "Left shutter closed (%)");
            f.line(BLUE, 0, 0, 3, 0, 3.75, 61, 10, 61, 32, 100, 35, 100);
            f.line(RED, 3.75, 0, 3.75, 100);
            f.mark("03:19 motor stops at 61 %", 4.4, 90, RED);
            f.mark("hand crank 03:25 to 03:47", 15, 60, BLUE);
            return f.image;
        }

        private static BufferedImage reflectivity() throws IOException {
            var f = new Figure(900, 440);
            f.axes(0, 24, 3, 84, 92, 1, "Months since coating", "Reflectivity at 550 nm (%)");
            double[] washes = {3, 90, 3, 90.8, 6, 89.3, 6, 90.1, 9, 88.6, 9, 89.4, 12, 87.9, 12, 88.7, 15, 87.2, 15, 88
            };
            double[] last = {18, 86.5, 18, 87.3, 21, 85.8, 21, 86.6, 22, 86.1};
            f.line(
                    BLUE,
                    Stream.of(new double[] {0, 91.5}, washes, last)
                            .flatMapToDouble(Arrays::stream)
                            .toArray());
            f.g.setStroke(new BasicStroke(3, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, new float[] {12, 8}, 0));
            f.path(RED, 0, 85, 24, 85);
            f.mark("limit 85 %", 1, 85.25, RED);
            return f.image;
        }

        private double x0;
        private double x1;
        private double y0;
        private double y1;

        private void axes(
                double fromX, double toX, double stepX, double fromY, double toY, double stepY, String x, String y) {
            x0 = fromX;
            x1 = toX;
            y0 = fromY;
            y1 = toY;
            g.setStroke(new BasicStroke(1));
            for (double v = fromX; v <= toX + 1e-9; v += stepX) grid(v, fromY, v, toY, number(v), -8, 28);
            for (double v = fromY; v <= toY + 1e-9; v += stepY) grid(fromX, v, toX, v, number(v), -46, 7);
            label(x, image.getWidth() / 2 - g.getFontMetrics().stringWidth(x) / 2 + 30, image.getHeight() - 10);
            g.rotate(-Math.PI / 2);
            label(y, -image.getHeight() / 2 - g.getFontMetrics().stringWidth(y) / 2 + 30, 24);
            g.rotate(Math.PI / 2);
        }

        private static String number(double value) {
            return value == Math.rint(value) ? Long.toString((long) value) : "%.1f".formatted(value);
        }

        private void grid(double ax, double ay, double bx, double by, String text, int dx, int dy) {
            g.setColor(Color.LIGHT_GRAY);
            g.drawLine(px(ax), py(ay), px(bx), py(by));
            label(text, px(ax) + dx, py(ay) + dy);
        }

        private int px(double x) {
            return (int) Math.round(90 + (x - x0) / (x1 - x0) * (image.getWidth() - 120));
        }

        private int py(double y) {
            return (int) Math.round(20 + (y1 - y) / (y1 - y0) * (image.getHeight() - 90));
        }

        private void line(Color color, double... xy) {
            g.setStroke(new BasicStroke(4));
            path(color, xy);
        }

        private void path(Color color, double... xy) {
            var path = new Path2D.Double();
            path.moveTo(px(xy[0]), py(xy[1]));
            for (int i = 2; i < xy.length; i += 2) path.lineTo(px(xy[i]), py(xy[i + 1]));
            g.setColor(color);
            g.draw(path);
        }

        private void dot(double x, double y) {
            g.setColor(RED);
            g.fillOval(px(x) - 6, py(y) - 6, 12, 12);
        }

        private void mark(String text, double x, double y, Color color) {
            g.setColor(color);
            g.drawString(text, px(x), py(y));
        }

        private void label(String text, int x, int baseline) {
            g.setColor(Color.BLACK);
            g.drawString(text, x, baseline);
        }

        private void centred(String text, int x, int y) {
            label(text, x - g.getFontMetrics().stringWidth(text) / 2, y + 7);
        }

        private void box(int x, int y, int width, int height, String text) {
            g.setColor(new Color(0xE6ECF3));
            g.fillRoundRect(x, y, width, height, 18, 18);
            g.setColor(BLUE);
            g.setStroke(new BasicStroke(2));
            g.drawRoundRect(x, y, width, height, 18, 18);
            centred(text, x + width / 2, y + height / 2);
        }

        private void diamond(int x, int y, int halfWidth, int halfHeight, String text) {
            var shape = new Polygon(
                    new int[] {x - halfWidth, x, x + halfWidth, x},
                    new int[] {y, y - halfHeight, y, y + halfHeight},
                    4);
            g.setColor(new Color(0xFFF3D6));
            g.fill(shape);
            g.setColor(RED);
            g.setStroke(new BasicStroke(2));
            g.draw(shape);
            centred(text, x, y);
        }

        private void arrow(int ax, int ay, int bx, int by) {
            g.setColor(Color.DARK_GRAY);
            g.setStroke(new BasicStroke(2));
            g.drawLine(ax, ay, bx, by);
            int dx = Integer.signum(bx - ax) * 12;
            int dy = Integer.signum(by - ay) * 12;
            g.fill(new Polygon(
                    new int[] {bx, bx - dx - dy / 2, bx - dx + dy / 2},
                    new int[] {by, by - dy - dx / 2, by - dy + dx / 2},
                    3));
        }
    }
}
