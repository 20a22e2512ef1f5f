package rag.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.DocumentState;
import rag.model.Failure;
import rag.model.Image;

class PublicationTest {

    @TempDir
    Path data;

    private WriterLock lock;
    private Ledger ledger;
    private FaultyStore store;
    private Publication publication;
    private final List<String> steps = new ArrayList<>();
    private String failAt = "";

    @BeforeEach
    void open() {
        lock = WriterLock.acquire(data, "test", Duration.ZERO);
        ledger = Ledger.open(data);
        store = new FaultyStore(new LuceneChunkStore(data));
        publication = Publication.open(data, store, ledger, step -> {
            steps.add(step);
            if (step.equals(failAt)) throw new IllegalStateException("stopped at " + step);
        });
    }

    @AfterEach
    void close() throws IOException {
        publication.close();
        ledger.close();
        store.close();
        lock.close();
    }

    private PublicationSession session() {
        return publication.session("kb", Documents.PRINT);
    }

    private void assertHolds(Map<String, String> expected) throws IOException {
        assertEquals(expected, Documents.found(store, ledger, "kb"));
        assertEquals(List.of(), Consistency.check(data, store, ledger));
    }

    @Test
    void severalDocumentsAreOnePublication() throws IOException {
        var a = Documents.put("kb", "a.md", 1);
        var b = Documents.put("kb", "b.md", 2);
        List<Effect> effects;
        try (var session = session()) {
            effects = session.publish(List.of(a, b));
        }
        assertHolds(Map.of("a.md", "v1", "b.md", "v2"));
        assertEquals(1, steps.stream().filter("after-commit"::equals).count());
        var row = ledger.row("kb", "a.md").orElseThrow();
        assertEquals(new Effect(row, false, 0, a.chunks().size(), 0, 2), effects.getFirst());
        assertEquals(a.chunks().size(), row.chunks());
        assertEquals(2, row.images());
        assertEquals(1, row.version());
        assertEquals(2, ledger.row("kb", "b.md").orElseThrow().version());
        var counts = ledger.counts("kb");
        assertEquals(Optional.of(Documents.NOON), counts.createdAt());
        assertEquals(Documents.PRINT.toString(), counts.model());
        assertEquals(a.chunks().size() + b.chunks().size(), counts.chunks());
    }

    @Test
    void theStepsComeInTheirOrder() {
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "a.md", 3)));
        }
        assertEquals(
                List.of(
                        "op-pending",
                        "image-temporary",
                        "image-written",
                        "images-synced",
                        "chunk-buffered",
                        "chunks-buffered",
                        "before-commit",
                        "after-commit",
                        "before-done",
                        "done",
                        "swept"),
                steps);
    }

    @Test
    void picturesLieWhereTheContractSaysAndCanBeReadAgain() throws IOException {
        var put = Documents.put("kb", "a.md", 1);
        try (var session = session()) {
            session.publish(List.of(put));
        }
        var image = put.images().get(1);
        var row = ledger.image(image.id()).getFirst();
        var path = data.resolve("images")
                .resolve("kb")
                .resolve(put.row().documentId())
                .resolve(image.id() + ".png");
        assertEquals(path, new ImageFiles(data).path(row));
        assertArrayEquals(image.bytes(), Files.readAllBytes(path));
        var read = new ImageFiles(data).read(row);
        assertArrayEquals(image.bytes(), read.bytes());
        assertEquals(image.caption(), read.caption());
        assertEquals(1, read.page());
        assertEquals(
                put.images().stream().map(i -> i.id()).toList(),
                ledger.images("kb", put.row().documentId()).stream()
                        .map(ImageRow::imageId)
                        .toList(),
                "in the document's order");
    }

    @Test
    void aPictureThatComesTwiceIsKeptOnce() throws IOException {
        var put = Documents.put("kb", "a.md", 1);
        var twice = new ArrayList<>(put.images());
        twice.addAll(put.images());
        try (var session = session()) {
            session.publish(List.of(new Change.Put(put.row(), put.chunks(), put.vectors(), twice)));
        }
        assertEquals(2, ledger.row("kb", "a.md").orElseThrow().images());
        assertHolds(Map.of("a.md", "v1"));
    }

    @Test
    void anyTextGoesThroughTheJournalUnharmed() throws IOException {
        var words = "a\u0000b 'c' \"d\" \\ {\"e\":1} \n\t\u001f \ud83d\ude80 \u00fc $.x \ufffe";
        var put = Documents.put("kb", "a.md", 1);
        var row = put.row();
        var odd = new HistoryRow(
                "kb",
                "a.md",
                row.documentId(),
                words,
                row.contentHash(),
                words,
                1L << 52,
                DocumentState.PARTIAL,
                words,
                false,
                words,
                "text",
                words,
                7,
                0,
                0,
                0,
                Documents.NOON.plusNanos(1));
        var images = put.images().stream()
                .map(image -> new Image(image.id(), image.extension(), image.bytes(), null, words))
                .toList();
        try (var session = session()) {
            session.publish(List.of(new Change.Put(odd, put.chunks(), put.vectors(), images)));
        }
        assertEquals(
                odd.with(put.chunks().size(), 2, 1), ledger.row("kb", "a.md").orElseThrow());
        var image = ledger.images("kb", row.documentId()).getFirst();
        assertEquals(ImageRow.of("kb", row.documentId(), images.getFirst()), image);
    }

    @Test
    void aNewVersionReplacesChunksAndPictures() throws IOException {
        var old = Documents.put("kb", "a.md", 2);
        var now = Documents.put("kb", "a.md", 4);
        try (var session = session()) {
            session.publish(List.of(old));
            var effect = session.publish(List.of(now)).getFirst();
            assertTrue(effect.known());
            assertEquals(old.chunks().size(), effect.chunksBefore());
            assertEquals(now.chunks().size(), effect.chunksAfter());
            assertEquals(3, effect.imagesBefore());
            assertEquals(2, effect.imagesAfter());
        }
        assertHolds(Map.of("a.md", "v4"));
        assertEquals(List.of(), ledger.image(old.images().get(2).id()), "a picture of the old version alone");
        assertEquals(1, ledger.image(old.images().getFirst().id()).size(), "one of both versions");
    }

    @Test
    void deletingTakesAllAndTellsWhatWasLost() throws IOException {
        var put = Documents.put("kb", "a.md", 1);
        try (var session = session()) {
            session.publish(List.of(put, Documents.put("kb", "b.md", 1)));
            var row = ledger.row("kb", "a.md").orElseThrow();
            var effect = session.publish(List.of(new Change.Delete(row))).getFirst();
            assertEquals(new Effect(row, true, put.chunks().size(), 0, 2, 0), effect);
        }
        assertHolds(Map.of("b.md", "v1"));
        assertFalse(Files.exists(data.resolve("images/kb").resolve(put.row().documentId())));
        assertEquals(Optional.empty(), ledger.row("kb", "a.md"));
    }

    @Test
    void whatWasNeverKnownIsDeletedWithoutHarm() throws IOException {
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "b.md", 1)));
            var effect = session.publish(List.of(new Change.Delete(Documents.row("kb", "a.md", 1))))
                    .getFirst();
            assertFalse(effect.known());
            assertEquals(0, effect.chunksBefore());
        }
        assertHolds(Map.of("b.md", "v1"));
    }

    @Test
    void aMoveIsOnePublication() throws IOException {
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "old.md", 1)));
            var row = ledger.row("kb", "old.md").orElseThrow();
            session.publish(List.of(new Change.Delete(row), Documents.put("kb", "new.md", 1)));
        }
        assertHolds(Map.of("new.md", "v1"));
    }

    @Test
    void twoChangesOfOneDocumentHoldInTheirOrder() throws IOException {
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "a.md", 1)));
            var row = ledger.row("kb", "a.md").orElseThrow();
            var effects = session.publish(List.of(new Change.Delete(row), Documents.put("kb", "a.md", 2)));
            assertFalse(effects.get(1).known(), "the second change finds what the first left");
        }
        assertHolds(Map.of("a.md", "v2"));
    }

    @Test
    void aFailingNewVersionLeavesTheOldOneMarkedStale() throws IOException {
        var put = Documents.put("kb", "a.md", 1);
        try (var session = session()) {
            session.publish(List.of(put));
            session.publish(List.of(new Change.Stale(Documents.failed("kb", "a.md", 2, true))));
            assertHolds(Map.of("a.md", "v1 stale"));
            var row = ledger.row("kb", "a.md").orElseThrow();
            assertEquals(DocumentState.FAILED, row.state());
            assertEquals("cut off", row.reason());
            assertEquals(put.chunks().size(), row.chunks());
            assertEquals(2, row.images());
            assertEquals(1, ledger.counts("kb").stale());

            session.publish(List.of(new Change.Stale(Documents.row("kb", "a.md", 1))));
            assertHolds(Map.of("a.md", "v1"));
            session.publish(List.of(new Change.Stale(Documents.failed("kb", "a.md", 2, true))));
            session.publish(List.of(Documents.put("kb", "a.md", 3)));
        }
        assertHolds(Map.of("a.md", "v3"));
    }

    @Test
    void nothingIsStaleWhereNothingAnswers() throws IOException {
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "b.md", 1)));
            var change = new Change.Stale(Documents.failed("kb", "a.md", 2, true));
            assertThrows(IllegalArgumentException.class, () -> session.publish(List.of(change)));
        }
        assertHolds(Map.of("b.md", "v1"));
    }

    @Test
    void aBadVectorStopsItsPublicationOnly() throws IOException {
        var good = Documents.put("kb", "a.md", 1);
        var b = Documents.put("kb", "b.md", 1);
        var vectors = new ArrayList<>(b.vectors());
        vectors.set(0, new float[8]);
        var zero = new Change.Put(b.row(), b.chunks(), vectors, b.images());
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "c.md", 1)));
            assertThrows(IllegalArgumentException.class, () -> session.publish(List.of(good, zero)));
            assertHolds(Map.of("c.md", "v1"));
            session.publish(List.of(good));
        }
        assertHolds(Map.of("a.md", "v1", "c.md", "v1"));
    }

    @Test
    void changesThatCannotBeAreRefused() {
        var put = Documents.put("kb", "a.md", 1);
        var other = Documents.put("kb", "b.md", 1);
        assertThrows(
                IllegalArgumentException.class,
                () -> new Change.Put(put.row(), put.chunks(), Documents.vectors(7), List.of()));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Change.Put(put.row(), other.chunks(), other.vectors(), List.of()));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Change.Put(Documents.failed("kb", "a.md", 1, true), put.chunks(), put.vectors(), List.of()));
        try (var session = publication.session("another", Documents.PRINT)) {
            assertThrows(IllegalArgumentException.class, () -> session.publish(List.of(put)));
        }
    }

    @Test
    void aFullDiskBeforeTheCommitChangesNothingAndTheSessionGoesOn() throws IOException {
        for (var call : List.of("put", "commit")) {
            try (var session = session()) {
                session.publish(List.of(Documents.put("kb", "a.md", 1)));
                store.failAt(call);
                var failure = assertThrows(
                        Failure.class,
                        () -> session.publish(List.of(Documents.put("kb", "a.md", 2), Documents.put("kb", "b.md", 2))));
                store.mend();
                assertTrue(failure.getMessage().contains("Nothing that was published is lost"), failure.getMessage());
                assertTrue(failure.getMessage().contains("free some space"), failure.getMessage());
                assertHolds(Map.of("a.md", "v1"));
                session.publish(List.of(Documents.put("kb", "c.md", 1)));
                assertHolds(Map.of("a.md", "v1", "c.md", "v1"));
                session.publish(List.of(new Change.Delete(Documents.row("kb", "c.md", 1))));
            }
        }
    }

    @Test
    void aCommitThatFailedAfterItWasMadeIsRecordedNonetheless() throws IOException {
        try (var session = session()) {
            store.failAt("commit done");
            var effects = session.publish(List.of(Documents.put("kb", "a.md", 1)));
            store.mend();
            assertEquals("a.md", effects.getFirst().row().source());
            assertHolds(Map.of("a.md", "v1"));
            session.publish(List.of(Documents.put("kb", "b.md", 1)));
        }
        assertHolds(Map.of("a.md", "v1", "b.md", "v1"));
    }

    @Test
    void anErrorAtAnyStepLeavesAllOrNothing() throws IOException {
        int version = 1;
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "a.md", version)));
        }
        var all = List.copyOf(steps);
        for (var step : all.subList(0, all.indexOf("swept"))) {
            int next = ++version;
            var before = Documents.found(store, ledger, "kb");
            var after = Map.of("a.md", "v" + next, "b.md", "v" + next);
            boolean committed = all.indexOf(step) >= all.indexOf("after-commit");
            failAt = step;
            assertEquals(step.equals("after-commit"), publishes(next), step + ": done only when it is recorded");
            failAt = "";
            publication.recover();
            assertEquals(committed ? after : before, Documents.found(store, ledger, "kb"), step);
            assertEquals(List.of(), Consistency.check(data, store, ledger), step);
        }
    }

    private boolean publishes(int version) {
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "a.md", version), Documents.put("kb", "b.md", version)));
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    @Test
    void whatIsStagedButNotCommittedIsGivenUpWhenTheSessionCloses() throws IOException {
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "a.md", 1)));
            session.stage(List.of(Documents.put("kb", "a.md", 2)));
            session.stage(List.of(Documents.put("kb", "b.md", 2)));
        }
        assertHolds(Map.of("a.md", "v1"));
        assertEquals(List.of(), ledger.journal().unfinished());
    }

    @Test
    void stagedGroupsArePublishedAtOnce() throws IOException {
        try (var session = session()) {
            session.stage(List.of(Documents.put("kb", "a.md", 1)));
            session.stage(List.of(Documents.put("kb", "b.md", 1), new Change.Delete(Documents.row("kb", "a.md", 1))));
            assertEquals(Map.of(), Documents.found(store, ledger, "kb"));
            assertEquals(3, session.commit().size());
            assertEquals(List.of(), session.commit());
        }
        assertHolds(Map.of("b.md", "v1"));
    }

    @Test
    void anotherModelTakesOverAtOneMoment() throws IOException {
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "a.md", 1), Documents.put("kb", "b.md", 1)));
            session.publish(List.of(new Change.Stale(Documents.failed("kb", "b.md", 2, true))));
        }
        var other = Documents.print("model-b");
        assertThrows(Failure.class, () -> publication.session("kb", other));
        try (var session = publication.rewriting("kb", other)) {
            for (var source : List.of("a.md", "b.md")) {
                var row = ledger.row("kb", source).orElseThrow();
                var put = Documents.put("kb", source, 1);
                session.stage(List.of(new Change.Rewrite(row, put.chunks(), put.vectors())));
                assertEquals(Optional.of(Documents.PRINT), store.fingerprint("kb"));
            }
            var effects = session.commit();
            assertEquals(2, effects.getFirst().imagesAfter());
            session.optimise();
        }
        assertEquals(Optional.of(other), store.fingerprint("kb"));
        assertEquals(other.toString(), ledger.counts("kb").model());
        assertHolds(Map.of("a.md", "v1", "b.md", "v1 stale"));
    }

    @Test
    void rewritingMayNotForgetADocument() throws IOException {
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "a.md", 1), Documents.put("kb", "b.md", 1)));
        }
        var put = Documents.put("kb", "a.md", 1);
        try (var session = publication.rewriting("kb", Documents.print("model-b"))) {
            var row = ledger.row("kb", "a.md").orElseThrow();
            session.stage(List.of(new Change.Rewrite(row, put.chunks(), put.vectors())));
            var e = assertThrows(Failure.class, session::commit);
            assertTrue(e.getMessage().contains("b.md"), e.getMessage());
        }
        assertEquals(Optional.of(Documents.PRINT), store.fingerprint("kb"));
        assertHolds(Map.of("a.md", "v1", "b.md", "v1"));
    }

    @Test
    void clearingTakesOneCollectionWhole() throws IOException {
        try (var session = session()) {
            session.publish(List.of(Documents.put("kb", "a.md", 1)));
        }
        try (var session = publication.session("other", Documents.PRINT)) {
            session.publish(List.of(Documents.put("other", "a.md", 1)));
        }
        var counts = publication.clear("kb", Documents.NOON);
        assertEquals(1, counts.total());
        assertEquals(2, counts.images());
        assertEquals(List.of("other"), ledger.collections());
        assertEquals(List.of("other"), store.collections());
        assertFalse(Files.exists(data.resolve("images/kb")));
        assertTrue(Files.exists(data.resolve("images/other")));
        assertHolds(Map.of());
        assertEquals(Map.of("a.md", "v1"), Documents.found(store, ledger, "other"));
        assertEquals(0, publication.clear("kb", Documents.NOON).total(), "once more is no error");
    }

    @Test
    void twoCollectionsAreWrittenSideBySide() throws IOException {
        try (var session = session();
                var other = publication.session("other", Documents.PRINT)) {
            session.stage(List.of(Documents.put("kb", "a.md", 1)));
            other.stage(List.of(Documents.put("other", "a.md", 2)));
            other.commit();
            session.commit();
            other.publish(List.of(Documents.put("other", "b.md", 2)));
        }
        assertHolds(Map.of("a.md", "v1"));
        assertEquals(Map.of("a.md", "v2", "b.md", "v2"), Documents.found(store, ledger, "other"));
    }

    @Test
    void writingWithoutTheLockIsAMistake() {
        lock.close();
        assertThrows(IllegalStateException.class, () -> Publication.open(data, store, ledger));
        assertThrows(IllegalStateException.class, () -> publication.recover());
    }
}
