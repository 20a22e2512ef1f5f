package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.store.HistoryRow;

/** What is done when a site is known already. */
class RecrawlTest extends WithSite {

    @Test
    void aSecondCrawlFetchesAndEmbedsOnlyWhatHasChanged() {
        site.links("/", "Home", "/a", "/b")
                .links("/a", "Page a", "/c")
                .links("/b", "Page b")
                .links("/c", "Page c");
        assertEquals(4, crawl("/", 10).counts().get("new"));
        site.requests();

        var same = crawl("/", 10);
        assertEquals(4, same.counts().get("unchanged"));
        assertEquals(0, same.embedded() + same.cached());
        assertEquals(
                List.of("/ 304", "/a 304", "/b 304", "/c 304"),
                site.requests().stream()
                        .filter(r -> !r.endsWith("404"))
                        .sorted()
                        .toList());

        site.links("/b", "Page b, written anew");
        var changed = crawl("/", 10);
        assertEquals(
                List.of(1, 3),
                List.of(changed.counts().get("changed"), changed.counts().get("unchanged")));
        assertTrue(site.requests().contains("/b 200"));
    }

    @Test
    void aPageThatIsGoneStaysUntilPruningIsAskedFor() {
        site.links("/", "Home", "/a", "/b").links("/a", "Page a").links("/b", "Page b");
        crawl("/", 10);
        site.links("/", "Home without a", "/b").remove("/a");

        var left = crawl("/", 10);
        assertEquals(1, left.left());
        assertEquals(set("/", "/a", "/b"), pages());

        var pruned = new Crawling(corpus.engine()).run(request("/", 10, true), Progress.NONE, () -> false);
        assertEquals(1, pruned.counts().get("deleted"));
        assertEquals(set("/", "/b"), pages());
    }

    @Test
    void aPageThatIsNotSentIsMarkedUntilItIsSentAgain() {
        site.links("/", "Home", "/a").links("/a", "Page a");
        crawl("/", 10);
        site.reply("/a", 403, new byte[0], "Content-Type: text/html");
        assertEquals(Map.of("/a", "failed: HTTP 403 (linked from /)"), troubles(crawl("/", 10)));
        assertEquals(
                List.of(false, true), rows().stream().map(HistoryRow::stale).toList());
        assertEquals(set("/", "/a"), pages());

        site.links("/a", "Page a");
        assertEquals(Map.of(), troubles(crawl("/", 10)));
        assertEquals(
                List.of(false, false), rows().stream().map(HistoryRow::stale).toList());
        assertEquals(2, crawl("/", 10).counts().get("unchanged"));
    }

    @Test
    void aPageThatNobodyLinksToAnyLongerIsAskedForAndStays() {
        site.links("/", "Home", "/a").links("/a", "Page a");
        crawl("/", 10);
        site.links("/", "Home without links");
        site.requests();

        var report = new Crawling(corpus.engine()).run(request("/", 10, true), Progress.NONE, () -> false);
        assertEquals(0, report.counts().get("deleted"));
        assertTrue(site.requests().contains("/a 304"));
        assertEquals(set("/", "/a"), pages());
    }

    @Test
    void aPageThatFailsKeepsItsOldVersion() {
        site.links("/", "Home", "/a").links("/a", "Page a");
        crawl("/", 10);
        site.reply("/a", 500, new byte[0]);

        var report = new Crawling(corpus.engine()).run(request("/", 10, true), Progress.NONE, () -> false);
        assertEquals(Map.of("/a", "failed: HTTP 500 (linked from /)"), troubles(report));
        assertTrue(report.troubles().getFirst().stale());
        assertEquals(set("/", "/a"), pages());
    }

    @Test
    void aPlanFetchesButKeepsNothing() {
        site.links("/", "Home", "/a").links("/a", "Page a");
        var plan = new Crawling(corpus.engine()).plan(request("/", 5, false), Progress.NONE, () -> false);

        assertEquals(2, plan.counts().get(Plan.Action.NEW));
        assertEquals(List.of(), rows());
    }

    @Test
    void aJobThatIsCancelledWhilePagesAreFetchedChangesNothing() throws Exception {
        for (int i = 0; i < 200; i++) site.links("/" + i, "Page " + i, "/" + (i + 1), "/" + (i + 2));
        try (var slow = new Corpus(
                        made("slow"), Map.of("crawl.delay_ms", "50", "crawl.max_depth", "100"), site.allowed());
                var jobs = new Jobs(slow.engine())) {
            var job = jobs.start(request("/0", 200, false), "test");
            while (jobs.status(job.id()).orElseThrow().steps().stream().noneMatch(s -> s.done() > 2)) Thread.sleep(50);
            jobs.cancel(job.id());
            var done = jobs.await(job.id(), Duration.ofSeconds(10)).orElseThrow();
            assertEquals("cancelled", done.state().key());
            assertTrue(site.requests().size() < 150);
        }
    }
}
