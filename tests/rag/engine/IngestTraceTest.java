package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.trace.Trace;
import rag.trace.TraceLog;

/** What the log holds of documents on their way in. */
class IngestTraceTest {

    @TempDir
    Path folder;

    private List<Trace.Finished> traces(Corpus corpus) throws IOException {
        corpus.engine().close(); // waits for what is on its way to the disk
        var observed = corpus.engine().settings().observability();
        return new TraceLog(observed.traceFile(), observed.maxMb())
                .read(100, trace -> true)
                .traces();
    }

    @Test
    void aWholeDocumentHasEveryStageWithItsMethodAndCounts() throws IOException {
        var corpus = new Corpus(folder, Map.of());
        corpus.write("pump.md", "# Pump\n\nThe cooling pump needs oil every ten days.");
        corpus.ingest("a");
        var trace = traces(corpus).getFirst();
        assertEquals(
                List.of("load", "split", "transform", "embed", "upsert"),
                trace.stages().stream().map(Trace.Stage::stage).toList());
        for (var stage : trace.stages()) {
            assertTrue(stage.data().containsKey("method") || stage.data().containsKey("provider"), stage.stage());
        }
        assertEquals("ready", trace.metadata().get("state"));
    }

    @Test
    void aPublicationThatFailsIsInTheTraceOfEachOfItsDocuments() throws IOException {
        var corpus = new Corpus(folder, Map.of());
        corpus.write("pump.md", "# Pump\n\nThe cooling pump needs oil every ten days.");
        corpus.write("dome.md", "# Dome\n\nClose the dome by hand.");
        var request =
                new IngestRequest("a", List.of(corpus.docs()), false, false, false, Duration.ofSeconds(5), "test");
        var ingestion = new Ingestion(corpus.engine(), step -> {
            if (step.equals("before-commit")) throw new IllegalStateException("the disk is gone");
        });
        assertThrows(IllegalStateException.class, () -> ingestion.run(request, Progress.NONE, () -> false));
        var traces = traces(corpus);
        assertEquals(2, traces.size());
        for (var trace : traces) {
            var last = trace.stages().getLast();
            assertEquals("upsert", last.stage());
            assertEquals("the disk is gone", last.error());
            assertEquals("failed", trace.metadata().get("state"));
        }
    }
}
