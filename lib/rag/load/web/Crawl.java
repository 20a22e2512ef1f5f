package rag.load.web;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a crawl found.
 *
 * @param pages each once, in the order they were fetched
 * @param leftOut addresses that were not fetched, since the site or the bounds of the crawl forbid it
 * @param notes what a user must know
 */
public record Crawl(List<WebPage> pages, int leftOut, List<String> notes) {

    /** What became of a page. */
    public enum Outcome {
        /** Its content is in a file. */
        FETCHED,
        /** The server says that it is what it was. */
        UNCHANGED,
        /** The site has it no longer, or wants it forgotten. */
        GONE,
        /** Not to be had now; the reason says why. */
        FAILED,
        UNSUPPORTED,
        TOO_LARGE
    }

    /**
     * A page.
     *
     * @param url that it was fetched from, after redirects
     * @param source that it is to be known by: its canonical address
     * @param file its content; null when there is none
     * @param reason why there is none, "" else
     * @param etag, lastModified to ask for it by the next time
     * @param links addresses in it
     */
    public record WebPage(
            String url,
            String source,
            Outcome outcome,
            @Nullable Path file,
            String reason,
            String etag,
            String lastModified,
            List<String> links) {

        public WebPage {
            links = List.copyOf(links);
        }

        static WebPage without(String url, String source, Outcome outcome, String reason) {
            return new WebPage(url, source, outcome, null, reason, "", "", List.of());
        }
    }

    public Crawl {
        pages = List.copyOf(pages);
        notes = List.copyOf(notes);
    }
}
