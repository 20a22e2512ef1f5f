package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.config.Json;
import rag.model.Failure;

class WriterLockTest {

    @TempDir
    Path data;

    private WriterLock acquire(Duration wait) {
        return WriterLock.acquire(data, "test.java", wait);
    }

    private Failure refused(Duration wait) {
        return assertThrows(Failure.class, () -> acquire(wait).close());
    }

    @Test
    void theHolderIsTold() {
        try (var lock = acquire(Duration.ZERO)) {
            lock.progress("310/900 documents");
            var message = refused(Duration.ZERO).getMessage();
            assertTrue(
                    message.matches(("another ingest is running: pid %d \\(test\\.java\\) since \\d\\d:\\d\\d, "
                                    + "310/900 documents; wait with --wait 60s")
                            .formatted(ProcessHandle.current().pid())),
                    message);
        }
    }

    @Test
    void theLockIsFreeAgainAfterwards() {
        acquire(Duration.ZERO).close();
        assertEquals(Optional.empty(), WriterLock.holder(data));
        var lock = acquire(Duration.ZERO);
        assertEquals("test.java", WriterLock.holder(data).orElseThrow().command());
        lock.close();
        lock.close();
        acquire(Duration.ZERO).close();
    }

    @Test
    void anotherNameOfTheFolderIsTheSameFolder() throws Exception {
        var link = Files.createSymbolicLink(data.resolveSibling(data.getFileName() + "-link"), data);
        try (var lock = acquire(Duration.ZERO)) {
            assertThrows(Failure.class, () -> WriterLock.acquire(link, "test.java", Duration.ZERO));
            lock.progress("");
        } finally {
            Files.delete(link);
        }
    }

    @Test
    void progressIsWrittenTwiceASecondAtMost() throws Exception {
        try (var lock = acquire(Duration.ZERO)) {
            for (int i = 0; i < 200; i++) lock.progress(i + "/200");
            assertEquals("0/200", WriterLock.holder(data).orElseThrow().progress());
            Thread.sleep(600);
            lock.progress("200/200");
            assertEquals("200/200", WriterLock.holder(data).orElseThrow().progress());
        }
    }

    @Test
    void waitingGetsTheLockWhenItIsGivenBack() throws Exception {
        var first = acquire(Duration.ZERO);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var second = threads.submit(() -> acquire(Duration.ofMinutes(1)));
            Thread.sleep(150);
            assertFalse(second.isDone());
            first.close();
            second.get().close();
        }
    }

    @Test
    void waitingEnds() {
        try (var lock = acquire(Duration.ZERO)) {
            long start = System.nanoTime();
            var message = refused(Duration.ofMillis(300)).getMessage();
            assertTrue(System.nanoTime() - start >= 300_000_000L);
            assertTrue(message.startsWith("another ingest is running"), message);
            lock.progress("");
        }
    }

    @Test
    void threadsOfOneProcessHaveItOneAtATime() throws Exception {
        var inside = new AtomicInteger();
        var work = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 8; i++) {
            work.add(() -> {
                try (var lock = acquire(Duration.ofMinutes(1))) {
                    int together = inside.incrementAndGet();
                    Thread.sleep(10);
                    lock.progress("");
                    inside.decrementAndGet();
                    return together;
                }
            });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var done : threads.invokeAll(work)) assertEquals(1, done.get());
        }
    }

    @Test
    void whatADeadProcessLeftDoesNotHinder() throws Exception {
        Files.createFile(data.resolve("writer.lock"));
        var dead = new WriterLock.Holder(999_999_999, "elsewhere", "x", "2026-01-01T00:00:00Z", "");
        Files.writeString(data.resolve("writer.json"), Json.line(dead));
        acquire(Duration.ZERO).close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "[1]", "{'pid':1,'host':'h','command':'c','since':'noon','progress':''}"})
    void aHolderThatCannotBeReadIsNoError(String json) throws Exception {
        try (var lock = acquire(Duration.ZERO)) {
            Files.writeString(data.resolve("writer.json"), json.replace('\'', '"'));
            var message = refused(Duration.ZERO).getMessage();
            assertTrue(message.contains("its process has not said who it is yet"), message);
            lock.progress("");
        }
    }

    @Test
    void networkFileSystemsAreRefused() {
        for (var type : List.of("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs", "davfs2")) {
            var words = WriterLock.refusal("/data", type).orElseThrow(() -> new AssertionError(type));
            assertTrue(words.contains(type) && words.contains("local disk"), words);
        }
        assertTrue(WriterLock.refusal("\\\\server\\share", "NTFS").isPresent());
        for (var type : List.of("ext4", "xfs", "btrfs", "zfs", "apfs", "NTFS", "tmpfs", "overlay", "fuse.gocryptfs")) {
            assertEquals(Optional.empty(), WriterLock.refusal("/data", type), type);
        }
    }

    @Test
    void aFileInPlaceOfTheFolderIsReported() throws Exception {
        var file = Files.createFile(data.resolve("file"));
        var failure = assertThrows(Failure.class, () -> WriterLock.acquire(file, "test.java", Duration.ZERO));
        assertTrue(failure.getMessage().contains(file.toString()), failure.getMessage());
    }

    @Test
    @Tag("process")
    void anotherProcessKeepsItUntilItIsKilled() throws Exception {
        try (var holder = Child.run(LockHolder.class, data)) {
            var pid = holder.line().orElseThrow().replace("held by ", "");
            var message = refused(Duration.ZERO).getMessage();
            assertTrue(message.contains("pid " + pid + " (holder.java) since"), message);
            assertTrue(message.contains(", 3/9 documents;"), message);
            holder.say("again");
            assertEquals(Optional.of("refused"), holder.line());
            refused(Duration.ZERO); // asking twice has not cost the holder its lock
            holder.kill();
            try (var lock = acquire(Duration.ZERO)) {
                lock.progress("");
            }
        }
    }

    @Test
    @Tag("process")
    void anotherProcessGivesItBack() throws Exception {
        try (var holder = Child.run(LockHolder.class, data)) {
            holder.line();
            holder.say("release");
            acquire(Duration.ofMinutes(1)).close();
            assertEquals(Optional.of("released"), holder.line());
            assertEquals(0, holder.exit());
        }
    }
}
