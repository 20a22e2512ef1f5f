package rag.load.web;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import rag.config.CrawlSettings;

/** Fetches the pages of a site. */
public interface Crawler extends AutoCloseable {

    /**
     * Fetches what is new or changed.
     *
     * @param folder where the pages are put, each in a file that the loaders can read
     * @param listener hears of each page
     * @param cancelled asked between pages
     * @throws IOException when nothing can be had: the first page forbidden, the service out of reach, the disk full
     */
    Crawl crawl(CrawlOrder order, Path folder, Listener listener, BooleanSupplier cancelled) throws IOException;

    @Override
    void close();

    /** Hears how far a crawl is. */
    interface Listener {
        /** @param most pages that may be fetched at most */
        void page(String url, int done, int most);
    }

    /** The one that the settings name. */
    static Crawler of(CrawlSettings settings) {
        return settings.provider().equals("firecrawl") ? new Firecrawl(settings) : new SiteCrawler(settings);
    }
}
