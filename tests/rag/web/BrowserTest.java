package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import rag.trace.ToolCalls;
import rag.trace.TraceIndex;
import rag.trace.TraceLog;

/** What a person does with the dashboard, in a real browser over a real store. */
@Tag("browser")
class BrowserTest {

    private static final String EVIL = "<img src=x onerror=document.title='hacked'>";

    @TempDir
    static Path folder;

    private static Web web;
    private static Browser browser;

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

    private static String ask(String question) {
        browser.open("/queries");
        browser.type("#query", question);
        browser.clickOn("Ask");
        browser.waitFor("How each passage moved");
        return browser.path();
    }

    @Test
    void aPdfWithAPictureIsUploadedAndShownWithItsPassagesAndPicture() {
        browser.open("/ingest");
        browser.one("#files")
                .sendKeys(Path.of("examples/documents/manuals/dome-closing.pdf")
                        .toAbsolutePath()
                        .toString());
        browser.clickOn("Upload and ingest");
        browser.one("article.job[data-state=done]"); // comes by itself
        browser.clickOn("See the documents");
        browser.clickOn("dome-closing.pdf");
        browser.waitFor("Passages in reading order");
        assertTrue(browser.text().contains("ready"), browser.text());
        assertTrue(browser.all("ol.chunks > li").size() > 1);
        var picture = browser.one(".gallery img");
        browser.until(
                "the picture is not shown",
                () -> Boolean.TRUE.equals(browser.script(
                                "return arguments[0].complete && arguments[0].naturalWidth > 10", picture))
                        ? Optional.of(true)
                        : Optional.empty());
        browser.assertQuiet();
    }

    @Test
    void aLongIngestionIsWatchedAndCancelled() throws IOException {
        var many = Files.createDirectories(folder.resolve("many"));
        for (int i = 0; i < 300; i++)
            Files.writeString(
                    many.resolve("n" + i + ".md"),
                    "# Number " + i + "\n\n"
                            + "Words about number %d. ".formatted(i).repeat(60));
        browser.open("/ingest");
        browser.type("#path", many.toString());
        browser.type("section[aria-labelledby=folder] input[name=new_collection]", "many");
        browser.clickOn("Ingest");
        browser.until(
                "no document is done",
                () -> browser.all("article.job[data-state=running] progress[aria-label=ingest]").stream()
                        .filter(bar -> Double.parseDouble(bar.getDomProperty("value")) >= 2)
                        .findFirst());
        browser.clickOn("Cancel");
        browser.one("article.job[data-state=cancelled]");
        browser.open("/data?collection=many");
        int ready =
                Integer.parseInt(browser.one(".pager").getText().replaceFirst("(?s).* of (\\d+) documents.*", "$1"));
        assertTrue(ready > 0 && ready < 300, "what was done stays: " + ready);
        browser.assertQuiet();
    }

    @Test
    void aDeletedDocumentIsNotFoundAnyMore() {
        ask("when is the zeppelin hangar closed");
        assertTrue(browser.one("ol.hits").getText().contains("notes.md"));
        browser.open("/data?text=zeppelin");
        browser.press(browser.one("section[aria-labelledby=passages] a"));
        browser.clickOn("Delete…");
        browser.clickOn("Delete it");
        browser.waitFor("Deleted notes.md");
        ask("when is the zeppelin hangar closed");
        assertFalse(browser.one("ol.hits").getText().contains("notes.md"));
    }

    @Test
    void theMovementsOnThePageAreThoseOfTheTrace() throws IOException {
        var path = ask("Why did the dome shutter stop at 61 % in June 2024?");
        var observed = web.corpus().engine().settings().observability();
        var index = new TraceIndex(new TraceLog(observed.traceFile(), observed.maxMb()));
        var trace = browser.until("no trace is written", () -> {
            try {
                return index.trace(path.substring(path.lastIndexOf('/') + 1));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        var fusion = trace.stages().stream()
                .filter(s -> s.stage().equals("fusion"))
                .findFirst()
                .orElseThrow();
        int moved = 0;
        for (var result : (List<?>) fusion.data().get("results")) {
            var change = (Map<?, ?>) result;
            var rows = browser.all("[id='row-" + change.get("chunk_id") + "'] [data-column=fused]");
            if (rows.isEmpty()) continue; // behind the first 25
            var delta = ((Number) change.get("rank_delta")).intValue();
            if (delta != 0) moved++;
            assertEquals("" + change.get("rank"), rows.getFirst().getDomAttribute("data-rank"));
            assertEquals(
                    delta == 0 ? "=" : delta > 0 ? "▲" + delta : "▼" + -delta,
                    rows.getFirst().getDomAttribute("data-move"));
            var said = browser.all(".wideonly a[data-chunk='" + change.get("chunk_id") + "']");
            if (!said.isEmpty()) {
                var words = said.getFirst().getDomAttribute("aria-label");
                assertTrue(words.contains("fused: rank " + change.get("rank") + ","), words);
                assertTrue(
                        words.contains(delta == 0 ? "unchanged" : delta > 0 ? "rose " + delta : "fell " + -delta),
                        words);
            }
        }
        assertTrue(moved > 0, "something moved");
        assertEquals(
                ((List<?>) trace.metadata().get("hits")).size(),
                browser.all("ol.hits > li").size());
    }

    @Test
    void aLineOfTheFlowLeadsToItsRowByKeyboard() {
        ask("dome shutter");
        var line = browser.one(".wideonly a[data-chunk]");
        browser.script("arguments[0].focus()", line);
        assertEquals(
                "3.4px",
                browser.script("return getComputedStyle(document.activeElement.querySelector('path')).strokeWidth"));
        line.sendKeys(Keys.ENTER);
        var row = browser.one("tr:target");
        assertEquals("row-" + line.getDomAttribute("data-chunk"), row.getDomAttribute("id"));
    }

    @Test
    void aMissIsExplained() {
        ask("Why did the dome shutter stop?");
        browser.type("#passage", "visitors.md");
        browser.clickOn("Explain");
        var text = browser.one("#explained").getText();
        assertTrue(text.contains("dense") && text.contains("cosine") && text.contains("Words it lacks"), text);
        browser.type("#passage", "no such words anywhere");
        browser.clickOn("Explain");
        browser.waitFor("Lost at: not ingested");
    }

    @Test
    void aHitBecomesACaseIsEvaluatedAndTwoRunsAreCompared() {
        ask("What does alarm NJ-1112 mean?");
        browser.click("ol.hits input[type=checkbox]");
        browser.clickOn("Make an evaluation case");
        browser.waitFor("is in the golden set");
        for (int run = 1; run <= 2; run++) {
            browser.clickOn("Run the evaluation");
            browser.waitFor("Done: run");
            browser.open("/evaluation?set=mine");
        }
        var marks = browser.all("input[name=run]");
        assertEquals(2, marks.size());
        marks.forEach(browser::press);
        browser.clickOn("Compare two");
        browser.waitFor("Two runs, case by case");
        assertTrue(browser.text().contains("evidence/hit_rate"), browser.text());
        assertTrue(browser.text().contains("1.0000"), browser.text());
        browser.assertQuiet();
    }

    @Test
    void twoQueriesAreComparedSideBySide() {
        ask("dome shutter");
        ask("alarm codes of the dome");
        browser.open("/queries");
        var marks = browser.all("input[name=trace]");
        browser.press(marks.get(0));
        browser.press(marks.get(1));
        browser.clickOn("Compare two");
        browser.waitFor("From the first to the second");
        assertFalse(browser.all(".wideonly svg.flow a").isEmpty());
    }

    @Test
    void aHostileNameAndBodyAreShownAsText() {
        ask("hostile pump");
        assertTrue(browser.text().contains(EVIL), browser.text());
        browser.open("/data?text=hostile");
        browser.press(browser.one("section[aria-labelledby=passages] a"));
        browser.waitFor("<script>document.title='hacked'</script>");
        browser.open("/mcp");
        browser.waitFor(EVIL);
        assertEquals("MCP activity · Knowledge Hub", browser.script("return document.title"));
        browser.assertQuiet();
    }

    @Test
    void noPageKeepsAnybodyOut() {
        var query = ask("Why did the dome shutter stop?");
        var other = ask("summit road");
        var trace = query.substring(9);
        browser.open("/ingestions");
        var ingestion = browser.one("table a").getDomAttribute("href");
        browser.open("/data");
        var document = browser.one("table a").getDomAttribute("href");
        var faults = new ArrayList<String>();
        for (var page : List.of(
                "/",
                "/data",
                document,
                "/ingest",
                "/ingestions",
                ingestion,
                "/queries",
                query,
                "/queries/compare?trace=" + trace + "&trace=" + other.substring(9),
                "/evaluation",
                "/mcp",
                "/nowhere")) {
            for (int width : new int[] {1280, 400}) {
                for (boolean dark : new boolean[] {false, true}) {
                    browser.look(width, dark);
                    browser.open(page);
                    browser.script("document.querySelectorAll('details').forEach(d => d.open = true)");
                    var where = page + " " + width + (dark ? " dark: " : " light: ");
                    browser.barriers().forEach(fault -> faults.add(where + fault));
                    if (browser.script("return document.documentElement.scrollWidth") instanceof Number wide
                            && wide.intValue() > width) {
                        faults.add(where + "is " + wide + " wide");
                    }
                }
            }
        }
        assertEquals("", String.join("\n", faults));
    }

    @Test
    void aKeyboardIsEnough() {
        browser.open("/queries");
        browser.one("body").sendKeys(Keys.TAB);
        assertEquals("Skip to the content", browser.script("return document.activeElement.textContent"));
        browser.one("a.skip").sendKeys(Keys.ENTER);
        browser.type("#query", "dome");
        browser.one("#query").sendKeys(Keys.ENTER);
        browser.waitFor("How each passage moved");
    }
}
