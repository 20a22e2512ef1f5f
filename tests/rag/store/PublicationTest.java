package rag.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import rag.model.DocumentState;
import rag.model.Image;

class PublicationTest extends WithPublication {

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

    String anyText() {
        return "a\u0000b 'c' \"d\" \\ {\"e\":1} \n\t\u001f \ud83d\ude80 \u00fc $.x \ufffe";
    }

    @Test
    void anyTextGoesThroughTheJournalUnharmed() throws IOException {
        var words = anyText();
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
