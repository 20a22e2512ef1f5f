package rag.engine;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import rag.load.web.CrawlOrder;
import rag.model.CollectionName;
import rag.model.Failure;

/**
 * What pages of the web to bring into a collection.
 *
 * @param url the first page; http or https
 * @param maxPages most pages, 1 to {@value #MOST_PAGES}; 1 follows no link
 * @param force fetch and read all anew, changed or not
 * @param prune remove pages that the site has no longer
 * @param yes remove many at once without asking back
 * @param patience how long to wait for another writer
 * @param command who says so, for the one that has to wait
 */
public record CrawlRequest(
        String collection,
        String url,
        int maxPages,
        boolean force,
        boolean prune,
        boolean yes,
        Duration patience,
        String command) {

    public static final int MOST_PAGES = 1000;
    public static final int USUAL_PAGES = 10;

    private static final Pattern ADDRESS = Pattern.compile("(?i)[a-z][a-z0-9+.-]+://");

    /** @throws Failure when the address is none of a web page */
    public CrawlRequest {
        collection = CollectionName.normal(collection);
        url = CrawlOrder.start(url);
        if (maxPages < 1 || maxPages > MOST_PAGES) {
            throw new Failure("a crawl takes 1 to %d pages, not %d".formatted(MOST_PAGES, maxPages));
        }
    }

    /** The crawl of an address as an ingestion would be done. */
    public static CrawlRequest like(IngestRequest like, String url, int maxPages) {
        return new CrawlRequest(
                like.collection(),
                url,
                maxPages,
                like.force(),
                like.prune(),
                like.yes(),
                like.patience(),
                like.command());
    }

    /** The same as an ingestion of no folder. */
    IngestRequest ingestion() {
        return new IngestRequest(collection, List.of(), force, prune, yes, patience, command);
    }

    CrawlRequest patient(Duration patience) {
        return new CrawlRequest(collection, url, maxPages, force, prune, yes, patience, command);
    }

    /** Whether a path is an address, if one of a protocol that no page has: a repository's is no folder, either. */
    public static boolean isAddress(String named) {
        return ADDRESS.matcher(named).lookingAt();
    }
}
