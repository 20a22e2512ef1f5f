package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.api.Git;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JGit's jar is signed: whoever needs one of its classes waits until the jar is checked, so only working trees may. */
@Tag("process")
class GitClassesTest {

    @TempDir
    Path folder;

    /** Ingests the folder "docs" of a folder. */
    static final class Ingesting {

        public static void main(String[] args) {
            try (var corpus = new Corpus(Path.of(args[0]), Map.of())) {
                corpus.ingest("knowledge_hub");
            }
        }
    }

    private boolean loadsJGit() throws IOException, InterruptedException {
        var log = folder.resolve("classes.log");
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xlog:class+load:file=" + log.getFileName(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Ingesting.class.getName(),
                        folder.toString())
                .directory(folder.toFile())
                .inheritIO()
                .start();
        assertTrue(process.waitFor(2, TimeUnit.MINUTES), "it hangs");
        assertEquals(0, process.exitValue());
        var classes = Files.readString(log);
        assertTrue(classes.contains(" rag.engine.WorkingTrees "), "the folder was looked through");
        return classes.contains(" org.eclipse.jgit.");
    }

    @Test
    void anIngestOutsideOfWorkingTreesLoadsNone() throws Exception {
        var docs = Files.createDirectories(folder.resolve("docs"));
        Files.writeString(docs.resolve("a.md"), "# A\n\nThe pump needs oil.");
        assertFalse(loadsJGit());
        Git.init().setDirectory(docs.toFile()).call().close();
        assertTrue(loadsJGit(), "in one it does, so that this test would see it");
    }
}
