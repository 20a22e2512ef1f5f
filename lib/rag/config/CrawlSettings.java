package rag.config;

import static rag.config.Setting.Type.INTEGER;
import static rag.config.Setting.Type.LIST;
import static rag.config.Setting.Type.SECRET;
import static rag.config.Setting.Type.TEXT;

import java.util.List;
import org.jspecify.annotations.Nullable;

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
                text("provider", TEXT, "local", List.of("local", "firecrawl"), "who fetches the pages of a site"),
                text("base_url", TEXT, "", List.of(), "firecrawl: endpoint, where it isn't the provider's own"),
                text("api_key", SECRET, "", List.of(), "firecrawl: best as ${VAR}; else $FIRECRAWL_API_KEY"),
                text("user_agent", TEXT, "KnowledgeHub", List.of(), "name that sites see and robots.txt may address"),
                number("max_depth", 5, 0, 100, "most links between the first page and another"),
                number("delay_ms", 500, 0, 60_000, "pause between two requests; robots.txt may ask for more"),
                number("timeout_s", 30, 1, 600, "seconds for one page"),
                number("max_page_mb", 20, 1, 1024, "larger pages are left out, and said so"),
                text(
                        "private_hosts",
                        LIST,
                        List.of(),
                        List.of(),
                        "hosts of this machine and of private networks that may be crawled: name, name:port, address,"
                                + " or network such as 10.1.0.0/16"));
    }

    private static Setting text(
            String name, Setting.Type type, @Nullable Object fallback, List<String> choices, String doc) {
        return new Setting("crawl." + name, type, fallback, 0, 0, choices, "", doc);
    }

    private static Setting number(String name, int fallback, int least, int most, String doc) {
        return new Setting("crawl." + name, INTEGER, fallback, least, most, List.of(), "", doc);
    }

    @Override
    public String toString() {
        return SettingsView.of(this).toString();
    }
}
