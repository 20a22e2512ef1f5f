import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import javax.imageio.ImageIO;
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

/** One source as a DOCX file of A4 pages; lengths in twentieths of a point. */
final class Word {

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
                    case Block.Heading(var level, var text) -> paragraph(document, "Heading" + level, text);
                    case Block.Paragraph(var text) -> noted(document.createParagraph(), text, source);
                    case Block.Table(var rows) -> table(document, rows, source);
                    case Block.Picture picture -> picture(document, picture, ++figures);
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

    private static void style(XWPFDocument document, String id, String name, int halfPoints, boolean bold, int after) {
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

    private static void picture(XWPFDocument document, Block.Picture picture, int number) throws Exception {
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
