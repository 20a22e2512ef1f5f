package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.store.Consistency;
import rag.store.HistoryRow;
import rag.store.Ledger;
import rag.store.LuceneChunkStore;

/** The whole of ingest.java, killed again and again while it reads a folder, as a person's Ctrl-\ or a full machine would. */
@Tag("process")
class IngestKillTest {

    private static final int FILES = 200;
    private static final int KILLS = Integer.getInteger("kills", 30);

    @TempDir
    Path folder;

    @Test
    void aFolderOf200FilesKilled30TimesIsWholeInTheEndAndNothingIsDoneTwice() throws Exception {
        var docs = Files.createDirectories(folder.toRealPath().resolve("docs"));
        for (int i = 0; i < FILES; i++) Files.writeString(docs.resolve("file%03d.md".formatted(i)), text(i));
        var data = folder.toRealPath().resolve("data");
        var random = new Random(7);
        Map<String, HistoryRow> done = Map.of();
        int killed = 0;
        for (int round = 0; round < KILLS; round++) {
            var process = start(data, docs);
            boolean ended = process.waitFor(600 + random.nextInt(1400), TimeUnit.MILLISECONDS);
            if (!ended) {
                process.destroyForcibly().waitFor();
                killed++;
            }
            done = check(data, done);
            if (done.size() == FILES)
                change(docs, random.nextInt(FILES), round); // goes on: an old or a new version, never both
        }
        var last = start(data, docs);
        assertTrue(last.waitFor(2, TimeUnit.MINUTES), "the last run hangs");
        assertEquals(0, last.exitValue(), Files.readString(folder.resolve("err")));
        assertEquals(FILES, check(data, done).size());
        assertEquals(List.of(), disagreements(data));
        assertTrue(killed > KILLS / 3, "only " + killed + " of " + KILLS + " runs were killed in the middle");
    }

    private static String text(int i) {
        return "# File %d\n\nThe pump number %d stands in hall %d.\n\n![x](missing.png)\n\n## Care\n\nOil it every %d days.\n"
                .formatted(i, i, i % 7, 1 + i % 30);
    }

    private static void change(Path docs, int file, int round) throws IOException {
        Files.writeString(docs.resolve("file%03d.md".formatted(file)), text(file) + "\nRevision " + round + ".\n");
    }

    private Process start(Path data, Path docs) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "ingest",
                        "--data",
                        data.toString(),
                        "--path",
                        docs.toString())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
    }

    /** What is recorded as done stays done, and is not done again while its bytes stay the same; returns the rows. */
    private static Map<String, HistoryRow> check(Path data, Map<String, HistoryRow> before) {
        var now = new TreeMap<String, HistoryRow>();
        try (var ledger = Ledger.openReadOnly(data).orElse(null)) {
            if (ledger == null) return now;
            for (var row : ledger.history("knowledge_hub"))
                if (row.state().searchable()) now.put(row.source(), row); // partial: the picture is missing
        }
        before.forEach((source, old) -> {
            var row = now.get(source);
            assertTrue(row != null, source + " was done and is gone");
            boolean same = row.contentHash().equals(old.contentHash());
            assertTrue(
                    same ? row.version() == old.version() : row.version() > old.version(), source + " was done again");
        });
        return now;
    }

    private static List<String> disagreements(Path data) throws IOException {
        try (var ledger = Ledger.open(data);
                var store = new LuceneChunkStore(data)) {
            return Consistency.check(data, store, ledger);
        }
    }
}
