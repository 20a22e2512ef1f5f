package rag.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import rag.engine.Engine;
import rag.engine.IngestReport;
import rag.engine.IngestRequest;
import rag.engine.Jobs;
import rag.model.Failure;

/** Brings a collection in step with folders before it is asked. */
public final class Sync {

    private Sync() {}

    /** Says on stderr what changed, and nothing when nothing did. */
    public static void run(Engine engine, List<String> collections, List<Path> paths) {
        if (collections.size() > 1) throw new Failure("--path needs one collection to sync into; name one with -c");
        var collection =
                collections.isEmpty() ? engine.settings().vectorStore().collectionName() : collections.getFirst();
        var request = new IngestRequest(collection, paths, false, false, false, Duration.ofSeconds(10), "query.java");
        IngestReport report;
        try (var jobs = new Jobs(engine);
                var progress = new ProgressLine()) {
            report = jobs.run(request, "cli", progress, () -> false);
        }
        var text = new IngestText(Path.of("").toAbsolutePath());
        if (report.outcomes().stream().anyMatch(o -> o.elapsedMs() > 0))
            text.lines(report).forEach(System.err::println);
        else text.troubles(report).forEach(System.err::println);
    }
}
