package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.DocumentState;
import rag.model.Failure;
import rag.model.Query;
import rag.store.Consistency;
import rag.store.Effect;
import rag.store.Ledger;

/** What an ingestion does to a real store, with a real model. */
class IngestionTest {

    private static final String NAME = "knowledge_hub";

    @TempDir
    Path folder;

    private Corpus corpus;

    @BeforeEach
    void open() {
        corpus = new Corpus(folder, Map.of());
    }

    @AfterEach
    void agree() {
        try (var ledger = Ledger.open(corpus.engine().data())) {
            assertEquals(
                    List.of(),
                    Consistency.check(corpus.engine().data(), corpus.engine().store(), ledger));
        }
        corpus.close();
    }

    private List<String> sources(String question) {
        return new Search(corpus.engine())
                .ask(Query.of(question, 10)).hits().stream()
                        .map(hit -> Path.of(hit.chunk().source()).getFileName().toString())
                        .toList();
    }

    @Test
    void aSecondRunOfAnUnchangedFolderParsesAndEmbedsNothing() {
        corpus.write("a.md", "# A\n\nThe pump needs oil.");
        corpus.write("b.txt", "The dome closes.");
        var first = corpus.ingest(NAME);
        var second = corpus.ingest(NAME);

        assertEquals(2, first.counts().get("new"));
        assertEquals(2, first.embedded());
        assertEquals(2, second.counts().get("unchanged"));
        assertEquals(0, second.embedded() + second.cached());
        assertTrue(second.outcomes().isEmpty());
    }

    @Test
    void threeForcedRunsGiveTheSameCountsAndEmbedOnlyOnce() {
        corpus.write("a.md", "# A\n\nThe pump needs oil.");
        var first = corpus.ingest(NAME, true, false, false);
        var second = corpus.ingest(NAME, true, false, false);
        var third = corpus.ingest(NAME, true, false, false);

        assertEquals(List.of(first.chunks(), first.chunks()), List.of(second.chunks(), third.chunks()));
        assertEquals(0, second.embedded());
        assertEquals(0, third.embedded());
        assertEquals(List.of("a.md"), sources("pump"));
    }

    @Test
    void aChangedDocumentReplacesTheOldOne() {
        corpus.write("a.md", "# A\n\nThe fee is 100 euro.");
        corpus.ingest(NAME);
        corpus.write("a.md", "# A\n\nThe fee is 250 euro.");
        assertEquals(1, corpus.ingest(NAME).counts().get("changed"));

        var hits = new Search(corpus.engine()).ask(Query.of("fee", 10)).hits();
        assertEquals(1, hits.size());
        assertTrue(
                hits.getFirst().chunk().text().contains("250"),
                hits.getFirst().chunk().text());
    }

    @Test
    void aMovedDocumentIsRecognisedAndNotEmbeddedAgain() throws IOException {
        var file = corpus.write("old/a.md", "# A\n\nThe pump needs oil.");
        corpus.ingest(NAME);
        Files.createDirectories(corpus.docs().resolve("new"));
        Files.move(file, corpus.docs().resolve("new/b.md"));
        var report = corpus.ingest(NAME);

        assertEquals(1, report.counts().get("moved"));
        assertEquals(0, report.counts().get("deleted"));
        assertEquals(0, report.embedded());
        assertEquals(List.of("b.md"), sources("pump"));
    }

    @Test
    void theSameBytesAtTwoPathsAreTwoDocumentsAndOneGoesAlone() throws IOException {
        corpus.write("a.md", "# A\n\nThe pump needs oil.");
        corpus.write("b.md", "# A\n\nThe pump needs oil.");
        corpus.write("c.md", "# C\n\nThe dome closes.");
        corpus.ingest(NAME);
        Files.delete(corpus.docs().resolve("a.md"));
        var report = corpus.ingest(NAME, false, true, false);

        assertEquals(1, report.counts().get("deleted"));
        assertEquals(List.of("b.md", "c.md"), sources("pump").stream().sorted().toList());
    }

    @Test
    void whatLeftTheFolderStaysUntilItIsPruned() throws IOException {
        corpus.write("a.md", "# A\n\nThe pump needs oil.");
        corpus.write("b.md", "# B\n\nThe dome closes.");
        corpus.ingest(NAME);
        Files.delete(corpus.docs().resolve("a.md"));

        assertEquals(1, corpus.ingest(NAME).left());
        assertTrue(sources("pump").contains("a.md"));
        corpus.ingest(NAME, false, true, false);
        assertEquals(List.of("b.md"), sources("pump"));
    }

    @Test
    void pruningAFolderThatIsSuddenlyEmptyIsRefused() throws IOException {
        for (int i = 0; i < 8; i++) corpus.write("f" + i + ".md", "# F\n\nText number " + i + ".");
        corpus.ingest(NAME);
        for (int i = 0; i < 8; i++) Files.delete(corpus.docs().resolve("f" + i + ".md"));

        var failure = assertThrows(Failure.class, () -> corpus.ingest(NAME, false, true, false));
        assertTrue(failure.getMessage().contains("mounted"), failure.getMessage());
        assertEquals(8, sources("text number").size());
        assertEquals(8, corpus.ingest(NAME, false, true, true).counts().get("deleted"));
    }

    @Test
    void oneBadFileNeverStopsTheOthersAndIsNamedWithItsReason() throws IOException {
        corpus.write("good.md", "# Good\n\nThe pump needs oil.");
        corpus.write("empty.md", "");
        Files.write(corpus.docs().resolve("broken.pdf"), "%PDF-1.7 and nothing more".getBytes(StandardCharsets.UTF_8));
        var report = corpus.ingest(NAME);

        assertEquals(1, report.states().get("ready"));
        assertEquals(2, report.troubles().size());
        var empty = report.troubles().stream()
                .filter(o -> o.source().endsWith("empty.md"))
                .findFirst()
                .orElseThrow();
        assertEquals(DocumentState.NO_TEXT, empty.state());
        assertTrue(report.troubles().stream().noneMatch(o -> o.reason().isEmpty()), "a reason is missing");
    }

    @Test
    void aNewVersionThatCannotBeReadLeavesTheOldOneAndMarksIt() throws IOException {
        corpus.write("a.md", "# A\n\nThe pump needs oil.");
        corpus.ingest(NAME);
        Files.write(corpus.docs().resolve("a.md"), new byte[0]);
        var report = corpus.ingest(NAME);

        assertTrue(report.troubles().getFirst().stale());
        var answer = new Search(corpus.engine()).ask(Query.of("pump oil", 5));
        assertTrue(answer.hits().getFirst().chunk().stale());
        assertTrue(
                answer.notes().stream().anyMatch(note -> note.contains("older version")),
                answer.notes().toString());

        corpus.write("a.md", "# A\n\nThe pump needs oil.");
        corpus.ingest(NAME);
        assertTrue(new Search(corpus.engine())
                .ask(Query.of("pump oil", 5)).hits().stream()
                        .noneMatch(h -> h.chunk().stale()));
    }

    @Test
    void aPlanWritesNothing() {
        corpus.write("a.md", "# A\n\nThe pump needs oil.");
        var request = new IngestRequest(NAME, List.of(corpus.docs()), false, false, false, Duration.ZERO, "test");
        var plan = new Ingestion(corpus.engine()).plan(request, Progress.NONE);

        assertEquals(1, plan.counts().get(Plan.Action.NEW));
        assertTrue(Files.notExists(corpus.engine().data().resolve("index")), "something was written");
    }

    @Test
    void lineEndsDoNotChangeAChunksIdentity() {
        corpus.write("lf/a.md", "# A\n\nThe pump\nneeds oil.\n\n```\nx = 1\n```\n");
        corpus.write("crlf/a.md", "# A\r\n\r\nThe pump\r\nneeds oil.\r\n\r\n```\r\nx = 1\r\n```\r\n");
        corpus.ingest(NAME);

        var hit = new Search(corpus.engine()).ask(Query.of("pump", 5)).hits().getFirst();
        assertEquals(1, hit.alsoIn().size());
        assertEquals(
                hit.chunk().id().substring(21),
                hit.alsoIn().getFirst().chunkId().substring(21));
    }

    @Test
    void anotherModelIsRefusedWithBothFingerprintsAndReembeddingMendsIt() {
        corpus.write("a.md", "# A\n\nThe pump needs oil.");
        corpus.ingest(NAME);
        corpus.close();
        corpus = new Corpus(folder, Map.of("embedding.model", "all-MiniLM-L6-v2"));
        corpus.write("b.md", "# B\n\nThe dome closes.");

        var failure = assertThrows(Failure.class, () -> corpus.ingest(NAME));
        assertTrue(failure.getMessage().contains("bge-small-en-v1.5"), failure.getMessage());
        assertTrue(failure.getMessage().contains("all-MiniLM-L6-v2"), failure.getMessage());
        assertTrue(failure.getMessage().contains("--reembed"), failure.getMessage());

        var done = new Reembedding(corpus.engine(), Duration.ZERO, "test").run(NAME, false, Progress.NONE);
        assertEquals("all-MiniLM-L6-v2", done.after().model());
        corpus.ingest(NAME);
        assertEquals(2, sources("what closes").size());
    }

    @Test
    void deletingADocumentReportsWhatItLost() {
        corpus.write("a.md", "# A\n\nThe pump needs oil.");
        corpus.write("b.md", "# B\n\nThe dome closes.");
        corpus.ingest(NAME);
        var effect = new Maintenance(corpus.engine(), Duration.ZERO, "test").delete(NAME, "a.md");

        assertEquals(1, effect.chunksBefore());
        assertEquals(List.of("b.md"), sources("pump"));
    }

    @Test
    void ofSeveralDocumentsToDeleteAllAreFoundBeforeOneIsDeleted() {
        corpus.write("a.md", "# A\n\nThe pump needs oil.");
        corpus.write("b.md", "# B\n\nThe dome closes.");
        corpus.write("empty.md", "");
        corpus.ingest(NAME);
        var maintenance = new Maintenance(corpus.engine(), Duration.ZERO, "test");

        var failure = assertThrows(
                Failure.class, () -> maintenance.delete(NAME, List.of("a.md", "x.md", "empty.md", "y.md")));
        assertTrue(failure.getMessage().startsWith("nothing was deleted:"), failure.getMessage());
        assertTrue(failure.getMessage().contains("'x.md'"), failure.getMessage());
        assertTrue(failure.getMessage().contains("'y.md'"), failure.getMessage());
        assertEquals(3, maintenance.list(NAME).size());

        var effects = maintenance.delete(NAME, List.of("empty.md", "a.md", "docs/a.md"));
        assertEquals(List.of(0, 1), effects.stream().map(Effect::chunksBefore).toList());
        assertEquals(List.of("b.md"), sources("pump"));
        assertEquals(1, maintenance.list(NAME).size());
    }

    @Test
    void oneFileInTwoCollectionsIsTwoDocuments() {
        corpus.write("a.md", "# A\n\nThe pump needs oil.");
        corpus.ingest(NAME);
        corpus.ingest("other");
        new Maintenance(corpus.engine(), Duration.ZERO, "test").clear("other");

        assertEquals(List.of("a.md"), sources("pump"));
    }

    @Test
    void aDamagedIndexIsNamedAndClearingItLetsTheFolderBeReadAgain() throws IOException {
        corpus.write("a.md", "# A\n\nThe pump needs oil.");
        corpus.ingest(NAME);
        corpus.close();
        var index = corpus.engine().data().resolve("index").resolve(NAME);
        try (var files = Files.list(index)) {
            for (var file : files.filter(
                            f -> f.toString().endsWith(".cfs") || f.toString().endsWith(".fdt"))
                    .toList()) {
                Files.write(file, new byte[10]);
            }
        }
        corpus = new Corpus(folder, Map.of());

        var failure = assertThrows(Failure.class, () -> sources("pump"));
        assertTrue(failure.getMessage().contains("--clear --yes"), failure.getMessage());
        new Maintenance(corpus.engine(), Duration.ZERO, "test").clear(NAME);
        corpus.ingest(NAME);
        assertEquals(List.of("a.md"), sources("pump"));
    }
}
