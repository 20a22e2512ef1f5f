package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;
import rag.model.DocumentState;
import rag.model.Failure;

class LedgerTest {

    @TempDir
    Path data;

    @Test
    void rowsComeBackAsTheyWereSaved() {
        var row = Documents.failed("kb", "a \u00fc\ud83d\ude80 'b'.pdf", 1, false);
        try (var ledger = Ledger.open(data)) {
            ledger.save(row);
        }
        try (var ledger = Ledger.open(data)) {
            assertEquals(List.of(row), ledger.history("kb"));
            assertEquals(Optional.of(row), ledger.row("kb", row.source()));
            assertEquals(Optional.of(row), ledger.document(row.documentId()));
            assertEquals(Optional.empty(), ledger.row("other", row.source()));
        }
    }

    @Test
    void theSameBytesAtTwoPathsAndInTwoCollectionsAreDocumentsOfTheirOwn() {
        try (var ledger = Ledger.open(data)) {
            var a = Documents.failed("kb", "a.pdf", 1, false);
            var copy = withSource(a, "kb", "b.pdf");
            var elsewhere = withSource(a, "kb2", "a.pdf");
            ledger.save(List.of(copy, a, elsewhere));
            assertEquals(List.of(a, copy), ledger.rowsByHash("kb", a.contentHash()));
            assertEquals(List.of(elsewhere), ledger.rowsByHash("kb2", a.contentHash()));
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
        try (var ledger = Ledger.open(data)) {
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
        try (var ledger = Ledger.open(data)) {
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
        try (var ledger = Ledger.open(data)) {
            ledger.save(Documents.failed("kb", "a.pdf", 1, false));
            ledger.forget("kb", List.of("a.pdf", "never seen.pdf"));
            assertEquals(List.of(), ledger.history("kb"));
        }
    }

    @Test
    void readingDoesNotMakeALedger() {
        assertEquals(Optional.empty(), Ledger.openReadOnly(data));
        assertFalse(Files.exists(data.resolve("rag.db")));
    }

    @Test
    void readersSeeWhatAWriterCommitsAndCannotWrite() {
        try (var writer = Ledger.open(data);
                var reader = Ledger.openReadOnly(data).orElseThrow()) {
            assertEquals(List.of(), reader.history("kb"));
            writer.save(Documents.failed("kb", "a.pdf", 1, false));
            assertEquals(1, reader.history("kb").size());
            assertThrows(Failure.class, () -> reader.save(Documents.failed("kb", "b.pdf", 1, false)));
        }
    }

    @Test
    void theFolderMayHaveAnyName() throws Exception {
        for (var name : List.of("with space", "what?mode=memory", "100%25 #1", "日本 ü")) {
            var folder = data.resolve(name);
            try (var ledger = Ledger.open(folder)) {
                ledger.save(Documents.failed("kb", "a.pdf", 1, false));
            }
            assertTrue(Files.size(folder.resolve("rag.db")) > 0, name);
            try (var ledger = Ledger.openReadOnly(folder).orElseThrow()) {
                assertEquals(1, ledger.history("kb").size(), name);
            }
        }
    }

    @Test
    void aDamagedFileIsReportedAndLeftAsItIs() throws Exception {
        var file = data.resolve("rag.db");
        Files.writeString(file, "this is no data base ".repeat(100));
        var failure = assertThrows(Failure.class, () -> Ledger.open(data));
        assertTrue(failure.getMessage().contains(file + " is damaged"), failure.getMessage());
        assertTrue(failure.getMessage().contains("Nothing was deleted"), failure.getMessage());
        assertThrows(Failure.class, () -> Ledger.openReadOnly(data));
        assertTrue(Files.readString(file).startsWith("this is no data base"));
    }

    @Test
    void aCutOffFileIsReportedAndLeftAsItIs() throws Exception {
        var file = data.resolve("rag.db");
        try (var ledger = Ledger.open(data)) {
            for (int i = 0; i < 200; i++) ledger.save(Documents.failed("kb", i + ".pdf", 1, false));
        }
        long half = Files.size(file) / 2 / 4096 * 4096;
        try (var channel = java.nio.channels.FileChannel.open(file, java.nio.file.StandardOpenOption.WRITE)) {
            channel.truncate(half);
        }
        var failure = assertThrows(Failure.class, () -> {
            try (var ledger = Ledger.open(data)) {
                ledger.history("kb");
            }
        });
        assertTrue(failure.getMessage().contains("is damaged"), failure.getMessage());
        assertEquals(half, Files.size(file));
    }

    @Test
    void aLedgerOfANewerProgramIsRefused() throws Exception {
        Ledger.open(data).close();
        try (var connection = new SQLiteConfig().createConnection("jdbc:sqlite:" + data.resolve("rag.db"))) {
            Database.update(connection, "PRAGMA user_version=99");
        }
        for (Callable<?> open : List.<Callable<?>>of(() -> Ledger.open(data), () -> Ledger.openReadOnly(data))) {
            var failure = assertThrows(Failure.class, open::call);
            assertTrue(failure.getMessage().contains("newer version"), failure.getMessage());
        }
    }

    @Test
    void numbersRiseAboveWhatAnOlderLedgerGave() {
        try (var ledger = Ledger.open(data)) {
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
                try (var ledger = Ledger.open(data)) { // also races for the making of the tables
                    for (int i = 0; i < each; i++) ledger.save(Documents.failed("kb", name + "/" + i, 1, false));
                }
                return null;
            });
        }
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var done : threads.invokeAll(writers)) done.get();
        }
        try (var ledger = Ledger.open(data)) {
            assertEquals(4 * each, ledger.history("kb").size());
        }
    }

    @Test
    void oneLedgerServesSeveralThreads() throws Exception {
        try (var ledger = Ledger.open(data);
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
