package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of disagreement, made by going behind the stores' backs. */
class ConsistencyTest {

    @TempDir
    Path data;

    private WriterLock lock;
    private Ledger ledger;
    private ChunkStore store;
    private Change.Put put;
    private Path pictures;

    @BeforeEach
    void open() {
        lock = WriterLock.acquire(data, "test", Duration.ZERO);
        ledger = Ledger.open(data);
        store = new LuceneChunkStore(data);
        put = Documents.put("kb", "a.md", 1);
        pictures = data.resolve("images/kb").resolve(put.row().documentId());
        try (var publication = Publication.open(data, store, ledger);
                var session = publication.session("kb", Documents.PRINT)) {
            session.publish(List.of(put));
        }
        assertEquals(List.of(), Consistency.check(data, store, ledger));
    }

    @AfterEach
    void close() throws IOException {
        ledger.close();
        store.close();
        lock.close();
    }

    private void assertFinds(String words) {
        var found = Consistency.check(data, store, ledger);
        assertTrue(found.stream().anyMatch(line -> line.contains(words)), words + " in " + found);
    }

    private void behind(Behind change) throws IOException {
        try (var writer = store.writer("kb", Documents.PRINT)) {
            change.make(writer);
            writer.commit(writer.committedSeq());
        }
    }

    private interface Behind {
        void make(ChunkWriter writer) throws IOException;
    }

    @Test
    void chunksThatAreGone() throws IOException {
        behind(writer -> writer.delete(put.row().documentId()));
        assertFinds("a.md: the history knows %d chunks, the index holds 0"
                .formatted(put.chunks().size()));
    }

    @Test
    void chunksThatTheHistoryDoesNotKnow() throws IOException {
        var b = Documents.put("kb", "b.md", 1);
        behind(writer -> writer.put(b.row().documentId(), b.chunks(), b.vectors()));
        assertFinds("the history knows %d chunks, the index holds %d"
                .formatted(put.chunks().size(), put.chunks().size() + b.chunks().size()));
    }

    @Test
    void marksThatDiffer() throws IOException {
        behind(writer -> writer.stale(put.row().documentId(), true));
        assertFinds("is not marked as the history is");
    }

    @Test
    void picturesThatAreGoneOrCutOffOrTooMany() throws IOException {
        var file = pictures.resolve(put.images().getFirst().id() + ".png");
        Files.write(file, new byte[] {1});
        assertFinds("the picture is not as it was written: " + file);
        Files.delete(file);
        assertFinds("the picture is gone: " + file);
        Files.write(pictures.resolve("img_0123456789abcdef.png.tmp"), new byte[] {1});
        assertFinds("nothing names the files [img_0123456789abcdef.png.tmp]");
    }

    @Test
    void picturesOfNoDocument() throws IOException {
        Files.move(pictures, pictures.resolveSibling("doc_0123456789abcdef"));
        assertFinds("of doc_0123456789abcdef");
    }

    @Test
    void publicationsThatAreNotFinished() {
        var b = new Journal.Intent(Journal.Kind.DELETE, Documents.row("kb", "b.md", 1), List.of(), "");
        ledger.journal().begin(List.of(b), List.of());
        assertFinds("a publication of b.md is not finished");
    }
}
