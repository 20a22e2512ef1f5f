package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteConfig;
import rag.model.Failure;

class LedgerTest extends LedgerContract {

    @Override
    Ledger opened() {
        return Ledger.open(data);
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
}
