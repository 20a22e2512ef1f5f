package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.at;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Failure;
import rag.model.Filter;

class CollectionFoldersTest extends WithStore {

    @Test
    void a_read_only_folder_answers_and_no_file_is_made_in_it() throws Exception {
        var chunks = Samples.write(store, "c", "apple");
        Files.deleteIfExists(data.resolve("index/c/write.lock"));
        var before = files(data);
        try (var readOnly = new LuceneChunkStore(data)) {
            for (var folder : List.of(data, data.resolve("index"), data.resolve("index/c")))
                folder.toFile().setWritable(false);
            assertEquals(1, count(readOnly, "c", "apple"));
            try (var reader = readOnly.reader(List.of("c"))) {
                assertEquals(chunks, reader.find("apple", 3));
                assertEquals(1, reader.dense(at(0), Filter.NONE, 3).size());
            }
            assertEquals(before, files(data));
        } finally {
            for (var folder : List.of(data, data.resolve("index"), data.resolve("index/c")))
                folder.toFile().setWritable(true);
        }
    }

    @Test
    void asking_for_collections_makes_no_folder() throws Exception {
        assertEquals(List.of(), store.collections());
        assertThrows(Failure.class, () -> store.reader(List.of("c")));
        assertEquals(Map.of(), files(data));
    }

    @Test
    void a_collection_dropped_and_made_again_is_never_answered_from_what_was_open() throws Exception {
        for (int round = 0; round < 5; round++) {
            var word = List.of("apple", "pear", "plum", "cherry", "grape").get(round);
            var other = List.of("oak", "ash", "birch", "elm", "fir").get(round);
            Samples.write(store, "c", word);
            assertEquals(1, count(store, "c", word));
            try (var second = new LuceneChunkStore(data)) {
                second.drop("c");
                if (round % 2 == 0) assertThrows(Failure.class, () -> store.reader(List.of("c")));
                Samples.write(second, "c", other);
            }
            assertEquals(0, count(store, "c", word));
            assertEquals(1, count(store, "c", other));
            store.drop("c");
            assertEquals(List.of(), store.collections());
            assertFalse(Files.exists(data.resolve("index/c")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../x", "/etc", "a/b", "CON", "..", "."})
    void a_name_that_could_leave_the_folder_is_refused_everywhere(String name) throws Exception {
        Samples.write(store, "c", "apple");
        var before = files(data);
        assertThrows(Failure.class, () -> store.reader(List.of(name)));
        assertThrows(Failure.class, () -> store.fingerprint(name));
        assertThrows(Failure.class, () -> store.writer(name, PRINT));
        assertThrows(Failure.class, () -> store.rewriter(name, PRINT));
        assertThrows(Failure.class, () -> store.drop(name));
        assertEquals(before, files(data));
    }

    @Test
    void a_link_is_no_collection_and_what_it_points_to_is_never_removed() throws Exception {
        Samples.write(store, "c", "apple");
        var outside = Files.createDirectory(data.resolve("outside"));
        Files.writeString(outside.resolve("precious"), "x");
        Files.createSymbolicLink(data.resolve("index/link"), outside);
        Files.createSymbolicLink(data.resolve("index/other"), data.resolve("index/c"));
        assertEquals(List.of("c"), store.collections());
        for (var link : List.of("link", "other")) {
            assertThrows(Failure.class, () -> store.drop(link));
            assertThrows(Failure.class, () -> store.writer(link, PRINT));
            assertThrows(Failure.class, () -> store.reader(List.of(link)));
        }
        Files.createSymbolicLink(data.resolve("index/c/inside"), outside);
        store.drop("c");
        assertTrue(Files.exists(outside.resolve("precious")));
        assertFalse(Files.exists(data.resolve("index/c")));
    }

    @Test
    void a_name_that_differs_only_in_case_is_refused() throws Exception {
        Samples.write(store, "Docs", "apple");
        var message =
                assertThrows(Failure.class, () -> store.writer("docs", PRINT)).getMessage();
        assertTrue(message.contains("'Docs'"), message);
    }

    @Test
    void dropping_what_is_not_there_touches_nothing() throws Exception {
        Samples.write(store, "c", "apple");
        var before = files(data);
        assertFalse(store.drop("d"));
        assertEquals(before, files(data));
    }
}
