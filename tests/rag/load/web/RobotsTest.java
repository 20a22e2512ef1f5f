package rag.load.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import rag.config.CrawlSettings;
import rag.engine.Site;

class RobotsTest {

    private static Robots robots(Site site, String agent) throws ForbiddenAddress {
        var settings = new CrawlSettings("local", "", "", agent, 3, 0, 5, 1, List.of("127.0.0.1"));
        try (var fetcher = new Fetcher(settings)) {
            return Robots.of(fetcher, site.at("/"), agent);
        }
    }

    private static Site site(String rules) {
        return new Site().reply("/robots.txt", 200, rules.getBytes(StandardCharsets.UTF_8), "Content-Type: text/plain");
    }

    @Test
    void aGroupThatNamesTheCrawlerGoesBeforeTheOneForAll() throws Exception {
        try (var site = site("""
            User-agent: *
            Disallow: /
            User-agent: KnowledgeHub
            Disallow: /a*.pdf$
            Disallow: /b/
            Allow: /b/open
            Crawl-delay: 2
            """)) {
            var named = robots(site, "KnowledgeHub/1.0 (me@example.org)");
            assertTrue(named.allows(site.at("/")));
            assertFalse(named.allows(site.at("/a1.pdf")));
            assertTrue(named.allows(site.at("/a1.pdf?x")));
            assertFalse(named.allows(site.at("/b/x")));
            assertTrue(named.allows(site.at("/b/open")));
            assertEquals(2000, named.delayMs());
            assertFalse(robots(site, "Other").allows(site.at("/")));
        }
    }

    @Test
    void noSiteMayStretchACrawlWithoutEnd() throws Exception {
        try (var site = site("User-agent: *\nCrawl-delay: 86400\n")) {
            assertEquals(30_000, robots(site, "KnowledgeHub").delayMs());
            assertTrue(robots(site, "KnowledgeHub").allows(site.at("/x")));
        }
    }

    @Test
    void whereThereAreNoRulesAllIsAllowedAndWhereTheyCanNotBeHadNothing() throws Exception {
        try (var site = new Site()) {
            assertTrue(robots(site, "KnowledgeHub").allows(site.at("/x")));
            site.reply("/robots.txt", 500, new byte[0]);
            assertFalse(robots(site, "KnowledgeHub").allows(site.at("/x")));
            assertEquals("HTTP 500", robots(site, "KnowledgeHub").trouble());
        }
    }
}
