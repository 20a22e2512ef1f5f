package rag.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import rag.engine.Plan.Action;
import rag.engine.Plan.Item;
import rag.load.web.Crawl;
import rag.load.web.Crawl.Outcome;
import rag.load.web.Crawl.WebPage;
import rag.load.web.CrawlOrder;
import rag.load.web.CrawlOrder.KnownPage;
import rag.load.web.Crawler;
import rag.model.Failure;
import rag.store.CollectionNames;
import rag.store.HistoryRow;
import rag.store.WebPageRow;

/**
 * Brings a collection in step with a site. Pages are fetched first, while others may write, then ingested like files: each
 * is known by its address, and what its server says has not changed is not even fetched.
 */
public final class Crawling {

    private static final String STAGE = "fetch";

    private final Engine engine;

    public Crawling(Engine engine) {
        this.engine = engine;
    }

    /** What {@link #run} would do; the pages are fetched for it, and nothing is kept of them. */
    public Plan plan(CrawlRequest request, Progress progress, BooleanSupplier cancelled) {
        CollectionNames.check(request.collection());
        try (var pages = new Pages(temporary());
                var ledger = engine.knownLedger().orElse(null)) {
            var crawl = fetch(request, pages.folder, progress, cancelled);
            return plan(request, crawl, ledger == null ? List.of() : ledger.history(request.collection()));
        }
    }

    /**
     * Does it.
     *
     * @param cancelled asked between pages; what is published by then stays
     * @throws Failure when nothing can be fetched or written
     */
    public IngestReport run(CrawlRequest request, Progress progress, BooleanSupplier cancelled) {
        CollectionNames.check(request.collection());
        long start = System.nanoTime();
        try (var pages = new Pages(temporary())) {
            var crawl = fetch(request, pages.folder, progress, cancelled);
            if (cancelled.getAsBoolean()) throw new Failure("stopped while pages were fetched; nothing was changed");
            var report = new Ingestion(engine)
                    .run(
                            request.ingestion(),
                            progress,
                            cancelled,
                            start,
                            crawl.notes(),
                            history -> plan(request, crawl, history));
            remember(request, crawl);
            return report;
        }
    }

    /** Outside the data folder: what a process that was killed leaves behind is no document of anybody's. */
    private static Path temporary() {
        try {
            return Files.createTempDirectory("crawl-");
        } catch (IOException e) {
            throw new Failure("no folder for the pages could be made: " + Failure.words(e), e);
        }
    }

    /** A folder of fetched pages, removed when they are done with. */
    private record Pages(Path folder) implements AutoCloseable {

        @Override
        public void close() {
            try (var files = Files.walk(folder)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
            } catch (IOException e) {
                System.getLogger(Crawling.class.getName())
                        .log(System.Logger.Level.WARNING, "left behind: " + folder + ": " + e.getMessage());
            }
        }
    }

    private Crawl fetch(CrawlRequest request, Path folder, Progress progress, BooleanSupplier cancelled) {
        var order = new CrawlOrder(request.url(), request.maxPages(), known(request));
        progress.at(STAGE, 0, request.maxPages());
        try (var crawler = Crawler.of(engine.settings().crawl())) {
            var crawl = crawler.crawl(
                    order, folder, (url, done, most) -> progress.at(STAGE, Math.min(done, most), most), cancelled);
            if (!cancelled.getAsBoolean()) progress.at(STAGE, request.maxPages(), request.maxPages());
            return crawl;
        } catch (IOException e) {
            throw new Failure(request.url() + " can't be fetched: " + Failure.words(e), e);
        }
    }

    private List<KnownPage> known(CrawlRequest request) {
        try (var ledger = engine.knownLedger().orElse(null)) {
            if (ledger == null) return List.of();
            return ledger.webPages().of(request.collection(), request.url()).stream()
                    .map(row -> new KnownPage(
                            row.url(),
                            row.source(),
                            request.force() ? "" : row.etag(),
                            request.force() ? "" : row.lastModified(),
                            row.contentHash(),
                            row.links()))
                    .toList();
        }
    }

    private Plan plan(CrawlRequest request, Crawl crawl, List<HistoryRow> history) {
        var rows = new HashMap<String, HistoryRow>();
        for (var row : history) rows.put(row.source(), row);
        var planner = Planner.of(engine, request.force());
        var items = new ArrayList<Item>();
        for (var page : crawl.pages()) {
            var item = item(planner, page, rows.get(page.source()));
            if (item != null) items.add(item);
        }
        return new Plan(request.collection(), items, 0, crawl.leftOut(), 0);
    }

    private static @Nullable Item item(Planner planner, WebPage page, @Nullable HistoryRow before) {
        var file = page.file();
        if (file != null) {
            try {
                return planner.item(new FileScan.Found(page.source(), file, Files.size(file)), before);
            } catch (IOException e) {
                return item(Action.UNREADABLE, page, before, Failure.words(e));
            }
        }
        return switch (page.outcome()) {
            // a document that was deleted meanwhile is fetched by the next crawl
            case UNCHANGED -> before == null ? null : item(Action.UNCHANGED, page, before, "");
            case GONE -> before == null ? null : item(Action.DELETED, page, before, page.reason());
            case TOO_LARGE -> item(Action.TOO_LARGE, page, before, page.reason());
            case UNSUPPORTED -> item(Action.UNSUPPORTED, page, before, page.reason());
            case FAILED, FETCHED -> item(Action.UNREADABLE, page, before, page.reason());
        };
    }

    private static Item item(Action action, WebPage page, @Nullable HistoryRow before, String reason) {
        boolean same = action == Action.UNCHANGED || action == Action.DELETED;
        long bytes = same && before != null ? before.bytes() : 0;
        return new Item(
                action, page.source(), null, bytes, same && before != null ? before.contentHash() : "", before, reason);
    }

    /** Only what is known of the version that is stored helps the next crawl. */
    private void remember(CrawlRequest request, Crawl crawl) {
        try (var ledger = engine.ledger()) {
            var hashes = new HashMap<String, String>();
            for (var row : ledger.history(request.collection())) hashes.put(row.source(), row.contentHash());
            var rows = new ArrayList<WebPageRow>();
            for (var page : crawl.pages()) {
                boolean kept = page.outcome() != Outcome.FAILED && page.outcome() != Outcome.GONE;
                var hash = hashes.get(page.source());
                if (!kept || hash == null) continue;
                rows.add(new WebPageRow(
                        request.collection(),
                        page.source(),
                        request.url(),
                        page.url(),
                        page.etag(),
                        page.lastModified(),
                        hash(page, hash),
                        page.links()));
            }
            ledger.webPages().put(request.collection(), rows);
        }
    }

    private static String hash(WebPage page, String stored) {
        var file = page.file();
        try {
            return file == null ? stored : Planner.hash(file);
        } catch (IOException e) {
            return ""; // fits no version, so the page is fetched anew
        }
    }
}
