package rag.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import rag.engine.IngestRequest;
import rag.engine.Ingestion;
import rag.engine.Progress;
import rag.trace.ToolCalls;

/** Takes the pictures of {@code examples/screenshots} over the shipped documents: {@code -Dscreenshots=FOLDER}. */
@Tag("browser")
@EnabledIfSystemProperty(named = "screenshots", matches = ".+")
class ScreenshotsTest {

    @Test
    void everyPageWideAndNarrow() throws IOException {
        var target = Files.createDirectories(Path.of(System.getProperty("screenshots")));
        var folder = Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"), "hub"));
        var documents = folder.toRealPath().resolve("observatory");
        copy(Path.of("examples/documents"), documents);
        try (var web = new Web(folder);
                var browser = new Browser(web.address())) {
            var request = new IngestRequest(
                    "knowledge_hub", List.of(documents), false, false, false, Duration.ofSeconds(5), "ingest.java");
            new Ingestion(web.corpus().engine()).run(request, Progress.NONE, () -> false);
            var calls = new ToolCalls(
                    web.corpus().engine().settings().observability().traceFile());
            for (int i = 0; i < 6; i++) {
                calls.append(new ToolCalls.Entry(
                        "2026-01-02T03:0%d:05Z".formatted(i),
                        4711,
                        "editor 2.1",
                        "2025-06-18",
                        "stdio",
                        List.of("query_knowledge_hub", "list_collections", "get_document_summary")
                                .get(i % 3),
                        i == 4 ? "refused" : "ok",
                        8.5 + 3 * i,
                        "00",
                        "",
                        i == 4 ? "there is no collection 'manual'; there are: knowledge_hub" : ""));
            }
            var pages = pages(browser);
            for (var page : pages.entrySet()) {
                take(browser, target, page.getKey(), page.getValue(), 1280, false);
                take(browser, target, page.getKey() + "-narrow", page.getValue(), 400, false);
            }
            take(browser, target, "query-dark", pages.get("query"), 1280, true);
        }
    }

    private static Map<String, String> pages(Browser browser) {
        for (var question : List.of(
                "How long is the shift at altitude?",
                "glycol leak",
                "Wie wird Stickstoff nachgefüllt?",
                "purple elephants on the moon",
                "Who may drive the summit road in winter?")) ask(browser, question);
        var other = ask(browser, "dome shutter stopped half way");
        var query = ask(browser, "Why did the dome shutter stop at 61 % in June 2024?");
        for (int run = 1; run <= 2; run++) {
            browser.open("/evaluation");
            browser.clickOn("Run the evaluation");
            browser.waitFor("Done: run");
        }
        browser.open("/evaluation");
        var run = browser.one("input[name=run]").getDomAttribute("value");
        browser.open("/data?text=dome-closing");
        var document = browser.one("table a").getDomAttribute("href");
        browser.open("/ingestions?text=dome-closing");
        var ingestion = browser.one("table a").getDomAttribute("href");
        var pages = new LinkedHashMap<String, String>();
        pages.put("overview", "/");
        pages.put("collections", "/collections?collection=knowledge_hub");
        pages.put("data", "/data");
        pages.put("document", document);
        pages.put("ingest", "/ingest");
        pages.put("ingestion", ingestion);
        pages.put("query", query);
        pages.put("compare", "/queries/compare?trace=" + other.substring(9) + "&trace=" + query.substring(9));
        pages.put("evaluation", "/evaluation");
        pages.put("evaluation-run", "/evaluation/" + run);
        pages.put("mcp", "/mcp");
        return pages;
    }

    private static String ask(Browser browser, String question) {
        browser.open("/queries");
        browser.type("#query", question);
        browser.clickOn("Ask");
        browser.waitFor("How each passage moved");
        return browser.path();
    }

    private static void take(Browser browser, Path target, String name, String page, int width, boolean dark)
            throws IOException {
        browser.look(width, dark);
        browser.open(page);
        browser.one("main");
        Files.write(target.resolve(name + ".png"), browser.picture());
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                var copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) Files.createDirectories(copy);
                else Files.copy(file, copy, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
