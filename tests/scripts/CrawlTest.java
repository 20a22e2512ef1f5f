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
    void whatDoesNotGoTogetherIsSaid() throws Exception {
        for (var args : List.of(
                List.of("--crawl", "docs"),
                List.of("--max-pages", "5", "http://example.org/"),
                List.of("--watch", "http://example.org/"),
                List.of("http://example.org/", "docs"),
                List.of("--crawl", "--max-pages", "1001", "http://example.org/"),
                List.of("http://"))) {
            var result = run("ingest", args.toArray(String[]::new));
            assertEquals(2, result.code(), args.toString());
            assertEquals("", result.out(), args.toString());
            assertTrue(result.err().lines().count() <= 2, result.err());
        }
    }
}
