package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every page, light and dark, wide and narrow: nothing keeps a person out, nothing is wider than the window. */
@Tag("browser")
class BrowserBarriersTest extends WithBrowser {

    @Test
    void noPageKeepsAnybodyOut() throws IOException {
        var query = ask("Why did the dome shutter stop?");
        var other = ask("summit road");
        var pages = new ArrayList<>(List.of("/", "/data", link("/data", "table a"), "/ingest", "/ingestions"));
        pages.addAll(List.of("/collections", "/collections?collection=knowledge_hub"));
        pages.add(link("/ingestions", "table a"));
        pages.addAll(List.of(
                "/queries", query, "/queries/compare?trace=" + query.substring(9) + "&trace=" + other.substring(9)));
        pages.add(job());
        pages.addAll(runs());
        pages.addAll(List.of("/evaluation", "/mcp", "/nowhere"));
        var faults = new ArrayList<String>();
        for (var page : pages) {
            for (int width : new int[] {1280, 400}) {
                for (boolean dark : new boolean[] {false, true}) look(page, width, dark, faults);
            }
        }
        assertEquals("", String.join("\n", faults));
    }

    private static void look(String page, int width, boolean dark, List<String> faults) {
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

    private static String link(String page, String css) {
        browser.open(page);
        return browser.one(css).getDomAttribute("href");
    }

    /** An ingestion in which something failed: its page lists what. */
    private static String job() throws IOException {
        var mixed = Files.createDirectories(folder.resolve("mixed"));
        Files.writeString(mixed.resolve("fine.md"), "# Fine\n\nThe crank of the dome.");
        Files.writeString(mixed.resolve("broken.pdf"), "%PDF-1.7 and nothing behind it");
        browser.open("/ingest");
        browser.type("#path", mixed.toString());
        browser.clickOn("Ingest");
        return browser.one("a[href^='/ingest/jobs/']").getDomAttribute("href");
    }

    /** The page of a run, and of two side by side. */
    private static List<String> runs() {
        ask("What does alarm NJ-1112 mean?");
        browser.click("ol.hits input[type=checkbox]");
        browser.clickOn("Make an evaluation case");
        browser.waitFor("is in the golden set");
        for (int run = 1; run <= 2; run++) {
            browser.open("/evaluation?set=mine");
            browser.clickOn("Run the evaluation");
            browser.waitFor("Done: run");
        }
        browser.open("/evaluation?set=mine");
        var ids = browser.all("input[name=run]").stream()
                .map(mark -> mark.getDomAttribute("value"))
                .toList();
        return List.of("/evaluation/" + ids.getFirst(), "/evaluation/compare?run=" + ids.get(0) + "&run=" + ids.get(1));
    }
}
