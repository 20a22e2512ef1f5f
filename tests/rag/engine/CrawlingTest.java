package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import rag.model.Failure;
import rag.model.Query;

/** What a crawl brings in, and what it leaves alone. */
class CrawlingTest extends WithSite {

    @Test
    void aSiteFullOfTrapsGivesExactlyItsPages() {
        try (var secret = new Site("127.0.0.2")) {
            secret.page("/", "<p>Secret</p>").page("/key", "<p>Secret</p>");
            site.links(
                            "/",
                            "Home of pumps",
                            "a.html",
                            "/b/",
                            "/moved",
                            "/private/x",
                            "/dead",
                            "/broken",
                            "/huge",
                            "/notes.md",
                            "http://example.org/",
                            "/logo.png",
                            "/out",
                            "/metadata",
                            "/circle1",
                            "/hidden",
                            "/a.html?utm_source=mail#top",
                            "/print/a",
                            "/slow",
                            "/maze/",
                            "/film",
                            "javascript:void(0)",
                            "mailto:a@b.example",
                            "/bomb",
                            "/cyrillic")
                    .links("/a.html", "Page a is about oil", "/", "/b/", "c.html")
                    .links("/b/", "Page b is about water", "../a.html", "/b/index.html")
                    .links("/b/index.html", "Page b is about water", "../a.html", "/b/index.html")
                    .links("/c.html", "Page c is about sand", "/a.html")
                    .reply("/bomb", 200, packed(8 << 20), "Content-Type: text/html", "Content-Encoding: gzip")
                    .links("/target", "What moved is about wind")
                    .redirect("/moved", "/target")
                    .redirect("/circle1", "/circle2")
                    .redirect("/circle2", "/circle1")
                    .redirect("/out", secret.at("/key"))
                    .redirect("/metadata", "http://169.254.169.254/latest/meta-data/")
                    .links("/private/x", "Nobody may read this")
                    .reply("/broken", 500, "oops".getBytes(StandardCharsets.UTF_8))
                    .reply("/huge", 200, new byte[2 << 20], "Content-Type: text/html")
                    .reply("/film", 200, new byte[10], "Content-Type: video/mp4")
                    .reply(
                            "/notes.md",
                            200,
                            "# Notes\n\nAbout pipes.".getBytes(StandardCharsets.UTF_8),
                            "Content-Type: text/markdown")
                    .reply(
                            "/cyrillic",
                            200,
                            "<p>Насос требует масла каждую неделю.</p>".getBytes(Charset.forName("windows-1251")),
                            "Content-Type: text/html; charset=windows-1251")
                    .page("/hidden", "<meta name=robots content='noindex'><p>Not kept</p><a href='/behind'>on</a>")
                    .links("/behind", "What lies behind is about snow")
                    .page("/print/a", "<link rel=canonical href='/a.html'><p>Page a is about oil, for printing</p>")
                    .links("/maze/", "Level", "maze/")
                    .links("/maze/maze/", "Level 2", "maze/")
                    .links("/maze/maze/maze/", "Level 3", "maze/")
                    .links("/listed.html", "Only the list knows this page")
                    .reply(
                            "/robots.txt",
                            200,
                            ("User-agent: *\nDisallow: /private/\nSitemap: " + site.at("/list.xml"))
                                    .getBytes(StandardCharsets.UTF_8),
                            "Content-Type: text/plain")
                    .reply(
                            "/list.xml",
                            200,
                            ("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>"
                                            + site.at("/listed.html") + "</loc></url><url><loc>" + site.at("/private/y")
                                            + "</loc></url></urlset>")
                                    .getBytes(StandardCharsets.UTF_8),
                            "Content-Type: application/xml");

            var report = crawl("/", 100);

            assertEquals(
                    set(
                            "/",
                            "/a.html",
                            "/b/",
                            "/c.html",
                            "/target",
                            "/notes.md",
                            "/behind",
                            "/maze/",
                            "/maze/maze/",
                            "/listed.html",
                            "/cyrillic"),
                    pages());
            assertEquals(
                    Map.of(
                            "/dead", "failed: HTTP 404 (linked from /)",
                            "/broken", "failed: HTTP 500 (linked from /)",
                            "/circle1", "failed: redirects in a circle (linked from /)",
                            "/huge", "too_large: over crawl.max_page_mb (1)",
                            "/bomb", "too_large: over crawl.max_page_mb (1)",
                            "/film", "unsupported: its type is video/mp4",
                            "/slow", "failed: no answer within 2 s (linked from /)"),
                    troubles(report));
            var asked = site.requests();
            assertEquals(asked.stream().distinct().toList(), asked, "nothing is asked for twice");
            assertFalse(asked.toString().contains("/private"), asked.toString());
            assertFalse(asked.toString().contains(".png"), asked.toString());
            assertEquals(List.of(), secret.requests());
            assertTrue(
                    report.notes().toString().contains("2 addresses were left out, since robots.txt"),
                    report.notes() + "");
            var cyrillic =
                    new Search(corpus.engine()).run(Query.of("Насос масло", 5)).answer();
            assertEquals(
                    site.at("/cyrillic"), cyrillic.hits().getFirst().chunk().source());
            assertTrue(cyrillic.hits().getFirst().chunk().text().contains("Насос требует масла"));
        }
    }

    @Test
    void oneAddressAloneFollowsNoLinkAndReadsNoList() {
        site.links("/guide", "A guide", "/a").links("/a", "Page a");
        crawl("/guide", 1);

        assertEquals(set("/guide"), pages());
        assertEquals(List.of("/robots.txt 404", "/guide 200"), site.requests());
    }

    @Test
    void noMorePagesAreFetchedThanWereAskedForAndThoseBelowTheFirstComeFirst() {
        site.links("/docs/", "Docs", "/blog/1", "/blog/2", "/docs/a").links("/docs/a", "Page a", "/docs/b");
        site.links("/docs/b", "Page b").links("/blog/1", "Blog 1").links("/blog/2", "Blog 2");
        var report = crawl("/docs/", 3);

        assertEquals(set("/docs/", "/docs/a", "/docs/b"), pages());
        assertTrue(
                report.notes().toString().contains("2 more addresses are known"),
                report.notes().toString());
    }

    @Test
    void withoutTheSettingNothingOfThisMachineIsAsked() {
        site.links("/", "Home");
        try (var other = new Corpus(made("other"), Map.of())) {
            var crawling = new Crawling(other.engine());
            var port = site.authority().replaceFirst(".*:", "");
            Stream.of("127.0.0.1", "localhost", "0.0.0.0", "2130706433").forEach(host -> {
                var failure = assertThrows(
                        Failure.class,
                        () -> crawling.run(
                                new CrawlRequest(
                                        NAME,
                                        "http://" + host + ":" + port + "/",
                                        5,
                                        false,
                                        false,
                                        false,
                                        Duration.ZERO,
                                        "test"),
                                Progress.NONE,
                                () -> false),
                        host);
                assertTrue(failure.getMessage().contains("crawl.private_hosts"), failure.getMessage());
            });
            assertEquals(List.of(), site.requests());
        }
    }

    @Test
    void theFirstPageMayNameAnotherHostAsTheSitesOwnButNoForbiddenOne() {
        try (var secret = new Site("127.0.0.2")) {
            secret.links("/", "Secret");
            site.redirect("/", secret.at("/"));
            var report = crawl("/", 5);

            assertTrue(
                    troubles(report).get("/").contains("crawl.private_hosts"),
                    troubles(report).toString());
            assertEquals(List.of(), secret.requests());
            assertEquals(set(), pages());
        }
    }

    @Test
    void aSiteWhoseRulesCanNotBeHadIsLeftAlone() {
        site.links("/", "Home").reply("/robots.txt", 503, new byte[0], "Retry-After: 3600");
        var failure = assertThrows(Failure.class, () -> crawl("/", 5));

        assertTrue(failure.getMessage().contains("robots.txt"), failure.getMessage());
        assertEquals(List.of("/robots.txt 503"), site.requests());
    }
}
