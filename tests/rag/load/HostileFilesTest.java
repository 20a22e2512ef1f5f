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
                List.of("what comes after 50000000 characters is left out, it holds too much"), document.problems());
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
