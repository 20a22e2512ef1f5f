package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.at;
import static rag.store.Samples.chunk;
import static rag.store.Samples.filter;
import static rag.store.Samples.put;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Candidate;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Fingerprint;

class LuceneChunkStoreTest {

    @TempDir
    Path data;

    private LuceneChunkStore store;

    @BeforeEach
    void open() {
        store = new LuceneChunkStore(data);
    }

    @AfterEach
    void close() throws Exception {
        store.close();
    }

    private static int count(ChunkStore store, String collection, String word) throws Exception {
        try (var reader = store.reader(List.of(collection))) {
            return reader.sparse(word, Filter.NONE, 1000).candidates().size();
        }
    }

    @Test
    void a_missing_collection_is_named_with_those_there_are_the_nearest_first() throws Exception {
        var none = assertThrows(Failure.class, () -> store.reader(List.of("colection")))
                .getMessage();
        assertTrue(none.contains("ingest.java --path FOLDER -c colection"), none);
        for (var name : List.of("archive", "collection", "zoo")) Samples.write(store, name, "apple");
        var message = assertThrows(Failure.class, () -> store.reader(List.of("colection")))
                .getMessage();
        assertEquals("there is no collection 'colection'; there are: collection, archive, zoo", message);
        assertEquals(Optional.empty(), store.fingerprint("colection"));
        assertEquals(List.of("archive", "collection", "zoo"), store.collections());
    }

    @Test
    void a_reader_keeps_its_state_while_others_write_and_the_next_one_sees_theirs() throws Exception {
        Samples.write(store, "c", "apple");
        try (var other = new LuceneChunkStore(data);
                var before = store.reader(List.of("c"));
                var writer = other.writer("c", PRINT)) {
            put(writer, chunk("c", "/x", 0, "apple pie"), at(0));
            writer.commit(2);
            try (var after = store.reader(List.of("c"))) {
                assertEquals(
                        2, after.sparse("apple", Filter.NONE, 9).candidates().size());
                assertEquals(
                        1, before.sparse("apple", Filter.NONE, 9).candidates().size());
                assertEquals(1, before.size());
            }
            writer.delete(chunk("c", "/x", 0, "apple pie").documentId());
            writer.delete(chunk("c", "/docs/0.md", 0, "apple").documentId());
            writer.optimise();
            writer.commit(3);
            assertEquals(0, count(store, "c", "apple"));
            var still = before.sparse("apple", Filter.NONE, 9).candidates();
            assertEquals(
                    List.of("apple"),
                    before.chunks(still.stream().map(Candidate::id).toList()).stream()
                            .map(Chunk::text)
                            .toList());
        }
    }

    @Test
    void searches_never_fail_nor_see_half_a_commit_while_another_writes() throws Exception {
        Samples.write(store, "c", "apple");
        var done = new AtomicBoolean();
        try (var other = new LuceneChunkStore(data);
                var threads = Executors.newFixedThreadPool(3)) {
            Callable<Integer> search = () -> {
                int searches = 0;
                while (!done.get()) {
                    try (var reader = store.reader(List.of("c"))) {
                        var list =
                                reader.sparse("left right", Filter.NONE, 1000).candidates();
                        assertEquals(0, list.size() % 2, "both documents of a commit or none");
                        assertEquals(
                                list.size(),
                                reader.chunks(list.stream().map(Candidate::id).toList())
                                        .size());
                        assertEquals(
                                list.size() + 1,
                                reader.dense(at(0), Filter.NONE, 1000).size());
                    }
                    searches++;
                }
                return searches;
            };
            var searchers = List.of(threads.submit(search), threads.submit(search));
            try (var writer = other.writer("c", PRINT)) {
                for (int i = 0; i < 40; i++) {
                    put(writer, chunk("c", "/left" + i % 7, 0, "left " + i), at(i));
                    put(writer, chunk("c", "/right" + i % 7, 0, "right " + i), at(-i));
                    writer.commit(i + 2);
                }
            } finally {
                done.set(true);
            }
            for (var searcher : searchers) assertTrue(searcher.get() > 0);
        }
    }

    @Test
    void several_collections_are_searched_as_one() throws Exception {
        var a = Samples.write(store, "a", "apple pie", "apple tart", "pear");
        var b = Samples.write(store, "b", "apple juice");
        try (var reader = store.reader(List.of("a", "b", "a"))) {
            assertEquals(4, reader.size());
            var list = reader.sparse("apple juice", Filter.NONE, 9).candidates();
            assertEquals(3, list.size());
            assertEquals(b.getFirst().id(), list.getFirst().id());
            var inB = Math.log(1 + (4 - 3 + 0.5) / 3.5) + Math.log(1 + 3.5 / 1.5); // apple in 3 of 4, juice in 1 of 4
            assertEquals(
                    inB / (1 + 1.2 * (0.25 + 0.75 * 2 / (7 / 4.0))),
                    list.getFirst().score(),
                    1e-6);
            assertEquals(4, reader.dense(at(0), Filter.NONE, 9).size());
            assertEquals(
                    List.of(b.get(0), a.get(2)),
                    reader.chunks(List.of(b.get(0).id(), a.get(2).id())));
        }
    }

    @Test
    void five_thousand_chunks_in_one_collection_do_not_hide_three_of_another() throws Exception {
        try (var writer = store.writer("a", PRINT)) {
            for (int i = 0; i < 5_000; i++) put(writer, chunk("a", "/" + i, 0, "apple apple " + i), at(i / 1000.0));
            writer.commit(1);
        }
        Samples.write(store, "b", "one apple among very many other words", "no such fruit", "an apple");
        try (var both = store.reader(List.of("a", "b"));
                var b = store.reader(List.of("b"))) {
            assertEquals(3, b.dense(at(0), Filter.NONE, 5).size());
            assertEquals(2, b.sparse("apple", Filter.NONE, 5).candidates().size());
            assertEquals(3, both.dense(at(0), filter("source", "/docs"), 5).size());
            assertEquals(
                    2,
                    both.sparse("apple", filter("source", "/docs"), 5)
                            .candidates()
                            .size());
        }
    }

    @Test
    void collections_whose_vectors_do_not_compare_are_not_searched_together() throws Exception {
        Samples.write(store, "a", "apple");
        var print = new Fingerprint("openai", "large", "", 8, "", "", "words-1", "auto");
        try (var writer = store.writer("b", print)) {
            put(writer, chunk("b", "/a", 0, "apple"), at(0));
            writer.commit(1);
        }
        var message = assertThrows(Failure.class, () -> store.reader(List.of("a", "b")))
                .getMessage();
        assertTrue(message.contains("'a' (local/toy") && message.contains("'b' (openai/large"), message);
    }

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

    /** Every file with its size and its time of change. */
    private static Map<String, String> files(Path folder) throws Exception {
        try (var files = Files.walk(folder)) {
            return new TreeMap<>(files.filter(Files::isRegularFile)
                    .collect(Collectors.toMap(
                            Path::toString,
                            file -> file.toFile().length() + " " + file.toFile().lastModified())));
        }
    }

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
                assertTrue(message.contains("ingest.java --clear --yes -c c, then ingest.java --path FOLDER -c c"), message);
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
    void dropping_what_is_not_there_says_what_is() throws Exception {
        Samples.write(store, "c", "apple");
        assertTrue(
                assertThrows(Failure.class, () -> store.drop("d")).getMessage().contains("there are: c"));
    }

    @Test
    void the_store_says_what_a_collection_was_built_with() throws Exception {
        Samples.write(store, "c", "apple");
        assertEquals(PRINT, store.fingerprint("c").orElseThrow());
        try (var reader = store.reader(List.of("c"))) {
            assertEquals(PRINT, reader.fingerprint());
        }
    }
}
