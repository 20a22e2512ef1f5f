package rag.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rag.engine.Engine;
import rag.engine.IngestRequest;
import rag.model.Failure;

/** Brings a collection in step with folders and pages of the web before it is asked. */
public final class Sync {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Sync() {}

    /**
     * What was done.
     *
     * @param json the report of the one path or all folders, or a list of several reports; null without paths
     * @param code what the ingestion would end with
     */
    public record Done(@Nullable Object json, int code) {}

    /** Says on stderr what changed, and nothing when nothing did. Without paths there is nothing to do. */
    public static Done run(Engine engine, List<String> collections, List<String> paths, CrawlOptions crawl) {
        var named = PathRequests.Named.of(paths);
        int pages = crawl.pages(named);
        if (paths.isEmpty()) return new Done(null, 0);
        if (collections.size() > 1) throw new Failure("--path needs one collection to sync into; name one with -c");
        var collection =
                collections.isEmpty() ? engine.settings().vectorStore().collectionName() : collections.getFirst();
        var like = new IngestRequest(collection, List.of(), false, false, false, PATIENCE, "query.java");
        var requests = PathRequests.of(named, like, pages);
        var done = requests.run(engine, () -> false);
        var text = new IngestText(Path.of("").toAbsolutePath());
        for (var report : done.results()) {
            boolean changed = report.outcomes().stream().anyMatch(o -> o.elapsedMs() > 0);
            (changed ? text.lines(report) : text.troubles(report)).forEach(System.err::println);
        }
        return new Done(requests.json(done.results()), IngestText.exitCode(done));
    }
}
