package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.load.Docx.p;
import static rag.load.Docx.r;
import static rag.load.Docx.styled;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;

class DocxLoaderTest {

    @TempDir
    Path folder;

    private Document load(Docx docx) throws Exception {
        return Loaders.standard().load(docx.save(folder.resolve("a.docx")));
    }

    private Document load(String body) throws Exception {
        return load(new Docx().body(body));
    }

    @Test
    void readsWhatPoiWrites() throws Exception {
        Path file = folder.resolve("poi.docx");
        try (var word = new XWPFDocument();
                var out = Files.newOutputStream(file)) {
            word.getProperties().getCoreProperties().setTitle("Tide tables");
            word.getProperties().getCoreProperties().setCreator("Ada");
            word.createParagraph().createRun().setText("First words");
            var table = word.createTable(2, 2);
            table.getRow(0).getCell(0).setText("Port");
            table.getRow(0).getCell(1).setText("Height");
            table.getRow(1).getCell(0).setText("Brest");
            table.getRow(1).getCell(1).setText("7.2 m");
            word.createParagraph().createRun().setText("Last words");
            word.write(out);
        }
        var document = Loaders.standard().load(file);
        assertEquals(
                "First words\n\n| Port | Height |\n| --- | --- |\n| Brest | 7.2 m |\n\nLast words", document.text());
        assertEquals("Tide tables", document.title());
        assertEquals("Ada", document.metadata().get("author"));
    }

    @Test
    void takesHeadingsFromOutlineLevelsInAnyLanguage() throws Exception {
        String styles = "<w:style w:type=\"paragraph\" w:styleId=\"T\"><w:name w:val=\"Title\"/></w:style><w:style"
                + " w:type=\"paragraph\" w:styleId=\"U1\"><w:name w:val=\"Überschrift 1\"/><w:pPr><w:outlineLvl"
                + " w:val=\"0\"/></w:pPr></w:style><w:style w:type=\"paragraph\" w:styleId=\"Own\"><w:name"
                + " w:val=\"Mine\"/><w:basedOn w:val=\"U2\"/></w:style><w:style w:type=\"paragraph\""
                + " w:styleId=\"U2\"><w:name w:val=\"heading 2\"/></w:style><w:style w:type=\"paragraph\""
                + " w:styleId=\"C\"><w:name w:val=\"Source Code\"/></w:style>";
        var document = load(new Docx()
                .beside("styles", styles)
                .body(styled("T", "The Book")
                        + styled("U1", "Chapter")
                        + styled("U2", "Section")
                        + p(r("Words."))
                        + styled("C", "int  a;")));
        assertEquals(
                List.of(Kind.HEADING, Kind.HEADING, Kind.HEADING, Kind.PARAGRAPH, Kind.CODE),
                document.blocks().stream().map(block -> block.kind()).toList());
        assertEquals(
                List.of(1, 1, 2, 0, 0),
                document.blocks().stream().map(block -> block.level()).toList());
        assertEquals("The Book", document.title());
        assertTrue(document.text().endsWith("int  a;"));
    }

    @Test
    void numbersListsAsWordPrintsThem() throws Exception {
        String numbering = "<w:abstractNum w:abstractNumId=\"0\"><w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/><w:numFmt"
                + " w:val=\"decimal\"/><w:lvlText w:val=\"%1.\"/></w:lvl><w:lvl w:ilvl=\"1\"><w:start"
                + " w:val=\"1\"/><w:numFmt w:val=\"lowerLetter\"/><w:lvlText"
                + " w:val=\"%1.%2)\"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId=\"1\"><w:lvl"
                + " w:ilvl=\"0\"><w:numFmt w:val=\"bullet\"/><w:lvlText"
                + " w:val=\"x\"/></w:lvl></w:abstractNum><w:num w:numId=\"5\"><w:abstractNumId"
                + " w:val=\"0\"/></w:num><w:num w:numId=\"6\"><w:abstractNumId w:val=\"1\"/></w:num>";
        var body = new StringBuilder();
        for (String item : new String[] {"5 0 one", "5 1 deep", "5 1 deeper", "5 0 two", "5 1 again", "6 0 dot"}) {
            String[] parts = item.split(" ");
            body.append("<w:p><w:pPr><w:numPr><w:ilvl w:val=\"")
                    .append(parts[1])
                    .append("\"/><w:numId w:val=\"")
                    .append(parts[0])
                    .append("\"/></w:numPr></w:pPr>")
                    .append(r(parts[2]))
                    .append("</w:p>");
        }
        assertEquals(
                "1. one\n  1.a) deep\n  1.b) deeper\n2. two\n  2.a) again\n- dot",
                load(new Docx().beside("numbering", numbering).body(body.toString()))
                        .text());
    }

    @Test
    void leavesDeletionsOutAndKeepsInsertionsAndMovesOnce() throws Exception {
        var document = load(p(
                        r("The fee is "),
                        "<w:del><w:r><w:delText>100</w:delText></w:r></w:del>",
                        "<w:ins>" + r("250") + "</w:ins>",
                        r(" euro."))
                + "<w:p><w:moveFrom>" + r("moved words") + "</w:moveFrom></w:p>" + "<w:p><w:moveTo>" + r("moved words")
                + "</w:moveTo></w:p>"
                + "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>" + r("runs ") + "</w:p>" + p(r("on")));
        assertEquals("The fee is 250 euro.\n\nmoved words\n\nruns on", document.text());
    }

    @Test
    void keepsMergedAndNestedCellsInPlace() throws Exception {
        String tc = "<w:tc>%s<w:p>%s</w:p></w:tc>";
        String span = "<w:tcPr><w:gridSpan w:val=\"2\"/></w:tcPr>";
        String start = "<w:tcPr><w:vMerge w:val=\"restart\"/></w:tcPr>";
        String on = "<w:tcPr><w:vMerge/></w:tcPr>";
        String inner = "<w:tc><w:tbl><w:tr>" + tc.formatted("", r("x")) + tc.formatted("", r("y")) + "</w:tr></w:tbl>"
                + p(r("z")) + "</w:tc>";
        var document = load("<w:tbl><w:tr>" + tc.formatted(span, r("wide")) + tc.formatted("", r("c")) + "</w:tr>"
                + "<w:sdt><w:sdtContent><w:tr>" + tc.formatted(start, r("tall")) + tc.formatted("", r("b|b")) + inner
                + "</w:tr></w:sdtContent></w:sdt>"
                + "<w:tr>" + tc.formatted(on, "") + tc.formatted("", r("e")) + tc.formatted("", r("f"))
                + "</w:tr></w:tbl>");
        assertEquals("| wide | | c |\n| --- | --- | --- |\n| tall | b\\|b | x; y; z |\n| | e | f |", document.text());
    }

    @Test
    void readsATextBoxOnceBehindItsParagraph() throws Exception {
        String box = "<w:txbxContent>" + p(r("boxed words")) + "</w:txbxContent>";
        var document = load(p(
                        r("Body."),
                        "<w:r><mc:AlternateContent><mc:Choice Requires=\"wps\"><w:drawing><wps:txbx>" + box
                                + "</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>" + box
                                + "</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>")
                + p(r("Next.")));
        assertEquals("Body.\n\nboxed words\n\nNext.", document.text());
    }

    @Test
    void putsNotesBehindTheParagraphThatNamesThem() throws Exception {
        var document = load(new Docx()
                .beside(
                        "footnotes",
                        "<w:footnote w:id=\"2\">" + p(r("But not at night.")) + "</w:footnote><w:footnote w:id=\"3\">"
                                + p(r("Never.")) + "</w:footnote>")
                .body(p(r("Walk there"), "<w:r><w:footnoteReference w:id=\"2\"/></w:r>", r(" at low tide."))
                        + p(r("Swim"), "<w:r><w:footnoteReference w:id=\"3\"/></w:r>")));
        assertEquals("Walk there[1] at low tide.\n\n[1] But not at night.\n\nSwim[2]\n\n[2] Never.", document.text());
        assertEquals(Kind.NOTE, document.blocks().get(1).kind());
    }

    @Test
    void flagsHiddenWordsAlsoWhereAStyleHidesThem() throws Exception {
        var document = load(new Docx()
                .beside(
                        "styles",
                        "<w:style w:type=\"character\" w:styleId=\"H\"><w:name"
                                + " w:val=\"h\"/><w:rPr><w:vanish/></w:rPr></w:style>")
                .body(p(
                                r("Shown. "),
                                "<w:r><w:rPr><w:vanish/></w:rPr><w:t>One.</w:t></w:r>",
                                "<w:r><w:rPr><w:rStyle w:val=\"H\"/></w:rPr><w:t>Two.</w:t></w:r>")
                        + p("<w:r><w:rPr><w:vanish w:val=\"0\"/></w:rPr><w:t>Seen.</w:t></w:r>")));
        assertEquals("Shown.\n\nOne. Two.\n\nSeen.", document.text());
        assertEquals(
                List.of(List.of(), List.of("hidden text"), List.of()),
                document.blocks().stream().map(block -> block.flags()).toList());
    }

    @Test
    void writesEquationsOnOneLineAndPowersAsPowers() throws Exception {
        var document = load(p(
                "<m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>",
                r(" is 10"),
                "<w:r><w:rPr><w:vertAlign w:val=\"superscript\"/></w:rPr><w:t>6</w:t></w:r>"));
        assertEquals("(a+b)/2 is 10^6", document.text());
    }

    @Test
    void keepsPicturesInPlaceWithTheCaptionBeside() throws Exception {
        String drawing = "<w:r><w:drawing><wp:inline><wp:docPr descr=\"alt words\"/><a:blip"
                + " r:embed=\"%s\"/></wp:inline></w:drawing></w:r>";
        var document = load(new Docx()
                .picture("p1", MarkdownLoaderTest.png(40, 0xff))
                .picture("p2", MarkdownLoaderTest.png(41, 0xff))
                .body(p(r("Before."))
                        + p(drawing.formatted("p1"))
                        + p(r("Figure 1: Ebb and flow."))
                        + p(r("With "), drawing.formatted("p2"), r(" inside."))
                        + p(drawing.formatted("p1"))));
        var images = document.images();
        assertEquals(
                List.of("Figure 1: Ebb and flow.", "alt words"),
                images.stream().map(image -> image.caption()).toList());
        assertEquals(
                "Before.\n\n" + images.get(0).mark() + "\n\nFigure 1: Ebb and flow.\n\nWith "
                        + images.get(1).mark() + " inside.",
                document.text());
        assertEquals(Kind.IMAGE, document.blocks().get(1).kind());
    }

    @Test
    void theStrictNamespaceIsReadAsTheUsualOne() throws Exception {
        Path usual = new Docx().body(p(r("Strictly words"))).save(folder.resolve("usual.docx"));
        Path strict = folder.resolve("strict.docx");
        try (var from = new ZipFile(usual.toFile());
                var to = new ZipOutputStream(Files.newOutputStream(strict))) {
            for (var entry : java.util.Collections.list(from.entries())) {
                String xml = new String(from.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8)
                        .replace(
                                "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
                                "http://purl.oclc.org/ooxml/wordprocessingml/main")
                        .replace(
                                "http://schemas.openxmlformats.org/officeDocument/2006/",
                                "http://purl.oclc.org/ooxml/officeDocument/");
                to.putNextEntry(new ZipEntry(entry.getName()));
                to.write(xml.getBytes(StandardCharsets.UTF_8));
                to.closeEntry();
            }
        }
        assertEquals("Strictly words", Loaders.standard().load(strict).text());
    }

    @Test
    void refusesATrueBombAndReadsWhatOnlyPacksWell() throws Exception {
        String padding = "<w:style w:type=\"paragraph\" w:styleId=\"x\"><w:name w:val=\"x\"/></w:style>".repeat(20_000);
        assertEquals(
                "Harmless",
                load(new Docx().beside("styles", padding).body(p(r("Harmless"))))
                        .text());
        var bomb = new Docx()
                .body(p("<w:r><w:t>" + "a".repeat(60 << 20) + "</w:t></w:r>"))
                .save(folder.resolve("bomb.docx"));
        assertTrue(Files.size(bomb) < 1 << 20);
        var e = assertThrows(LoadException.class, () -> Loaders.standard().load(bomb));
        assertEquals(DocumentState.FAILED, e.state());
        assertTrue(e.getMessage().contains("unpacks to over 48 MB"), e.getMessage());
    }

    @Test
    void resolvesNoEntities() throws Exception {
        var docx = new Docx().body("").save(folder.resolve("a.docx"));
        Path evil = folder.resolve("evil.docx");
        try (var from = new ZipFile(docx.toFile());
                var to = new ZipOutputStream(Files.newOutputStream(evil))) {
            for (var entry : java.util.Collections.list(from.entries())) {
                String xml = new String(from.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
                if (entry.getName().equals("word/document.xml")) {
                    xml = "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/hostname\">]><w:document"
                            + " xmlns:w=\"w\"><w:body><w:p><w:r><w:t>a&e;b</w:t></w:r></w:p></w:body></w:document>";
                }
                to.putNextEntry(new ZipEntry(entry.getName()));
                to.write(xml.getBytes(StandardCharsets.UTF_8));
                to.closeEntry();
            }
        }
        assertEquals(
                DocumentState.FAILED,
                assertThrows(LoadException.class, () -> Loaders.standard().load(evil))
                        .state());
    }
}
