package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a person does with the dashboard, in a real browser over a real store. */
@Tag("browser")
class BrowserTest extends WithBrowser {

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
        browser.press(browser.one("ol.chunks a[target=_blank]"));
        browser.inNewTab("/originals/", () -> {
            assertEquals("application/pdf", browser.script("return document.contentType"));
            assertEquals("#page=1", browser.script("return location.hash"));
            browser.until(
                    "the flow chart of the page is not painted",
                    () -> Optional.of(browser.coloured()).filter(pixels -> pixels > 2000));
        });
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
}
