package rag.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import rag.trace.ToolCalls;

/** A real browser on a dashboard over a real store of a few documents, one with a hostile name and body. */
abstract class WithBrowser {

    static final String EVIL = "<img src=x onerror=document.title='hacked'>";

    @TempDir
    static Path folder;

    static Web web;
    static Browser browser;

    @BeforeAll
    static void open() throws IOException {
        web = new Web(folder, Map.of("ingestion.workers", "1", "ingestion.batch_size", "4"));
        browser = new Browser(web.address());
        for (var name : List.of(
                "overview.md",
                "faq/visitors.md",
                "incidents/IR-2024-007-shutter.docx",
                "manuals/nightjar-alarm-codes.md")) {
            var file = Path.of("examples/documents", name);
            Files.copy(file, web.corpus().docs().resolve(file.getFileName().toString()));
        }
        web.corpus().write("notes.md", "# Old notes\n\nThe zeppelin hangar is closed on Mondays.");
        web.corpus().write(EVIL + ".md", "# " + EVIL + "\n\n<script>document.title='hacked'</script> A hostile pump.");
        web.corpus().ingest("knowledge_hub");
        var calls =
                new ToolCalls(web.corpus().engine().settings().observability().traceFile());
        calls.append(new ToolCalls.Entry(
                "2026-01-02T03:04:05Z",
                4711,
                "client 1.0",
                "2025-06-18",
                "stdio",
                "query_knowledge_hub",
                "ok",
                12.5,
                "00",
                "",
                ""));
        calls.append(new ToolCalls.Entry(
                "2026-01-02T03:04:06Z",
                4711,
                "client 1.0",
                "2025-06-18",
                "stdio",
                "get_image",
                "refused",
                1.5,
                "00",
                "",
                "there is no picture " + EVIL));
    }

    @AfterAll
    static void close() {
        if (browser != null) browser.close();
        if (web != null) web.close();
    }

    @AfterEach
    void wide() {
        browser.look(1280, false);
    }

    static String ask(String question) {
        browser.open("/queries");
        browser.type("#query", question);
        browser.clickOn("Ask");
        browser.waitFor("How each passage moved");
        return browser.path();
    }
}
