package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real full and read-only disks: mounts that only a child process sees (Linux user namespaces). */
@Tag("process")
class DiskTest {

    @TempDir
    Path folder;

    @BeforeAll
    static void mountsCanBeMade() throws Exception {
        assumeTrue(runs("unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"), "no user namespaces to mount in");
    }

    private static boolean runs(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static List<String> inMount(String mount, List<String> command) throws Exception {
        var all = new ArrayList<>(List.of("unshare", "-rm", "sh", "-c", mount + " && exec \"$@\"", "sh"));
        all.addAll(command);
        try (var child = Child.start(all)) {
            var lines = child.lines();
            assertEquals(0, child.exit(), lines.toString());
            return lines;
        }
    }

    @Test
    void aFullDiskLosesNothingAndTheNextRunGoesOn() throws Exception {
        var lines = inMount(
                "mount -t tmpfs -o size=4m tmpfs '%s'".formatted(folder),
                Child.command(DiskVictim.class, "fill", folder.resolve("data")));
        assertTrue(lines.get(0).startsWith("full: "), lines.toString());
        assertTrue(lines.get(0).contains("isk is full"), lines.toString());
        assertTrue(lines.get(0).contains("Nothing that was published is lost"), lines.toString());
        var counts = lines.get(1).split(" ");
        assertTrue(Integer.parseInt(counts[1]) > 0, lines.toString());
        assertEquals(counts[1], counts[3], "acknowledged and found");
        assertEquals("[]", lines.get(2));
        assertEquals("found " + (Integer.parseInt(counts[1]) + 1), lines.get(3));
        assertEquals("[]", lines.get(4));
    }

    @Test
    void aReadOnlyFolderAnswersAndRefusesToBeWritten() throws Exception {
        publish(folder);
        assertReadable(folder, 1);
    }

    @Test
    void aReadOnlyFolderWithTheLogOfACrashAnswersToo() throws Exception {
        var copy = Files.createDirectory(folder.resolve("copy"));
        var data = Files.createDirectory(folder.resolve("data"));
        publish(data);
        try (var ledger = Ledger.open(data)) {
            ledger.save(Documents.failed("kb", "b.md", 1, false));
            for (var name : List.of("rag.db", "rag.db-wal")) Files.copy(data.resolve(name), copy.resolve(name));
        }
        for (var name : List.of("index", "images")) {
            new ProcessBuilder("cp", "-r", data.resolve(name).toString(), copy.toString())
                    .start()
                    .waitFor();
        }
        assertReadable(copy, 2);
        assertTrue(Files.size(copy.resolve("rag.db-wal")) > 0, "nothing was changed");
    }

    private static void publish(Path data) throws IOException {
        try (var lock = WriterLock.acquire(data, "test", Duration.ZERO);
                var ledger = Ledger.open(data);
                var store = new LuceneChunkStore(data);
                var publication = Publication.open(data, store, ledger);
                var session = publication.session("kb", Documents.PRINT)) {
            lock.progress("");
            session.publish(List.of(Documents.put("kb", "a.md", 1)));
        }
    }

    private static void assertReadable(Path data, int history) throws Exception {
        var lines = inMount(
                "mount --bind '%s' '%s' && mount -o remount,bind,ro '%s'".formatted(data, data, data),
                Child.command(DiskVictim.class, "read", data));
        assertEquals(Map.of("a.md", "v1").toString(), lines.get(0));
        assertEquals(history + " in history", lines.get(1));
        assertEquals("[]", lines.get(2));
        assertTrue(lines.get(3).startsWith("cache: "), lines.toString());
        assertEquals("0 in cache", lines.get(4));
        var refused = "refused: The data folder " + data + " cannot be written by this user. Searching it still works";
        for (var line : lines.subList(5, 8)) assertTrue(line.startsWith(refused), lines.toString());
        assertEquals(List.of("written"), lines.subList(8, lines.size()));
    }
}
