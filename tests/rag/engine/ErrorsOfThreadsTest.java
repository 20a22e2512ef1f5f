package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.store.JobTable;

/** An error, such as a class that can't be loaded, costs what it struck and not the thread that works on. */
class ErrorsOfThreadsTest {

    @TempDir
    Path folder;

    @Test
    void anErrorFailsItsDocumentAndTheOthersAreDone() {
        try (var corpus = new Corpus(folder, Map.of("ingestion.workers", "1"))) {
            for (var name : List.of("a.md", "b.md", "c.md"))
                corpus.write(name, "# Note\n\nThe pump needs oil: " + name);
            var request =
                    new IngestRequest("c", List.of(corpus.docs()), false, false, false, Duration.ofSeconds(5), "test");
            var report = new Ingestion(corpus.engine())
                    .run(
                            request,
                            new Progress() {
                                @Override
                                public void at(String stage, long done, long total) {}

                                @Override
                                public void document(String source, String stage) {
                                    if (source.endsWith("a.md") && stage.equals("embed"))
                                        throw new NoClassDefFoundError("rag/Missing");
                                }
                            },
                            () -> false);

            assertEquals(1, report.troubles().size(), "" + report.troubles());
            assertTrue(report.troubles().getFirst().source().endsWith("a.md"));
            assertTrue(report.troubles().getFirst().reason().contains("rag/Missing"));
            var kept = new Maintenance(corpus.engine(), Duration.ofSeconds(5), "test").list("c");
            assertEquals(2, kept.stream().filter(row -> row.chunks() > 0).count(), "" + kept);
        }
    }

    @Test
    void aJobGoesOnToTellOfItselfAfterAnErrorWhileItDid() throws Exception {
        var broken = new AtomicBoolean();
        var clock = new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                if (broken.get()) throw new NoClassDefFoundError("rag/Missing");
                return Instant.now();
            }
        };
        try (var table = JobTable.open(folder)) {
            var row = table.add("c", List.of("docs"), "test", clock.instant());
            try (var job = new RunningJob(row, table, clock, Progress.NONE, () -> false)) {
                job.at("ingest", 1, 3);
                broken.set(true);
                Thread.sleep(1200);
                broken.set(false);
                job.at("ingest", 2, 3);
                long done = 0;
                for (int i = 0; i < 60 && done < 2; i++) {
                    Thread.sleep(50);
                    done = table.get(row.id(), Instant.now()).orElseThrow().steps().stream()
                            .mapToLong(step -> step.done())
                            .max()
                            .orElse(0);
                }
                assertEquals(2, done);
            }
        }
    }
}
