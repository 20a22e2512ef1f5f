package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.LedgerSettings;
import rag.model.Failure;

/** Who may write, where several machines share a ledger in PostgreSQL. */
@Tag("engine")
class SharedWriterLockTest extends WithSharedLedger {

    @Test
    void aSecondMachineIsToldWhoWritesAndGetsItsTurn() throws Exception {
        var first = SharedWriterLock.acquire(settings, "ingest.java", Duration.ZERO, () -> false);
        var told = assertThrows(
                        Failure.class,
                        () -> SharedWriterLock.acquire(settings, "ingest.java", Duration.ZERO, () -> false))
                .getMessage();
        var me = "another ingest is running: pid " + ProcessHandle.current().pid() + " (ingest.java) since ";
        assertTrue(told.startsWith(me), told);
        assertTrue(told.endsWith("; wait with --wait 60s"), told);
        SharedWriterLock.acquire(settings("another"), "ingest.java", Duration.ZERO, () -> false)
                .close();
        Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(300);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            first.close();
        });
        SharedWriterLock.acquire(settings, "ingest.java", Duration.ofSeconds(20), () -> false)
                .close();
    }

    @Test
    void whoLostTheRightToWriteWritesNoMore(@TempDir Path data) throws Exception {
        try (var lock = SharedWriterLock.acquire(settings, "ingest.java", Duration.ZERO, () -> false);
                var ledger = Ledger.open(data, settings)) {
            ledger.save(Documents.failed("kb", "a.pdf", 1, false));
            var other = PgDatabase.connect(settings);
            other.rows(
                    "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory' AND classid"
                            + " = ? AND objid = (hashtext(?)::bigint & 4294967295)::oid",
                    row -> row.getBoolean(1),
                    0x726167,
                    settings.schema());
            other.end();
            var message = assertThrows(Failure.class, () -> ledger.save(Documents.failed("kb", "b.pdf", 1, false)))
                    .getMessage();
            assertTrue(message.contains("the right to write was lost"), message);
            assertEquals(1, ledger.history("kb").size());
        }
    }

    @Test
    void whoWritesIsKnownOnEveryMachine() {
        assertEquals(Optional.empty(), SharedWriterLock.holder(settings));
        try (var lock = SharedWriterLock.acquire(settings, "ingest.java", Duration.ZERO, () -> false)) {
            var holder = SharedWriterLock.holder(settings).orElseThrow();
            assertEquals(ProcessHandle.current().pid(), holder.pid());
            assertEquals("ingest.java", holder.command());
            assertEquals(WriterLock.host(), holder.host());
            var age = Duration.between(java.time.Instant.parse(holder.since()), java.time.Instant.now());
            assertTrue(age.abs().toSeconds() < 60, holder.since());
        }
        assertEquals(Optional.empty(), SharedWriterLock.holder(settings));
    }

    @Test
    void whoWritesToALedgerOfTheSameNameInAnotherDataBaseIsNotNamed() throws Exception {
        var name = settings.schema() + "_db";
        try (var connection = DriverManager.getConnection("jdbc:postgresql://" + server + "/postgres", "postgres", "");
                var statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
        var other = new LedgerSettings("postgresql://" + server + "/" + name, "postgres", "", settings.schema(), 2);
        try (var there = SharedWriterLock.acquire(other, "there", Duration.ZERO, () -> false)) {
            assertEquals(Optional.empty(), SharedWriterLock.holder(settings));
            try (var here = SharedWriterLock.acquire(settings, "here", Duration.ZERO, () -> false)) {
                assertEquals(
                        "here", SharedWriterLock.holder(settings).orElseThrow().command());
                assertEquals(
                        "there", SharedWriterLock.holder(other).orElseThrow().command());
            }
        }
    }
}
