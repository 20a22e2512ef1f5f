package rag.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.at;
import static rag.store.Samples.chunk;
import static rag.store.Samples.put;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Fingerprint;

abstract class WriterContract extends WithStore {

    private List<String> found(String text) throws Exception {
        try (var reader = store.reader(List.of("c"))) {
            var ids = reader.sparse(text, Filter.NONE, 100).candidates().stream()
                    .map(c -> c.id())
                    .toList();
            return reader.chunks(ids).stream().map(Chunk::text).sorted().toList();
        }
    }

    @Test
    void nothing_is_visible_before_the_commit_and_all_of_it_after() throws Exception {
        try (var writer = store.writer("c", PRINT)) {
            put(writer, chunk("c", "/a", 0, "apple"), at(0));
            put(writer, chunk("c", "/b", 0, "apple pie"), at(1));
            assertEquals(List.of(), store.collections());
            writer.commit(1);
            assertEquals(List.of("apple", "apple pie"), found("apple"));
            writer.delete(chunk("c", "/a", 0, "apple").documentId());
            put(writer, chunk("c", "/b", 0, "apple tart"), at(2));
            assertEquals(List.of("apple", "apple pie"), found("apple"));
            writer.commit(2);
            assertEquals(List.of("apple tart"), found("apple"));
        }
    }

    @Test
    void what_is_not_committed_is_dropped_at_the_close() throws Exception {
        try (var writer = store.writer("c", PRINT)) {
            put(writer, chunk("c", "/a", 0, "apple"), at(0));
            writer.commit(4);
            put(writer, chunk("c", "/b", 0, "apple pie"), at(1));
        }
        assertEquals(List.of("apple"), found("apple"));
        try (var writer = store.writer("c", PRINT)) {
            assertEquals(4, writer.committedSeq());
            writer.commit(5);
            assertEquals(5, writer.committedSeq());
        }
        assertEquals(List.of("apple"), found("apple"));
        try (var writer = store.writer("c", PRINT)) {
            assertEquals(5, writer.committedSeq());
        }
    }

    @Test
    void a_new_version_replaces_all_chunks_of_its_document_and_no_others() throws Exception {
        var first = new ArrayList<Chunk>();
        for (int i = 0; i < 5; i++) first.add(chunk("c", "/a", i, "old apple " + i));
        var vectors = first.stream().map(c -> at(c.index())).toList();
        try (var writer = store.writer("c", PRINT)) {
            writer.put(first.getFirst().documentId(), first, vectors);
            put(writer, chunk("c", "/b", 0, "other apple"), at(9));
            writer.commit(1);
            writer.put(first.getFirst().documentId(), List.of(chunk("c", "/a", 0, "new apple")), List.of(at(3)));
            writer.commit(2);
            assertEquals(List.of("new apple", "other apple"), found("apple"));
            writer.put(first.getFirst().documentId(), List.of(), List.of());
            writer.commit(3);
            assertEquals(List.of("other apple"), found("apple"));
        }
    }

    @Test
    void a_bad_vector_is_refused_by_name_and_nothing_changes() throws Exception {
        var good = chunk("c", "/a", 0, "apple");
        var bad = chunk("c", "/a", 1, "apple pie");
        var vectors = Map.of(
                "all zeros",
                new float[8],
                "NaN at 3",
                with(3, Float.NaN),
                "Infinity at 0",
                with(0, Float.POSITIVE_INFINITY),
                "9 dimensions",
                new float[9],
                "0 dimensions",
                new float[0],
                "length 2.000000",
                with(0, 2));
        try (var writer = store.writer("c", PRINT)) {
            put(writer, good, at(0));
            writer.commit(1);
            vectors.forEach((reason, vector) -> {
                var refused = assertThrows(
                        IllegalArgumentException.class,
                        () -> writer.put(good.documentId(), List.of(good, bad), List.of(at(5), vector)));
                assertTrue(refused.getMessage().startsWith(good.documentId() + ", chunk 1: "), refused.getMessage());
                assertTrue(refused.getMessage().contains(reason), refused.getMessage());
            });
            assertThrows(
                    IllegalArgumentException.class,
                    () -> writer.put(good.documentId(), List.of(good, bad), List.of(at(5))));
            writer.commit(2);
        }
        try (var reader = store.reader(List.of("c"))) {
            assertEquals(1, reader.size());
            assertEquals(1, reader.dense(at(0), Filter.NONE, 20).getFirst().score(), 1e-6);
            assertArrayEquals(at(0), reader.vectors(List.of(good.id())).get(good.id()), 0);
            assertThrows(IllegalArgumentException.class, () -> reader.dense(new float[8], Filter.NONE, 5));
        }
    }

    private static float[] with(int place, float value) {
        var vector = new float[8];
        vector[place] = value;
        return vector;
    }

    @Test
    void chunks_of_another_document_or_collection_and_repeated_ids_are_refused() throws Exception {
        var chunk = chunk("c", "/a", 0, "apple");
        var stranger = chunk("c", "/b", 0, "pear");
        var foreign = chunk("d", "/a", 0, "apple");
        try (var writer = store.writer("c", PRINT)) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> writer.put(chunk.documentId(), List.of(stranger), List.of(at(0))));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> writer.put(foreign.documentId(), List.of(foreign), List.of(at(0))));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> writer.put(chunk.documentId(), List.of(chunk, chunk), List.of(at(0), at(1))));
        }
    }

    @Test
    void a_document_is_marked_stale_and_unmarked_without_being_written_again() throws Exception {
        var a = chunk("c", "/a", 0, "apple");
        var b = chunk("c", "/b", 0, "apple pie");
        try (var writer = store.writer("c", PRINT)) {
            writer.stale(a.documentId(), true); // of an empty collection: nothing to mark
            put(writer, a, at(0));
            put(writer, b, at(1));
            writer.commit(1);
            writer.stale(a.documentId(), true);
            assertEquals(List.of(a, b), chunks(a, b), "not before the commit");
            writer.commit(2);
            assertEquals(List.of(a.withStale(true), b), chunks(a, b));
            writer.stale(a.documentId(), false);
            put(writer, b, at(2));
            writer.stale(b.documentId(), true); // of a document of the same commit
            writer.commit(3);
            assertEquals(List.of(a, b.withStale(true)), chunks(a, b));
            put(writer, b, at(2)); // a new version is not stale
            writer.commit(4);
            assertEquals(List.of(a, b), chunks(a, b));
        }
    }

    private List<Chunk> chunks(Chunk... chunks) throws Exception {
        try (var reader = store.reader(List.of("c"))) {
            return reader.chunks(java.util.Arrays.stream(chunks).map(Chunk::id).toList());
        }
    }

    @Test
    void vectors_of_another_model_and_words_of_another_analyzer_are_refused_with_both_and_the_mend() throws Exception {
        Samples.write(store, "c", "apple");
        var model = new Fingerprint("local", "other", "r1", 8, "", "", "words-1", "recursive 256/32");
        var analyzer = new Fingerprint("local", "toy", "r1", 8, "", "", "words-2", "recursive 256/32");
        var splitter = new Fingerprint("local", "toy", "r1", 8, "", "", "words-1", "recursive 512/64");
        for (var other : List.of(model, analyzer)) {
            var message =
                    assertThrows(Failure.class, () -> store.writer("c", other)).getMessage();
            assertTrue(message.contains(PRINT.toString()) && message.contains(other.toString()), message);
            assertTrue(message.contains("ingest.java --reembed -c c"), message);
        }
        try (var writer = store.writer("c", splitter)) {
            writer.commit(2);
        }
        assertEquals(splitter, store.fingerprint("c").orElseThrow());
    }

    @Test
    void a_rewrite_shows_the_old_state_until_its_first_commit_and_may_take_another_model() throws Exception {
        var print = new Fingerprint("openai", "large", "", 3, "q: ", "p: ", "words-2", "sentence");
        Samples.write(store, "c", "old apple", "old pear");
        try (var writer = store.rewriter("c", print)) {
            assertEquals(1, writer.committedSeq());
            put(writer, chunk("c", "/a", 0, "new apple"), new float[] {0, 1, 0});
            assertEquals(List.of("old apple"), found("apple"));
        }
        assertEquals(List.of("old apple"), found("apple"), "closed without a commit");
        try (var writer = store.rewriter("c", print)) {
            put(writer, chunk("c", "/a", 0, "new apple"), new float[] {0, 1, 0});
            assertEquals(List.of("old apple"), found("apple"));
            writer.commit(9);
            assertEquals(List.of("new apple"), found("apple"));
            assertEquals(List.of(), found("pear"));
        }
        assertEquals(print, store.fingerprint("c").orElseThrow());
        try (var writer = store.writer("c", print)) {
            assertEquals(9, writer.committedSeq());
        }
    }

    @Test
    void a_second_writer_is_told_that_another_writes() throws Exception {
        try (var writer = store.writer("c", PRINT)) {
            writer.commit(1);
            var failure = assertThrows(Failure.class, () -> store.writer("c", PRINT));
            assertTrue(failure.getMessage().contains("is being written"), failure.getMessage());
        }
    }

    @Test
    void vectors_of_3072_dimensions_are_kept() throws Exception {
        var print = new Fingerprint("openai", "large", "", 3072, "", "", "words-1", "auto");
        var vector = new float[3072];
        vector[3071] = 1;
        var chunk = chunk("c", "/a", 0, "apple");
        try (var writer = store.writer("c", print)) {
            put(writer, chunk, vector);
            writer.commit(1);
        }
        try (var reader = store.reader(List.of("c"))) {
            assertEquals(1, reader.dense(vector, Filter.NONE, 1).getFirst().score(), 1e-6);
        }
    }
}
