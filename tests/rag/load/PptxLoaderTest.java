package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Page;

class PptxLoaderTest {

    private static final String NAMESPACES = " xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\""
            + " xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" xmlns:r=\"" + Zips.RELATION + "\"";

    @TempDir
    Path folder;

    private static String slide(String attributes, String shapes) {
        return "<p:sld" + NAMESPACES + attributes + "><p:cSld><p:spTree>" + shapes + "</p:spTree></p:cSld></p:sld>";
    }

    private static String shape(String placeholder, int x, int y, String... paragraphs) {
        var xml = new StringBuilder(
                "<p:sp><p:nvSpPr><p:nvPr>" + placeholder + "</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x=\"" + x
                        + "\" y=\"" + y + "\"/><a:ext cx=\"100\" cy=\"100\"/></a:xfrm></p:spPr><p:txBody>");
        for (String paragraph : paragraphs) xml.append(paragraph.startsWith("<") ? paragraph : p("", paragraph));
        return xml + "</p:txBody></p:sp>";
    }

    private static String p(String properties, String words) {
        return "<a:p>" + properties + "<a:r><a:t>" + words + "</a:t></a:r></a:p>";
    }

    private String read(String... slides) throws Exception {
        return Blocks.of(new PptxLoader().load(Source.of(show(slides))));
    }

    private Path show(String... slides) throws Exception {
        var zip = new Zips().relations("", "r", "officeDocument", "ppt/presentation.xml");
        var ids = new StringBuilder();
        var relations = new String[slides.length * 3];
        for (int i = 0; i < slides.length; i++) {
            ids.append("<p:sldId id=\"" + (256 + i) + "\" r:id=\"s" + i + "\"/>");
            relations[3 * i] = "s" + i;
            relations[3 * i + 1] = "slide";
            relations[3 * i + 2] = "slides/slide" + i + ".xml";
            zip.part("ppt/slides/slide" + i + ".xml", slides[i]);
        }
        zip.part(
                "ppt/presentation.xml",
                "<p:presentation" + NAMESPACES + "><p:sldIdLst>" + ids + "</p:sldIdLst></p:presentation>");
        zip.relations("ppt/presentation.xml", relations);
        zip.relations("ppt/slides/slide0.xml", "n", "notesSlide", "../notesSlides/n.xml");
        zip.part(
                "ppt/notesSlides/n.xml",
                "<p:notes" + NAMESPACES + "><p:cSld><p:spTree>" + shape("<p:ph type=\"sldNum\"/>", 0, 0, "7")
                        + shape("<p:ph type=\"body\"/>", 0, 0, "Mention the budget.")
                        + "</p:spTree></p:cSld></p:notes>");
        return zip.save(folder, "show.pptx");
    }

    @Test
    void aPresentationOfAThousandPartsIsALongOneAndNoBomb() throws Exception {
        var slides = new String[1100];
        java.util.Arrays.fill(slides, slide("", shape("", 0, 0, "word")));
        assertEquals(1100, Loaders.standard().load(show(slides)).pages().size());
    }

    @Test
    void aSlideIsItsTitleItsShapesFromAboveAndItsNotes() throws Exception {
        String slide = slide(
                "",
                shape("", 300, 210, "right")
                        + shape("", 0, 200, "left")
                        + shape("<p:ph type=\"title\"/>", 0, 900, "Plan")
                        + shape("<p:ph type=\"ftr\"/>", 0, 5, "Secret footer")
                        + shape("", 0, 10, "top"));
        assertEquals("""
            HEADING2 p1: Plan
            PARAGRAPH p1: top
            PARAGRAPH p1: left
            PARAGRAPH p1: right
            NOTE p1: Notes: Mention the budget.\
            """, read(slide));
    }

    @Test
    void listsKeepBulletsNumbersAndDepth() throws Exception {
        String auto = "<a:pPr><a:buAutoNum type=\"arabicPeriod\"/></a:pPr>";
        String body = shape(
                "<p:ph idx=\"1\"/>",
                0,
                0,
                p("", "one"),
                p("<a:pPr lvl=\"1\"/>", "deeper"),
                p("<a:pPr><a:buNone/></a:pPr>", "plain"),
                p(auto, "first"),
                p(auto, "second"));
        assertEquals("""
            HEADING2 p1: Steps
            LIST p1: - one
            LIST p1:   - deeper
            PARAGRAPH p1: plain
            LIST p1: 1. first
            LIST p1: 2. second
            NOTE p1: Notes: Mention the budget.\
            """, read(slide("", shape("<p:ph" + " type=\"title\"/>", 0, 0, "Steps") + body)));
    }

    @Test
    void aTableKeepsItsMergedCellsInPlace() throws Exception {
        String cell = "<a:tc%s><a:txBody><a:p><a:r><a:t>%s</a:t></a:r></a:p></a:txBody></a:tc>";
        String table =
                "<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>" + cell.formatted(" gridSpan=\"2\"", "both")
                        + cell.formatted(" hMerge=\"1\"", "") + "</a:tr><a:tr>" + cell.formatted("", "a")
                        + cell.formatted("", "b") + "</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>";
        assertEquals("""
            HEADING2 p1: Slide 1
            TABLE p1: | both | | / | --- | --- | / | a | b |
            NOTE p1: Notes: Mention the budget.\
            """, read(slide("", table)));
    }

    @Test
    void aHiddenSlideIsFlaggedAndAnEmptyOneIsAPageWithoutText() throws Exception {
        var document = new PptxLoader()
                .load(Source.of(show(
                        slide("", shape("<p:ph type=\"ctrTitle\"/>", 0, 0, "Welcome")),
                        slide(" show=\"0\"", shape("<p:ph type=\"title\"/>", 0, 0, "Backup")),
                        slide("", shape("<p:ph type=\"sldNum\"/>", 0, 0, "3")))));
        assertEquals("""
            HEADING1 p1: Welcome
            NOTE p1: Notes: Mention the budget.
            HEADING2 p2 [hidden slide]: Backup\
            """, Blocks.of(document));
        assertEquals(
                List.of(
                        new Page(1, "1", true, List.of()),
                        new Page(2, "2", true, List.of("hidden slide")),
                        new Page(3, "3", false, List.of())),
                document.pages());
    }

    @Test
    void theFallbackOfAnEquationIsNotReadBesideIt() throws Exception {
        String math = "<a:p><mc:AlternateContent"
            + " xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\"><mc:Choice><a14:m"
            + " xmlns:a14=\"x\"><m:oMath"
            + " xmlns:m=\"y\"><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></a14:m></mc:Choice><mc:Fallback><a:r><a:t>x"
            + " squared</a:t></a:r></mc:Fallback></mc:AlternateContent></a:p>";
        assertEquals(
                "HEADING2 p1: Slide 1\nPARAGRAPH p1: x^2\nNOTE p1: Notes: Mention the budget.",
                read(slide("", shape("", 0, 0, math))));
    }
}
