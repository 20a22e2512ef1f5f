package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.DocumentState;

/** What holds of a ledger, wherever its tables are. */
abstract class LedgerContract {

    @TempDir
    Path data;

    /** Opens the ledger under test, each time the same one. */
    abstract Ledger opened();

    @Test
    void rowsComeBackAsTheyWereSaved() {
        var row = Documents.failed("kb", "a \u00fc\ud83d\ude80 'b'.pdf", 1, false);
        try (var ledger = opened()) {
            ledger.save(row);
        }
        try (var ledger = opened()) {
            assertEquals(List.of(row), ledger.history("kb"));
            assertEquals(Optional.of(row), ledger.row("kb", row.source()));
            assertEquals(Optional.of(row), ledger.document(row.documentId()));
            assertEquals(Optional.empty(), ledger.row("other", row.source()));
        }
    }

    @Test
    void theSameBytesAtTwoPathsAndInTwoCollectionsAreDocumentsOfTheirOwn() {
        try (var ledger = opened()) {
            var a = Documents.failed("kb", "a.pdf", 1, false);
            var copy = withSource(a, "kb", "b.pdf");
            var elsewhere = withSource(a, "kb2", "a.pdf");
            ledger.save(List.of(copy, a, elsewhere));
            assertEquals(List.of(a, copy), ledger.history("kb"));
            assertEquals(List.of(elsewhere), ledger.history("kb2"));
            assertEquals(List.of("kb", "kb2"), ledger.collections());
        }
    }

    private static HistoryRow withSource(HistoryRow row, String collection, String source) {
        return new HistoryRow(
                collection,
                source,
                Documents.row(collection, source, 1).documentId(),
                row.root(),
                row.contentHash(),
                "",
                100,
                row.state(),
                row.reason(),
                false,
                row.title(),
                row.type(),
                row.language(),
                0,
                0,
                0,
                0,
                row.ingestedAt());
    }

    @Test
    void countsAreByState() {
        try (var ledger = opened()) {
            ledger.save(Documents.failed("kb", "a.pdf", 1, false));
            ledger.save(Documents.failed("kb", "b.pdf", 1, false));
            ledger.save(Documents.row("kb", "c.pdf", 1));
            var counts = ledger.counts("kb");
            assertEquals(Map.of(DocumentState.READY, 1, DocumentState.FAILED, 2), counts.documents());
            assertEquals(3, counts.total());
            assertEquals(300, counts.bytes());
            assertEquals(Optional.of(Documents.NOON), counts.lastIngest());
            assertEquals(Optional.empty(), counts.createdAt());
            assertEquals(0, ledger.counts("none").total());
        }
    }

    @Test
    void saveRefusesRowsThatTellOfOtherChunks() {
        try (var ledger = opened()) {
            var row = Documents.row("kb", "a.pdf", 1);
            assertThrows(IllegalStateException.class, () -> ledger.save(row.with(3, 0, 0)));
            assertThrows(IllegalStateException.class, () -> ledger.save(row.with(0, 0, 7)));
            ledger.save(row);
            assertThrows(
                    IllegalStateException.class,
                    () -> ledger.save(List.of(Documents.row("kb", "b.pdf", 1), row.with(0, 1, 0))));
            assertEquals(List.of(row), ledger.history("kb"), "nothing of a refused list is kept");
        }
    }

    @Test
    void aSourceWithoutChunksIsForgotten() {
        try (var ledger = opened()) {
            ledger.save(Documents.failed("kb", "a.pdf", 1, false));
            ledger.forget("kb", List.of("a.pdf", "never seen.pdf"));
            assertEquals(List.of(), ledger.history("kb"));
        }
    }

    @Test
    void numbersRiseAboveWhatAnOlderLedgerGave() {
        try (var ledger = opened()) {
            var intent = new Journal.Intent(Journal.Kind.DELETE, Documents.row("kb", "a", 1), List.of(), "");
            ledger.journal().raise(500);
            var first = ledger.journal().begin(List.of(intent), List.of()).getFirst();
            assertEquals(501, first.seq());
            ledger.journal().raise(400);
            assertEquals(
                    502,
                    ledger.journal()
                            .begin(List.of(intent), List.of(first))
                            .getFirst()
                            .seq());
            ledger.journal().raise(600);
            assertEquals(
                    601,
                    ledger.journal()
                            .begin(List.of(intent), List.of())
                            .getFirst()
                            .seq());
        }
    }

    @Test
    void writersWithConnectionsOfTheirOwnWaitForEachOther() throws Exception {
        int each = 60;
        var writers = new ArrayList<Callable<Void>>();
        for (int w = 0; w < 4; w++) {
            var name = "writer" + w;
            writers.add(() -> {
                try (var ledger = opened()) { // also races for the making of the tables
                    for (int i = 0; i < each; i++) ledger.save(Documents.failed("kb", name + "/" + i, 1, false));
                }
                return null;
            });
        }
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var done : threads.invokeAll(writers)) done.get();
        }
        try (var ledger = opened()) {
            assertEquals(4 * each, ledger.history("kb").size());
        }
    }

    @Test
    void oneLedgerServesSeveralThreads() throws Exception {
        try (var ledger = opened();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var work = new ArrayList<Callable<Integer>>();
            for (int i = 0; i < 50; i++) {
                var source = i + ".pdf";
                work.add(() -> {
                    ledger.save(Documents.failed("kb", source, 1, false));
                    return ledger.row("kb", source).orElseThrow().chunks();
                });
            }
            for (var done : threads.invokeAll(work)) assertEquals(0, done.get());
            assertEquals(50, ledger.history("kb").size());
        }
    }
}
