package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.at;
import static rag.store.Samples.chunk;
import static rag.store.Samples.put;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import rag.model.Failure;

class DamagedCollectionTest extends WithStore {

    @Test
    void every_truncated_file_is_named_with_its_collection_and_the_mend_and_nothing_is_deleted() throws Exception {
        Samples.write(store, "good", "apple");
        Samples.write(store, "c", "apple", "pear");
        store.close();
        var folder = data.resolve("index/c");
        for (var file : List.copyOf(files(folder).keySet())) {
            if (file.endsWith(".lock")) continue;
            var whole = Files.readAllBytes(Path.of(file));
            try (var cut = new RandomAccessFile(file, "rw")) {
                cut.setLength(whole.length / 2);
            }
            var before = files(data);
            try (var fresh = new LuceneChunkStore(data)) {
                var message = assertThrows(Failure.class, () -> fresh.reader(List.of("c")), file)
                        .getMessage();
                assertTrue(message.contains("collection 'c'"), message);
                assertTrue(message.contains(file.contains("segments_") ? folder.toString() : file), message);
                assertTrue(
                        message.contains(
                                "./jbang ingest.java --clear --yes -c c, then ./jbang ingest.java --path FOLDER -c c"),
                        message);
                assertThrows(Failure.class, () -> fresh.fingerprint("c"));
                assertThrows(Failure.class, () -> fresh.writer("c", PRINT));
                assertEquals(1, count(fresh, "good", "apple"));
            }
            assertEquals(before, files(data));
            Files.write(Path.of(file), whole);
        }
        assertEquals(1, count(store, "c", "pear"));
    }

    @Test
    void a_missing_file_is_named() throws Exception {
        Samples.write(store, "c", "apple", "pear");
        store.close();
        for (var file : List.copyOf(files(data.resolve("index/c")).keySet())) {
            if (file.endsWith(".lock") || file.contains("segments_")) continue;
            var whole = Files.readAllBytes(Path.of(file));
            Files.delete(Path.of(file));
            var message = assertThrows(Failure.class, () -> store.reader(List.of("c")))
                    .getMessage();
            assertTrue(message.contains("a file is missing: " + file), message);
            Files.write(Path.of(file), whole);
        }
    }

    @Test
    void a_damaged_collection_can_be_written_anew_whatever_file_is_damaged() throws Exception {
        Samples.write(store, "c", "apple", "pear");
        store.close();
        for (var file : List.copyOf(files(data.resolve("index/c")).keySet())) {
            var name = Path.of(file).getFileName();
            if (name.endsWith("write.lock")) continue;
            store.drop("c");
            Samples.write(store, "c", "apple", "pear");
            Files.write(data.resolve("index/c").resolve(name), new byte[5]);
            try (var fresh = new LuceneChunkStore(data)) {
                assertThrows(Failure.class, () -> fresh.reader(List.of("c")), file);
                try (var writer = fresh.rewriter("c", PRINT)) {
                    put(writer, chunk("c", "/a", 0, "new apple"), at(0));
                    writer.commit(8);
                }
                assertEquals(1, count(fresh, "c", "apple"));
            }
        }
    }
}
