package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;
import rag.model.Failure;

class DiskFailureTest {

    @TempDir
    Path folder;

    @Test
    void whatLuceneWasDoingHidesNotThatTheDiskIsFull() {
        var merge = new IOException(
                "background merge hit exception: _2(10.5.0):c78 into _3",
                new IllegalStateException(new IOException("No space left on device")));

        var words = DiskFailure.of("writing collection 'x'", folder, merge).getMessage();

        assertTrue(words.contains(folder + ": No space left on device."), words);
        assertTrue(words.contains("The disk is full: free some space"), words);
    }

    @Test
    void aDataFolderThatCantBeMadeIsAChoiceToMendAndNoTroubleOfTheDisk() throws IOException {
        var file = Files.createFile(folder.resolve("taken"));

        var failure = assertThrows(Failure.class, () -> WriterLock.acquire(file, "test", Duration.ZERO));

        assertEquals(
                "The data folder " + file + " can't be made: a file has that name. Choose another with --data DIR or"
                        + " RAG_DATA.",
                failure.getMessage());
    }

    @Test
    @Tag("process")
    void aFolderOfTemporaryFilesThatTakesNoLibraryIsNamed() throws Exception {
        var command = new ArrayList<>(Child.command(Victim.class, folder.resolve("rag.db")));
        command.addAll(
                1,
                List.of(
                        "-Dorg.sqlite.tmpdir=/proc/nowhere",
                        "-Dorg.slf4j.simpleLogger.log.org.sqlite.SQLiteJDBCLoader=off"));
        command.addAll(0, List.of("env", "XDG_CACHE_HOME=/proc/nowhere")); // nor is one kept
        try (var child = Child.start(command)) {
            var words = String.join("\n", child.lines());
            assertTrue(words.startsWith("SQLite's library can't be loaded from"), words);
            assertTrue(words.contains("/proc/nowhere: it must be writable"), words);
        }
    }

    static final class Victim {

        private Victim() {}

        static void main(String... args) {
            try (var database = SqliteDatabase.open(Path.of(args[0]), List.of(), SQLiteConfig.SynchronousMode.FULL)) {
                IO.println("opened " + database);
            } catch (Failure e) {
                IO.println(e.getMessage());
            }
        }
    }
}
