package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.LoadException;
import rag.split.ChunkLimits;
import rag.split.Splitters;

/** Small files made to cost much: each is read, or ends with its reason, in seconds. */
class HostileFilesTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private Document load(String name, String text) throws Exception {
        Path file = folder.resolve(name);
        Files.writeString(file, text);
        return assertTimeoutPreemptively(SOON, () -> Loaders.standard().load(file));
    }

    @Test
    void objectsInObjectsAreWrittenOnceEach() throws Exception {
        String deep = "{\"k\":".repeat(900) + "1" + "}".repeat(900);
        assertTrue(load("a.json", deep).text().contains("\"k\": 1"));
        assertTrue(load("b.json", "{\"k\":[1,".repeat(400) + "2" + "]}".repeat(400))
                .text()
                .contains("2"));
    }

    @Test
    void aCellOfBackticksGetsALongerFence() throws Exception {
        String cell = "`".repeat(300_000);
        var document = load(
                "a.ipynb",
                "{\"nbformat\":4,\"metadata\":{},\"cells\":[{\"cell_type\":\"code\",\"source\":\"" + cell + " x\"}]}");
        assertEquals(Kind.CODE, document.blocks().getFirst().kind());
    }

    @Test
    void anOutputLongerThanAnyBookIsCutAndTheRestOfTheNotebookRead() throws Exception {
        String output = "row of output\\n".repeat(2_000_000);
        var document = load("a.ipynb", """
            {"nbformat":4,"metadata":{},"cells":[
            {"cell_type":"code","source":"print(1)","outputs":[{"output_type":"stream","text":"%s"}]},
            {"cell_type":"markdown","source":"What follows the output"}]}\
            """.formatted(output));
        assertTrue(document.text().length() < 50_000);
        assertTrue(document.text().contains("What follows the output"));
    }

    @Test
    void aTableThatIsTooLongIsCutBehindARowOrWithinItsOnlyOne() {
        assertEquals(7, CsvLoader.end("a,b\n1,2\n3,4\n", 9));
        assertEquals(9, CsvLoader.end("a,b,c,d,e,f", 9));
    }

    @Test
    void oneVeryWideRowDoesNotMakeAllOthersAsWide() throws Exception {
        String text = "a,b\n" + "1,2,3\n".repeat(50_000) + "x,".repeat(50_000) + "y\n";
        assertTrue(load("a.csv", text).text().length() < 10_000_000);
    }

    @Test
    void aTableOfVeryManyColumnsIsSplit() throws Exception {
        var limits = new ChunkLimits(256, 32, text -> text.length() / 4 + 2);
        for (String end : List.of("y\n", "|-\n")) {
            String row = "x,".repeat(20_000) + end;
            var document = load("a.csv", row + row);
            var passages =
                    assertTimeoutPreemptively(SOON, () -> Splitters.of("auto").split(document, limits));
            assertEquals(document.text().length(), passages.getLast().end());
        }
    }

    @Test
    void bracketsInARowAreNoHeadOfAMethod() throws Exception {
        assertTrue(load("A.java", "class A { x" + " ()".repeat(200) + "\n{ }\n}\n")
                .text()
                .contains("class A"));
    }

    @Test
    void marksAndLeadersOfAnyLengthAreReadOver() throws Exception {
        String bullet = "1" + ".1".repeat(20_000) + "x";
        assertEquals(
                "- Text",
                load("a.rtf", "{\\rtf1\\ansi{\\listtext " + bullet + "}Text\\par}")
                        .text());
        try (var pdf = new Pdfs().page()) {
            Path file = pdf.text(60, 700, "Start" + " .".repeat(8_000) + " 7").save(folder, "a.pdf");
            assertTrue(Loaders.standard().load(file).text().contains("…"));
        }
    }

    @Test
    void aBookThatNamesAChapterManyTimesHasItOnce() throws Exception {
        var book = new Zips()
                .part("mimetype", "application/epub+zip")
                .part(
                        "META-INF/container.xml",
                        "<container><rootfiles><rootfile full-path=\"c.opf\"/></rootfiles></container>")
                .part(
                        "c.opf",
                        "<package><metadata/><manifest><item id=\"a\" href=\"a.xhtml\"/></manifest><spine>"
                                + "<itemref idref=\"a\"/>".repeat(20_000) + "</spine></package>")
                .part("a.xhtml", "<html><body>" + "<p>words of a chapter</p>".repeat(2_000) + "</body></html>");
        Path file = book.save(folder, "a.epub");
        var document = assertTimeoutPreemptively(SOON, () -> Loaders.standard().load(file));
        assertEquals(2_000, document.blocks().size());
    }

    @Test
    void aBookThatUnpacksToTooMuchFailsWithItsReason() throws Exception {
        var book =
                new Zips().part("mimetype", "application/epub+zip").part("META-INF/container.xml", new byte[60 << 20]);
        Path file = book.save(folder, "bomb.epub");
        var failure = assertThrows(LoadException.class, () -> Loaders.standard().load(file));
        assertEquals("could not be read: a part of it exceeds the max size (zip bomb?)", failure.getMessage());
    }

    @Test
    void aDocumentEndsWhereItHoldsTooMuchAndSaysSo() throws Exception {
        var builder = new DocumentBuilder("text");
        String words = "x".repeat(20_000_000);
        for (int i = 0; i < 5; i++) builder.add(Kind.PARAGRAPH, words);
        var document = builder.build(Source.of(folder.resolve("a.txt")));
        assertEquals(3, document.blocks().size()); // of the third, its beginning
        assertEquals(
                List.of("what comes after 50000000 characters is left out: split the file to have it all"),
                document.problems());
    }

    @Test
    void signsOfMarkdownThatLeadNowhereAreReadOverOnce() throws Exception {
        for (String signs : List.of(
                "![",
                "![](",
                "![a](b \"",
                "![a](<b ",
                "![a](data:",
                "![a][b",
                "![[a]",
                "<img src='a' ",
                "*a **b _c ",
                "[x](",
                "\n\n[x]: <![",
                "![x]` `` a",
                "<h1>",
                "\n<h1><b>",
                "<h1>a</h1>\n",
                "\n\n<div><h1 ",
                "> "))
            assertTrue(load("a.md", signs.repeat(50_000) + "\n\nend\n").text().contains("end"), signs);
    }

    @Test
    void aMillionRunsOfAParagraphAndAMillionNumbersTakeTheirOwnTime() throws Exception {
        Path file = new Docx().body(Docx.p(Docx.r("a ").repeat(100_000))).save(folder.resolve("a.docx"));
        var document = assertTimeoutPreemptively(SOON, () -> Loaders.standard().load(file));
        assertEquals(199_999, document.text().length());
        var numbers = load("a.json", "[" + "1,".repeat(1_000_000) + "1]");
        assertTrue(numbers.blocks().size() < 5_000, numbers.blocks().size() + " blocks");
        assertEquals(List.of(), numbers.problems());
    }

    @Test
    void elementsInElementsAreMeasuredNoFurtherThanNeeded() throws Exception {
        String words = "some words of a paragraph that is not short ".repeat(3);
        for (String open : List.of("<div class=menu>", "<table><tr><td>a</td><td>", "<ul><li>", "<sup>")) {
            String page =
                    "<!doctype html>" + open.repeat(20_000) + ("<p>" + words + "<a href=x>y</a></p>").repeat(10_000);
            assertTrue(load("a.html", page).text().contains("not short"), open);
        }
        assertTrue(load("a.xml", "<a>".repeat(100_000) + "deep" + "</a>".repeat(100_000))
                .text()
                .contains("deep"));
    }

    @Test
    void binaryDataOfRtfIsNoLongerThanItsFile() throws Exception {
        var document = load("a.rtf", "{\\rtf1\\ansi Before.\\par {\\pict\\bin2000000000 abc} After.\\par}");
        assertTrue(document.text().contains("Before.") && document.text().contains("After."), document.text());
        assertEquals(
                List.of("binary data that names more bytes than the file has is read as text"), document.problems());
    }

    @Test
    void aPageThatWasNotReadToItsEndIsNotCalledBlank() throws Exception {
        var bytes = new java.io.ByteArrayOutputStream();
        try (var pdf = new Pdfs().page()) {
            var content = new org.apache.pdfbox.pdmodel.common.PDStream(pdf.document);
            try (var out = content.createOutputStream(org.apache.pdfbox.cos.COSName.FLATE_DECODE)) {
                byte[] blanks = new byte[1 << 20];
                java.util.Arrays.fill(blanks, (byte) ' ');
                for (int i = 0; i < 130; i++) out.write(blanks);
            }
            Path file = pdf.save(folder, "a.pdf"); // ends the page's own content
            try (var again = org.apache.pdfbox.Loader.loadPDF(file.toFile())) {
                var own = new org.apache.pdfbox.pdmodel.common.PDStream(
                        again, content.createInputStream(), org.apache.pdfbox.cos.COSName.FLATE_DECODE);
                again.getPage(0).setContents(own);
                again.save(bytes);
            }
        }
        Path file = Files.write(folder.resolve("b.pdf"), bytes.toByteArray());
        var failure = assertThrows(LoadException.class, () -> Loaders.standard().load(file));
        assertEquals(
                "no text was found; page 1: holds content that unpacks to too much, read in part",
                failure.getMessage());
        assertEquals(rag.model.DocumentState.FAILED, failure.state());
    }

    @Test
    void aLoaderNobodyWaitsForEnds() throws Exception {
        var ended = Collections.synchronizedList(new ArrayList<Throwable>());
        var thread = new Thread(() -> {
            var builder = new DocumentBuilder("text");
            ended.add(assertThrows(IllegalStateException.class, () -> {
                while (builder.length() < 1_000_000_000) builder.add(Kind.PARAGRAPH, "on and on");
            }));
        });
        thread.start();
        thread.interrupt();
        thread.join(10_000);
        assertEquals(1, ended.size());
    }

    @Test
    void whatStandsAloneOnEveryPageIsNoRunningHead() throws Exception {
        try (var pdf = new Pdfs()) {
            for (int i = 0; i < 4; i++) pdf.page().text(60, 790, "Left blank on purpose");
            Path file = pdf.save(folder, "a.pdf");
            assertTrue(Loaders.standard().load(file).text().contains("Left blank on purpose"));
        }
    }
}
