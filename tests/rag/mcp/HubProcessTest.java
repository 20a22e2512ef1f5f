package rag.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers as processes of their own on one data folder. */
@Tag("process")
class HubProcessTest {

    private static final int QUERIES = Integer.getInteger("queries", 150);
    private static final int ROUNDS = 4;

    @TempDir
    Path folder;

    private final List<Process> processes = new ArrayList<>();

    @BeforeEach
    void docs() throws IOException {
        folder = folder.toRealPath();
        Files.createDirectories(folder.resolve("docs"));
        HubFixture.engine(folder).close(); // writes the settings
    }

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    private Talk start() throws IOException {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HubServer.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        processes.add(process);
        return new Talk(process.getInputStream(), process.getOutputStream()).initialize();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve("docs").resolve(name), text);
    }

    /** Talk fails on every line that is no message of the protocol. */
    @Test
    void aSessionThatReadsAPdfAndAWordFileAndCallsEveryToolPrintsMessagesOnly() throws Exception {
        pdf(folder.resolve("docs/pump.pdf"), "The pump needs oil every 30 days.");
        word(folder.resolve("docs/dome.docx"), "The dome closes at a wind of 15 metres a second.");
        var talk = start();
        var path = Map.<String, Object>of("path", folder.resolve("docs").toString());
        talk.call("inspect_directory", path);
        var job = Talk.data(talk.call("index_documents", path));
        assertEquals(Map.of("new", 2, "ready", 2), job.get("counts"), "" + job);
        var calls = List.<Map.Entry<String, Map<String, Object>>>of(
                Map.entry("query_knowledge_hub", Map.of("query", "how often does the pump need oil?")),
                Map.entry("list_collections", Map.of()),
                Map.entry("list_documents", Map.of()),
                Map.entry("get_document_summary", Map.of("doc_id", "dome.docx")),
                Map.entry("explain_retrieval", Map.of("query", "pump", "passage", "dome closes")),
                Map.entry("ingestion_status", Map.of()),
                Map.entry("add_text", Map.of("text", "The gate is painted green every year.")),
                Map.entry("manage_collection", Map.of("action", "create", "collection", "other")),
                Map.entry("get_stats", Map.of()),
                Map.entry("delete_document", Map.of("source", "pump.pdf", "confirm", "pump.pdf")),
                Map.entry("clear_collection", Map.of("collection", "knowledge_hub", "confirm", "knowledge_hub")));
        for (var call : calls) {
            var result = talk.call(call.getKey(), call.getValue());
            assertNull(result.get("isError"), call + " " + result);
        }
        assertEquals(true, talk.call("get_image", Map.of("image_id", "img_0")).get("isError"));
        talk.close();
        assertTrue(processes.getFirst().waitFor(5, TimeUnit.SECONDS), "it does not end with its input");
        assertEquals(0, processes.getFirst().exitValue());
    }

    /** What a server is asked last, and when the newest document that it must hold was committed, in ms. */
    private record Committed(String words, long at) {}

    @Test
    void threeServersAnswerWhileAnotherProcessIngestsAndEachShowsANewDocumentWithinASecondOfItsCommit()
            throws Exception {
        write("base.md", "# Base\n\nThe pump needs oil every 30 days.");
        try (var engine = HubFixture.engine(folder)) {
            HubFixture.ingest(engine, folder.resolve("docs"), "knowledge_hub");
        }
        var servers = List.of(start(), start(), start());
        for (var server : servers) ask(server, "pump"); // models are open
        var writing = new AtomicBoolean(true);
        var newest = new AtomicReference<>(new Committed("The pump", 0));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var engine = HubFixture.engine(folder)) {
            var asking = servers.stream()
                    .map(server -> threads.submit((Callable<List<Long>>) () -> asked(server, newest, writing)))
                    .toList();
            for (int round = 0; round < ROUNDS; round++) {
                var words = "The zebra%d lamp".formatted(round);
                write("new%d.md".formatted(round), "# New\n\n%s is violet.".formatted(words));
                HubFixture.ingest(engine, folder.resolve("docs"), "knowledge_hub");
                newest.set(new Committed(words, committed(folder.resolve("data/index/knowledge_hub"))));
                Thread.sleep(1000);
            }
            writing.set(false);
            int all = 0;
            for (var one : asking) {
                var latencies = one.get(2, TimeUnit.MINUTES);
                all += latencies.removeFirst().intValue();
                assertEquals(ROUNDS, latencies.size(), "rounds seen by a server");
                System.err.println("ms from commit to the first answer with the new document: " + latencies);
                // The better half of the rounds: the machine may be busy with other things at one moment.
                latencies.sort(null);
                long median = latencies.get((ROUNDS - 1) / 2);
                assertTrue(median < 1000, "seen after " + median + " ms");
            }
            System.err.println(all + " queries without an error");
            assertTrue(all >= QUERIES, "only " + all + " queries");
        }
    }

    /** A commit is the file that names its segments. */
    private static long committed(Path index) throws IOException {
        try (var files = Files.list(index)) {
            return files.filter(file -> file.getFileName().toString().startsWith("segments_"))
                    .mapToLong(file -> file.toFile().lastModified())
                    .max()
                    .orElseThrow();
        }
    }

    private static String ask(Talk server, String words) throws IOException {
        var result = server.call("query_knowledge_hub", Map.of("query", "pump oil, " + words));
        assertNull(result.get("isError"), "" + result);
        return Talk.text(result);
    }

    /** Asks without a pause. Number of queries, then for each new document the ms from its commit to an answer with it. */
    private static List<Long> asked(Talk server, AtomicReference<Committed> newest, AtomicBoolean writing)
            throws IOException {
        var latencies = new ArrayList<Long>();
        var seen = "";
        long asked = 0;
        for (; writing.get() || asked < QUERIES / 3; asked++) {
            var committed = newest.get(); // whatever is committed when the question is asked
            var text = ask(server, committed.words());
            assertTrue(text.contains(committed.words()), committed.words() + "\n" + text);
            if (committed.at() == 0 || committed.words().equals(seen)) continue;
            seen = committed.words();
            latencies.add(System.currentTimeMillis() - committed.at());
        }
        latencies.addFirst(asked);
        return latencies;
    }

    private static void word(Path file, String words) throws IOException {
        var main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
        var office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            entry(zip, "[Content_Types].xml", """
                <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
                <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
                <Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument\
                .wordprocessingml.document.main+xml"/></Types>\
                """);
            entry(zip, "_rels/.rels", """
                <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
                <Relationship Id="r1" Type="%s" Target="word/document.xml"/></Relationships>\
                """.formatted(office));
            entry(zip, "word/document.xml", """
                <w:document xmlns:w="%s"><w:body><w:p><w:r><w:t>%s</w:t></w:r></w:p></w:body></w:document>\
                """.formatted(main, words));
        }
    }

    private static void entry(ZipOutputStream zip, String name, String xml) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(xml.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    private static void pdf(Path file, String words) throws IOException {
        try (var document = new PDDocument()) {
            var page = new PDPage();
            document.addPage(page);
            try (var content = new PDPageContentStream(document, page)) {
                content.beginText();
                content.setFont(new PDType1Font(FontName.HELVETICA), 12);
                content.newLineAtOffset(72, 700);
                content.showText(words);
                content.endText();
            }
            document.save(file.toFile());
        }
    }
}
