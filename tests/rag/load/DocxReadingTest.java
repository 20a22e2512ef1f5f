package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.load.Docx.p;
import static rag.load.Docx.r;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Document;

/** Word documents whose parts run into each other: frames, joined paragraphs, fields, graphics. */
class DocxReadingTest {

    private static final String NUMBERING =
            "<w:abstractNum w:abstractNumId=\"0\"><w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/><w:numFmt"
                    + " w:val=\"decimal\"/><w:lvlText w:val=\"%1.\"/></w:lvl></w:abstractNum><w:num"
                    + " w:numId=\"5\"><w:abstractNumId w:val=\"0\"/></w:num>";
    private static final String NOTES = "<w:footnote w:id=\"2\">" + p(r("Gross."))
            + "</w:footnote><w:footnote w:id=\"3\">" + p(r("Net.")) + "</w:footnote>";
    private static final String DELETED_END = "<w:pPr><w:rPr><w:del/></w:rPr></w:pPr>";

    @TempDir
    Path folder;

    private Document load(Docx docx) throws Exception {
        return Loaders.standard().load(docx.save(folder.resolve("a.docx")));
    }

    private String read(String body) throws Exception {
        return Blocks.of(load(new Docx()
                .beside("numbering", NUMBERING)
                .beside("footnotes", NOTES)
                .picture("p1", MarkdownLoaderTest.png(40, 0xff))
                .body(body)));
    }

    private static String item(String words) {
        return "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"5\"/></w:numPr></w:pPr>" + r(words)
                + "</w:p>";
    }

    private static String note(int id) {
        return "<w:r><w:footnoteReference w:id=\"" + id + "\"/></w:r>";
    }

    private static String table(String... rows) {
        return "<w:tbl>" + String.join("", rows) + "</w:tbl>";
    }

    private static String tr(String... cells) {
        var xml = new StringBuilder("<w:tr>");
        for (String cell : cells) xml.append("<w:tc>").append(cell).append("</w:tc>");
        return xml + "</w:tr>";
    }

    @Test
    void aFrameAroundTextIsReadOnceWithItsNumbersNotesAndPicture() throws Exception {
        String picture = "<w:r><w:drawing><a:blip r:embed=\"p1\"/></w:drawing></w:r>";
        String mark = "[IMAGE: "
                + load(new Docx()
                                .picture("p1", MarkdownLoaderTest.png(40, 0xff))
                                .body(p(picture)))
                        .images()
                        .getFirst()
                        .id()
                + "]";
        assertEquals(
                "LIST: 1. one\nLIST: 2. two\nPARAGRAPH: Fee[1]\nNOTE: [1] Gross.\nIMAGE: " + mark + "\nLIST: 3. three",
                read(table(tr(item("one") + item("two") + p(r("Fee"), note(2)) + p(picture))) + item("three")));
        String text = "long words ".repeat(40).strip();
        assertEquals(
                "IMAGE: " + mark + "\nLIST: 1. " + text + "\nLIST: 2. next",
                read(table(tr(p(picture), item(text))) + item("next")));
    }

    @Test
    void aColumnOfMergedCellsIsAFrameTooAndDeletedRowsAreNone() throws Exception {
        String wide = "<w:tcPr><w:gridSpan w:val=\"2\"/></w:tcPr>";
        String gone = "<w:tr><w:trPr><w:del/></w:trPr><w:tc>" + item("gone") + "</w:tc><w:tc>" + p() + "</w:tc></w:tr>";
        assertEquals(
                "LIST: 1. one\nLIST: 2. two\nLIST: 3. three",
                read(table(tr(wide + item("one")), gone, tr(wide + item("two"))) + item("three")));
    }

    @Test
    void anEmptyItemCountsUnlessItsEndIsDeletedMovedAwayOrHidden() throws Exception {
        var items = new StringBuilder(item("one") + item(""));
        for (String gone : new String[] {"<w:del/>", "<w:moveFrom/>", "<w:vanish/>"})
            items.append(item("").replace("</w:pPr>", "<w:rPr>" + gone + "</w:rPr></w:pPr>"));
        assertEquals("LIST: 1. one\nLIST: 3. three", read(items + item("three")));
    }

    @Test
    void numbersOfContractsAreWrittenAsWordPrintsThem() throws Exception {
        String level = "<w:lvl w:ilvl=\"%d\"><w:start w:val=\"1\"/><w:numFmt w:val=\"%s\"/>%s<w:lvlText"
                + " w:val=\"%s\"/></w:lvl>";
        String numbering = "<w:abstractNum w:abstractNumId=\"0\"><w:numStyleLink w:val=\"Contract\"/></w:abstractNum>"
                + "<w:abstractNum w:abstractNumId=\"1\"><w:styleLink w:val=\"Contract\"/>"
                + level.formatted(0, "upperRoman", "", "Article %1")
                + level.formatted(1, "decimalZero", "<w:isLgl/>", "%1.%2")
                + level.formatted(2, "decimalZero", "", "%3)")
                + "</w:abstractNum><w:num w:numId=\"5\"><w:abstractNumId w:val=\"0\"/></w:num>";
        String text = Blocks.of(load(new Docx()
                .beside("numbering", numbering)
                .body(item("Fees")
                        + item("Term")
                        + item("Begin").replace("ilvl w:val=\"0\"", "ilvl w:val=\"1\"")
                        + item("day").replace("ilvl w:val=\"0\"", "ilvl w:val=\"2\""))));
        assertEquals("LIST: Article I Fees\nLIST: Article II Term\nLIST:   2.1 Begin\nLIST:     01) day", text);
    }

    @Test
    void notesOfCellsAreNumberedOnThroughTheTable() throws Exception {
        assertEquals(
                """
                TABLE: | Fee[1] | Pay[2] | / | --- | --- | / | 1. a | 2. b |
                NOTE: [1] Gross.
                NOTE: [2] Net.
                LIST: 3. c\
                """, read(table(tr(p(r("Fee"), note(2)), p(r("Pay"), note(3))), tr(item("a"), item("b"))) + item("c")));
    }

    @Test
    void aParagraphWhoseEndIsDeletedRunsOnWithAllThatHangsOnIt() throws Exception {
        String hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r>";
        String box = "<w:r><w:pict><v:textbox><w:txbxContent>" + p(r("boxed"))
                + "</w:txbxContent></v:textbox></w:pict></w:r>";
        assertEquals("""
            PARAGRAPH: Fee[1] and pay[2]
            PARAGRAPH [hidden text]: secret
            PARAGRAPH: boxed
            NOTE: [1] Gross.
            NOTE: [2] Net.\
            """, read(p(DELETED_END, r("Fee"), note(2), hidden, box) + p(r(" and pay"), note(3))));
    }

    @Test
    void wordsWithADeletedEndStandBeforeATableAndAtTheEndOfTheTextOrACell() throws Exception {
        assertEquals(
                """
                PARAGRAPH: before
                TABLE: | one cell | b | / | --- | --- | / | c | d |
                PARAGRAPH: last\
                """,
                read(p(DELETED_END, r("before"))
                        + table(
                                tr(p(DELETED_END, r("one ")) + p(r("cell")), p(r("b"))),
                                tr(p(r("c")), p(DELETED_END, r("d"))))
                        + p(DELETED_END, r("last"))));
    }

    @Test
    void chartsAndDiagramsAreReadBehindTheirParagraph() throws Exception {
        String drawing =
                "<w:r><w:drawing><wp:inline><a:graphic><a:graphicData>%s</a:graphicData></a:graphic></wp:inline>"
                        + "</w:drawing></w:r>";
        String chart = """
            <c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p>
            </c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser>
            <c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>2025</c:v></c:pt></c:strCache></c:strRef></c:tx>
            <c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>Oslo</c:v></c:pt></c:strCache></c:strRef></c:cat>
            <c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>7</c:v></c:pt></c:numCache></c:numRef></c:val>
            </c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>\
            """;
        String diagram =
                "<dgm:dataModel xmlns:dgm=\"d\" xmlns:a=\"a\"><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>Plan</a:t>"
                        + "</a:r></a:p></dgm:t></dgm:pt><dgm:pt/></dgm:ptLst></dgm:dataModel>";
        String alternative = "<w:r><mc:AlternateContent><mc:Choice Requires=\"c\"><w:drawing>%s</w:drawing></mc:Choice>"
                + "<mc:Fallback>" + r("cannot be shown") + "</mc:Fallback></mc:AlternateContent></w:r>";
        var document = load(new Docx()
                .named("c1", "chart", chart)
                .named("d1", "diagramData", diagram)
                .body(p(r("See "), drawing.formatted("<c:chart r:id=\"c1\"/>"), r("below."))
                        + p(alternative.formatted("<dgm:relIds r:dm=\"d1\" r:lo=\"x\"/>"))
                        + p(r("End."))));
        assertEquals("""
            PARAGRAPH: See below.
            PARAGRAPH: Sales
            TABLE: | | 2025 | / | --- | --- | / | Oslo | 7 |
            LIST: - Plan
            PARAGRAPH: End.\
            """, Blocks.of(document));
    }

    @Test
    void aChartThatIsCutSaysSo() throws Exception {
        var points = new StringBuilder();
        for (int i = 0; i < 501; i++) points.append("<c:pt idx='" + i + "'><c:v>" + i + "</c:v></c:pt>");
        var document = load(new Docx()
                .named(
                        "c1",
                        "chart",
                        "<c:chartSpace"
                                + " xmlns:c='c'><c:chart><c:plotArea><c:lineChart><c:ser><c:val><c:numRef><c:numCache>"
                                + points
                                + "</c:numCache></c:numRef></c:val></c:ser></c:lineChart></c:plotArea></c:chart>"
                                + "</c:chartSpace>")
                .body(p("<w:r><w:drawing><a:graphic><a:graphicData><c:chart r:id=\"c1\"/></a:graphicData></a:graphic>"
                        + "</w:drawing></w:r>")));
        assertTrue(document.text().endsWith("| 499 |"), document.text());
        assertEquals(List.of("of a chart the values after the first 500 are left out"), document.problems());
    }

    @Test
    void showsTheResultOfAFieldOnceAndNothingOfItsInstruction() throws Exception {
        String field = "<w:r><w:fldChar w:fldCharType=\"%s\"/></w:r>";
        String instruction = "<w:r><w:instrText>%s</w:instrText></w:r>";
        String begin = field.formatted("begin");
        String separate = field.formatted("separate");
        String end = field.formatted("end");
        String inner = begin + instruction.formatted("MERGEFIELD sex") + separate + r("m") + end;
        String text = read(p(
                        r("Dear "),
                        begin + instruction.formatted("IF") + inner + instruction.formatted("= m Mr Ms") + separate,
                        r("Mr") + end,
                        r(" Ash, see"),
                        begin + instruction.formatted("XE ash") + end,
                        r(" below."))
                + p(begin + instruction.formatted("TOC") + separate, r("One"))
                + p(r("Two"), end, r("."))); // a field may run over paragraphs
        assertEquals("PARAGRAPH: Dear Mr Ash, see below.\nPARAGRAPH: One\nPARAGRAPH: Two.", text);
    }
}
