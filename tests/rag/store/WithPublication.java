package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A ledger, a store that can be made to fail, and publications to both whose steps are noted. */
abstract class WithPublication {

    @TempDir
    Path data;

    WriterLock lock;
    Ledger ledger;
    FaultyStore store;
    Publication publication;
    final List<String> steps = new ArrayList<>();
    String failAt = "";

    @BeforeEach
    void open() {
        lock = WriterLock.acquire(data, "test", Duration.ZERO);
        ledger = opened();
        store = new FaultyStore(new LuceneChunkStore(data));
        publication = Publication.open(data, store, ledger, step -> {
            steps.add(step);
            if (step.equals(failAt)) throw new IllegalStateException("stopped at " + step);
        });
    }

    /** Opens the ledger under test, each time the same one. */
    Ledger opened() {
        return Ledger.open(data);
    }

    @AfterEach
    void close() throws IOException {
        publication.close();
        ledger.close();
        store.close();
        lock.close();
    }

    PublicationSession session() {
        return publication.session("kb", Documents.PRINT);
    }

    void assertHolds(Map<String, String> expected) throws IOException {
        assertEquals(expected, Documents.found(store, ledger, "kb"));
        assertEquals(List.of(), Consistency.check(data, store, ledger));
    }
}
