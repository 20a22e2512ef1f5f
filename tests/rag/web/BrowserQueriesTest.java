package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import rag.trace.TraceIndex;
import rag.trace.TraceLog;

/** Queries in a real browser: how passages moved, why one is missed, two side by side, all by keyboard. */
@Tag("browser")
class BrowserQueriesTest extends WithBrowser {

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
