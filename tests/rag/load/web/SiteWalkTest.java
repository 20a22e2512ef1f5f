package rag.load.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.CrawlSettings;
import rag.engine.Site;

/** Which pages a walk finds, and what it says of those it leaves. */
class SiteWalkTest {

    @TempDir
    Path folder;

    private final Site site = new Site();

    @AfterEach
    void close() {
        site.close();
    }

    private Crawl crawl(String start, int most) throws Exception {
        var settings = new CrawlSettings("local", "", "", "Hub/1.0", 5, 0, 5, 1, List.of("127.0.0.1", "localhost"));
        try (var crawler = new SiteCrawler(settings)) {
            var order = new CrawlOrder(start, most, List.of());
            return crawler.crawl(order, folder, (url, done, all) -> {}, () -> false);
        }
    }

    private Set<String> pages(Crawl crawl) {
        var pages = new TreeSet<String>();
        for (var page : crawl.pages()) pages.add(page.url().replace(site.at(""), ""));
        return pages;
    }

    private String local(String path) {
        return site.at(path).replace("127.0.0.1", "localhost");
    }

    private void list(String path, String... pages) {
        var xml = new StringBuilder("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>");
        for (String page : pages) xml.append("<url><loc>").append(page).append("</loc></url>");
        reply(path, xml + "</urlset>");
    }

    private void reply(String path, String text) {
        site.reply(path, 200, text.getBytes(StandardCharsets.UTF_8), "Content-Type: text/plain");
    }

    @Test
    void theListOfTheHostThatTheStartLeadsToIsReadThroughItsRedirects() throws Exception {
        site.redirect("/start", site.at("/")).links("/", "Home").links("/listed", "Listed");
        site.redirect("/sitemap.xml", "/moved.xml").redirect("/moved.xml", "/wp-sitemap.xml");
        list("/wp-sitemap.xml", site.at("/listed"));
        var crawl = crawl(local("/start"), 10);
        assertEquals(Set.of("/", "/listed"), pages(crawl));
        assertEquals(List.of(), crawl.notes());
    }

    @Test
    void aListThatCanNotBeReadIsTold() throws Exception {
        site.links("/", "Home");
        reply(
                "/robots.txt",
                "Sitemap: %s\nSitemap: %s\nSitemap: %s\n"
                        .formatted(site.at("/gone.xml"), site.at("/words.xml"), "http://cdn.example.org/list.xml"));
        reply("/words.xml", "no list at all");
        assertEquals(
                List.of("3 of the site's own lists of pages were not read: http://cdn.example.org/list.xml (on another"
                        + " host), %s (HTTP 404), %s (no sitemap)"
                                .formatted(site.at("/gone.xml"), site.at("/words.xml"))),
                crawl(site.at("/"), 10).notes());
    }

    @Test
    void aSiteWithoutAListSaysNothingOfIt() throws Exception {
        site.links("/", "Home");
        assertEquals(List.of(), crawl(site.at("/"), 10).notes());
        reply("/sitemap.xml", "<html>Not found</html>");
        assertEquals(List.of(), crawl(site.at("/"), 10).notes());
    }

    @Test
    void linksToTheOtherNameOfTheHostAreTold() throws Exception {
        String www = local("").replace("//", "//www.");
        site.links("/", "Home", www + "/a", www + "/b", "/c", "http://example.org/")
                .links("/c", "Page c", www + "/a");
        var crawl = crawl(local("/"), 10);
        assertEquals(2, crawl.pages().size());
        assertEquals(
                List.of("2 links lead to " + www.substring(7) + ": start there to have their pages"), crawl.notes());
    }

    @Test
    void whatIsBelowTheStartComesFirstUnderTheHostsOtherNameToo() throws Exception {
        site.redirect("/docs/start", site.at("/docs/")).links("/docs/", "Docs", "/blog", "/docs/a");
        site.links("/docs/a", "Page a", "/docs/b").links("/docs/b", "Page b").links("/blog", "Blog");
        assertEquals(Set.of("/docs/", "/docs/a", "/docs/b"), pages(crawl(local("/docs/start"), 3)));
    }

    @Test
    void onlyWhatIsSaidToUsKeepsAPageOut() throws Exception {
        site.links("/", "Home", "/a", "/b", "/c", "/d", "/e");
        byte[] page = "<html><body><p>Words</p></body></html>".getBytes(StandardCharsets.UTF_8);
        String[][] said = {
            {"/a", "otherbot: noindex, nofollow"},
            {"/b", "hub: noindex"},
            {"/c", "max-image-preview: none, unavailable_after: 25 Jun 2030 15:00:00 PST"},
            {"/d", "otherbot: nofollow, hub: none"},
            {"/e", "noindex, otherbot: all"}
        };
        for (String[] one : said) site.reply(one[0], 200, page, "Content-Type: text/html", "X-Robots-Tag: " + one[1]);
        var crawl = crawl(site.at("/"), 10);
        assertEquals(Set.of("/", "/a"), pages(crawl)); // c shows what a shows
        assertEquals(List.of("3 pages ask not to be kept", "1 addresses show what another shows"), crawl.notes());
    }

    @Test
    void aValueOfAPagesDirectiveIsNoDirective() throws Exception {
        String page = "<meta name=robots content='%s'><p>Words</p>";
        for (String said :
                new String[] {"max-image-preview: none", "MAX-SNIPPET:-1, max-video-preview : none", "all"}) {
            var links = HtmlLinks.of(page.formatted(said).getBytes(StandardCharsets.UTF_8), site.at("/"), "");
            assertEquals(List.of(true, true), List.of(links.index(), links.follow()), said);
        }
        var links = HtmlLinks.of(page.formatted("noindex max-snippet:5").getBytes(), site.at("/"), "");
        assertEquals(List.of(false, true), List.of(links.index(), links.follow()));
    }
}
