package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;
import rag.engine.Site;

/** ingest.java on a web site. */
@Tag("process")
class CrawlTest {

    @TempDir
    Path folder;

    private Script.Result run(String script, String... args) throws Exception {
        var all = new ArrayList<String>(List.of("--data", folder.resolve("data").toString()));
        all.addAll(List.of(args));
        return Script.of(script).run(all.toArray());
    }

    @Test
    void aSiteIsPlannedCrawledCitedAndPruned() throws Exception {
        try (var site = new Site()) {
            site.links("/", "All about pumps", "/oil", "/sand")
                    .links("/oil", "The pump needs oil every ten days")
                    .links("/sand", "Sand ruins any pump");
            var settings = Files.writeString(folder.resolve("settings.yaml"), site.allowed())
                    .toString();

            var refused = run("ingest", site.at("/"));
            assertEquals(2, refused.code());
            assertTrue(refused.err().contains("crawl.private_hosts"), refused.err());
            assertEquals(List.of(), site.requests());

            var alone = run("ingest", "--config", settings, "--json", "--dry-run", site.at("/"));
            assertEquals(1, Json.tree(alone.out()).get("items").size(), alone.err());
            var crawled = run("ingest", "--config", settings, "--json", "--crawl", site.at("/"));
            assertEquals(0, crawled.code(), crawled.err());
            assertEquals(3, Json.tree(crawled.out()).at("/counts/new").asInt());

            var answer = run("query", "--json", "How often does the pump need oil?");
            assertEquals(
                    site.at("/oil"),
                    Json.tree(answer.out()).at("/hits/0/chunk/source").asText());

            site.remove("/sand");
            var pruned = run("ingest", "--config", settings, "--json", "--crawl", "--prune", site.at("/"));
            assertEquals(1, Json.tree(pruned.out()).at("/counts/deleted").asInt(), pruned.out());
        }
    }

    @Test
    void aQuestionBringsAPageOrASiteInStepFirst() throws Exception {
        try (var site = new Site()) {
            site.links("/", "All about pumps", "/oil", "/sand")
                    .links("/oil", "The pump needs oil every ten days")
                    .links("/sand", "Sand ruins any pump");
            var settings = Files.writeString(folder.resolve("settings.yaml"), site.allowed())
                    .toString();
            var question = "How often does the pump need oil?";

            var refused = run("query", "--path", site.at("/"), question);
            assertEquals(2, refused.code(), refused.err());
            assertEquals("", refused.out());
            assertTrue(refused.err().contains("crawl.private_hosts"), refused.err());
            assertEquals(List.of(), site.requests());

            var page = run("query", "--config", settings, "--json", "--path", site.at("/"), question);
            assertEquals(0, page.code(), page.err());
            assertEquals(1, Json.tree(page.out()).get("hits").size(), "one page, as with ingest");
            assertTrue(page.err().contains("1 new"), page.err());

            var all = run("query", "--config", settings, "--json", "--crawl", "--path", site.at("/"), question);
            assertEquals(0, all.code(), all.err());
            assertTrue(all.err().contains("2 new"), all.err());
            assertEquals(
                    site.at("/oil"),
                    Json.tree(all.out()).at("/hits/0/chunk/source").asText());

            site.page("/oil", "<p>The pump needs oil every twelve days</p>");
            var docs = Files.createDirectories(folder.resolve("docs"));
            Files.writeString(docs.resolve("dome.md"), "The dome closes at dawn.");
            var again = run(
                    "query",
                    "--config",
                    settings,
                    "--json",
                    "--crawl",
                    "--max-pages",
                    "3",
                    "--path",
                    site.at("/"),
                    "--path",
                    docs.toString(),
                    question);
            assertTrue(again.err().contains("1 changed") && again.err().contains("1 new"), again.err());
            assertTrue(again.out().contains("twelve days") && again.out().contains("dome.md"), again.out());

            for (var args : List.of(List.of("--crawl", "--path", docs.toString()), List.of("--max-pages", "3"))) {
                var mistaken = new ArrayList<>(args);
                mistaken.add(question);
                assertEquals(2, run("query", mistaken.toArray(String[]::new)).code(), args.toString());
            }
        }
    }

    @Test
    void whatACollectionIsMadeOfMayBeFoldersAndAddresses() throws Exception {
        try (var site = new Site();
                var other = new Site()) {
            site.links("/", "All about pumps", "/oil").links("/oil", "The pump needs oil every ten days");
            other.links("/", "Rain spoils mirrors");
            var docs = Files.createDirectories(folder.resolve("docs"));
            Files.writeString(docs.resolve("dome.md"), "The dome closes at dawn.");
            var settings = Files.writeString(folder.resolve("settings.yaml"), site.allowed())
                    .toString();
            var said = run(
                    "ingest",
                    "-c",
                    "wells",
                    "--describe",
                    "Wells and domes",
                    "--default-path",
                    site.at("/"),
                    "--default-path",
                    docs.toString(),
                    "--default-path",
                    other.at("/"));
            assertEquals(0, said.code(), said.err());

            var plan = run("ingest", "--config", settings, "-c", "wells", "--json", "--dry-run");
            assertEquals(1, plan.code(), "one address is not allowed");
            assertEquals(2, Json.tree(plan.out()).size(), plan.out());

            var first = run("ingest", "--config", settings, "-c", "wells", "--json", "--crawl");
            assertEquals(1, first.code());
            assertTrue(first.err().contains(other.authority()), first.err());
            var reports = Json.tree(first.out());
            assertEquals(1, reports.at("/0/counts/new").asInt(), "the folder: " + reports);
            assertEquals(2, reports.at("/1/counts/new").asInt(), "the site: " + reports);

            var both = "crawl: {delay_ms: 0, private_hosts: [\"" + site.authority() + "\", \"" + other.authority()
                    + "\"]}\n";
            Files.writeString(folder.resolve("settings.yaml"), both);
            var second = run("ingest", "--config", settings, "-c", "wells", "--json", "--crawl");
            assertEquals(0, second.code(), second.err());
            reports = Json.tree(second.out());
            assertEquals(1, reports.at("/0/counts/unchanged").asInt(), second.out());
            assertEquals(2, reports.at("/1/counts/unchanged").asInt(), second.out());
            assertEquals(1, reports.at("/2/counts/new").asInt(), second.out());

            assertEquals(2, run("ingest", "-c", "wells", "--watch").code(), "addresses are not watched");
        }
    }

    @Test
    void whatDoesNotGoTogetherIsSaid() throws Exception {
        for (var args : List.of(
                List.of("--crawl", "docs"),
                List.of("--max-pages", "5", "http://example.org/"),
                List.of("--watch", "http://example.org/"),
                List.of("--manifest", "m.jsonl", "http://example.org/"),
                List.of("--crawl", "--max-pages", "1001", "http://example.org/"),
                List.of("http://"))) {
            var result = run("ingest", args.toArray(String[]::new));
            assertEquals(2, result.code(), args.toString());
            assertEquals("", result.out(), args.toString());
            assertTrue(result.err().lines().count() <= 2, result.err());
        }
    }
}
