package rag.load.web;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import rag.config.CrawlSettings;

/** Fetches pages from this machine, one after another, as their host allows. */
final class SiteCrawler implements Crawler {

    private final CrawlSettings settings;
    private final Fetcher fetcher;

    SiteCrawler(CrawlSettings settings) {
        this.settings = settings;
        this.fetcher = new Fetcher(settings);
    }

    @Override
    public Crawl crawl(CrawlOrder order, Path folder, Listener listener, BooleanSupplier cancelled) throws IOException {
        var host = new Host(fetcher, settings, cancelled);
        host.enter(order.start());
        return new SiteWalk(host, settings, order, folder, listener, cancelled).run();
    }

    @Override
    public void close() {
        fetcher.close();
    }
}
