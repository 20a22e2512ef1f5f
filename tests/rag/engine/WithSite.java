package rag.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import rag.store.HistoryRow;
import rag.store.Ledger;

/** A web site, served on this machine, and a collection that its pages go into. */
abstract class WithSite {

    static final String NAME = "knowledge_hub";

    @TempDir
    Path folder;

    final Site site = new Site();
    Corpus corpus;

    @BeforeEach
    void open() {
        corpus = new Corpus(folder, Map.of(), site.allowed());
    }

    @AfterEach
    void close() {
        corpus.close();
        site.close();
    }

    CrawlRequest request(String path, int pages, boolean prune) {
        return new CrawlRequest(NAME, site.at(path), pages, false, prune, false, Duration.ofSeconds(5), "test");
    }

    IngestReport crawl(String path, int pages) {
        return new Crawling(corpus.engine()).run(request(path, pages, false), Progress.NONE, () -> false);
    }

    Path made(String name) {
        try {
            return Files.createDirectory(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<HistoryRow> rows() {
        try (var ledger = Ledger.open(corpus.engine().data())) {
            return ledger.history(NAME);
        }
    }

    /** Paths of the pages that can be searched. */
    TreeSet<String> pages() {
        var pages = new TreeSet<String>();
        for (var row : rows()) if (row.chunks() > 0) pages.add(row.source().replace(site.at(""), ""));
        return pages;
    }

    /** So many blanks, packed to almost nothing. */
    static byte[] packed(int bytes) {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(" ".repeat(bytes).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    static TreeSet<String> set(String... paths) {
        return new TreeSet<>(List.of(paths));
    }

    /** What a report says of the pages that gave nothing, by path. */
    Map<String, String> troubles(IngestReport report) {
        var troubles = new TreeMap<String, String>();
        for (var outcome : report.troubles()) {
            troubles.put(
                    outcome.source().replace(site.at(""), ""),
                    outcome.state().key() + ": " + outcome.reason().replace(site.at(""), ""));
        }
        return troubles;
    }
}
