package rag.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import rag.engine.CrawlRequest;
import rag.model.Failure;

/** How much of a site is read where a path is the address of a web page. */
public final class CrawlOptions {

    @Option(names = "--crawl", description = "Of an address: follow its links on the same host.")
    boolean crawl;

    @Option(
            names = "--max-pages",
            paramLabel = "N",
            description = "With --crawl: most pages, up to " + CrawlRequest.MOST_PAGES + ". Default: "
                    + CrawlRequest.USUAL_PAGES + ".")
    @Nullable
    Integer maxPages;

    /**
     * Most pages of each address.
     *
     * @throws Failure when the options do not go with each other or with the paths
     */
    public int pages(PathRequests.Named named) {
        if (named.addresses().isEmpty() && (crawl || maxPages != null))
            throw new Failure("--crawl needs an address, such as https://example.org/");
        if (maxPages != null && !crawl) throw new Failure("--max-pages goes with --crawl; without it one page is read");
        return !crawl ? 1 : maxPages == null ? CrawlRequest.USUAL_PAGES : maxPages;
    }
}
