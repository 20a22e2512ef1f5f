package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.engine.Corpus;
import rag.engine.Jobs;
import rag.engine.Site;
import rag.model.Ids;
import rag.store.Job;

/** Pages of a site, brought in from the page on ingestion. */
class CrawlFormTest {

    @TempDir
    Path folder;

    private final Site site = new Site();
    private Web web;

    private void open(String settings) {
        web = new Web(new Corpus(folder, Map.of(), settings), Duration.ofSeconds(30));
        site.links("/", "All about pumps", "/oil", "/sand", "/secret")
                .links("/oil", "The pump needs oil every ten days")
                .links("/sand", "Sand ruins any pump")
                .links("/secret", "Nobody may read this")
                .reply(
                        "/robots.txt",
                        200,
                        "User-agent: *\nDisallow: /secret".getBytes(StandardCharsets.UTF_8),
                        "Content-Type: text/plain");
    }

    @AfterEach
    void close() {
        if (web != null) web.close();
        site.close();
    }

    private Job crawled(String... fields) {
        var answer = web.post("/ingest/site", fields);
        assertEquals(303, answer.statusCode(), answer.body());
        return ended(answer.headers().firstValue("Location").orElseThrow().replaceFirst(".*#", ""));
    }

    private Job ended(String id) {
        try (var jobs = new Jobs(web.corpus().engine())) {
            return jobs.await(id, Duration.ofSeconds(60)).orElseThrow();
        }
    }

    private String document(String path) {
        return "/data/pumps/" + Ids.document("pumps", site.at(path));
    }

    @Test
    void aSiteIsCrawledIntoACollectionByTheRulesOfRobots() {
        open(site.allowed());
        var job = crawled("url", site.at("/"), "new_collection", "pumps");
        assertEquals("done", job.state().key(), job.reason());
        assertEquals("dashboard", job.startedBy());
        var page = web.page("/data?collection=pumps");
        assertTrue(page.contains("3 documents"), page);
        assertTrue(web.page(document("/oil")).contains("oil every ten days"));
        assertEquals(404, web.get(document("/secret")).statusCode());
        assertTrue(web.page("/collections").contains("href=\"?collection=pumps\""));
    }

    @Test
    void onePageFollowsNoLinkAndIsFetchedAgainFromItsDocument() {
        open(site.allowed());
        crawled("url", site.at("/"), "new_collection", "pumps", "max_pages", "1");
        assertTrue(web.page("/data?collection=pumps").contains("1 documents"));
        assertTrue(web.page(document("/")).contains("Fetch again"));
        site.links("/", "All about valves");
        var answer = web.post("/ingest/again", "collection", "pumps", "source", site.at("/"));
        ended(answer.headers().firstValue("Location").orElseThrow().replaceFirst(".*#", ""));
        assertTrue(web.page(document("/")).contains("All about valves"));
    }

    @Test
    void anAddressOfThisMachineIsRefusedUnlessASettingNamesIt() {
        open("crawl: {delay_ms: 0}\n");
        site.requests();
        var job = crawled("url", site.at("/"), "new_collection", "pumps");
        assertEquals("failed", job.state().key());
        assertTrue(job.reason().contains("crawl.private_hosts"), job.reason());
        assertTrue(web.page("/ingest").contains("crawl.private_hosts</code>"));
        assertTrue(site.requests().isEmpty());
    }

    @Test
    void whatIsNoAddressOrTooManyPagesIsSaidBeforeAnythingBegins() {
        open(site.allowed());
        for (var fields : new String[][] {
            {"url", ""},
            {"url", "file:///etc/passwd"},
            {"url", "http://user:gannet-5@example.org/"},
            {"url", site.at("/"), "max_pages", "1001"},
            {"url", site.at("/"), "max_pages", "0"},
            {"url", site.at("/"), "new_collection", "../x"},
        }) {
            assertEquals(400, web.post("/ingest/site", fields).statusCode(), String.join(" ", fields));
        }
        assertEquals(403, web.postPlain("/ingest/site", "url", site.at("/")).statusCode());
        assertTrue(web.page("/ingest").contains("None yet."));
        assertTrue(site.requests().isEmpty());
    }
}
