package rag.config;

import static rag.config.Setting.Type.LIST;
import static rag.config.Setting.Type.SECRET;
import static rag.config.Setting.Type.TEXT;
import static rag.config.Setting.choice;
import static rag.config.Setting.value;
import static rag.config.Setting.whole;

import java.util.List;

/**
 * How web sites are crawled: the section {@code crawl}.
 *
 * @param provider local, firecrawl
 * @param baseUrl firecrawl: endpoint; "" takes the provider's own
 * @param maxDepth most links between the first page and another
 * @param delayMs milliseconds between two requests
 * @param timeoutS seconds for one page
 * @param privateHosts of this machine and of private networks: name, name:port, address, or network in CIDR form
 */
public record CrawlSettings(
        String provider,
        String baseUrl,
        String apiKey,
        String userAgent,
        int maxDepth,
        int delayMs,
        int timeoutS,
        int maxPageMb,
        List<String> privateHosts) {

    /** Its part of {@link SettingsSchema}. */
    static List<Setting> keys() {
        return List.of(
                choice("crawl.provider", "local", List.of("local", "firecrawl"), "who fetches the pages of a site"),
                value(TEXT, "crawl.base_url", "", "firecrawl: endpoint, where it isn't the provider's own"),
                value(SECRET, "crawl.api_key", "", "firecrawl: best as ${VAR}; else $FIRECRAWL_API_KEY"),
                value(TEXT, "crawl.user_agent", "KnowledgeHub", "name that sites see and robots.txt may address"),
                whole("crawl.max_depth", 5, 0, 100, "most links between the first page and another"),
                whole("crawl.delay_ms", 500, 0, 60_000, "pause between two requests; robots.txt may ask for more"),
                whole("crawl.timeout_s", 30, 1, 600, "seconds for one page"),
                whole("crawl.max_page_mb", 20, 1, 1024, "larger pages are left out, and said so"),
                value(
                        LIST,
                        "crawl.private_hosts",
                        List.of(),
                        "hosts of this machine and of private networks that may be crawled: name, name:port, address,"
                                + " or network such as 10.1.0.0/16"));
    }

    @Override
    public String toString() {
        return SettingsView.of(this).toString();
    }
}
