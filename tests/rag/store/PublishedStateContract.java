package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.at;
import static rag.store.Samples.chunk;
import static rag.store.Samples.filter;
import static rag.store.Samples.put;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import rag.model.Candidate;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Fingerprint;

abstract class PublishedStateContract extends WithStore {

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
        try (var other = opened();
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
        try (var other = opened();
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
    void the_store_says_what_a_collection_was_built_with() throws Exception {
        Samples.write(store, "c", "apple");
        assertEquals(PRINT, store.fingerprint("c").orElseThrow());
        try (var reader = store.reader(List.of("c"))) {
            assertEquals(PRINT, reader.fingerprint());
        }
    }

    @Test
    void a_dropped_collection_is_gone_with_all_it_held_and_a_new_one_of_its_name_starts_from_nothing()
            throws Exception {
        Samples.write(store, "c", "apple");
        Samples.write(store, "d", "pear");
        try (var other = opened()) {
            assertTrue(other.drop("c"));
            assertFalse(other.drop("c"), "there is none any more");
        }
        assertEquals(List.of("d"), store.collections());
        assertEquals(0, store.committedSeq("c"));
        assertThrows(Failure.class, () -> store.reader(List.of("c")));
        Samples.write(store, "c", "plum");
        assertEquals(1, store.committedSeq("c"));
        assertEquals(0, count(store, "c", "apple"));
        assertEquals(1, count(store, "c", "plum"));
    }

    @Test
    void a_collection_has_a_word_of_its_own_until_it_is_dropped() throws Exception {
        assertEquals(Optional.empty(), store.lineage("c"));
        Samples.write(store, "c", "apple");
        Samples.write(store, "d", "apple");
        var word = store.lineage("c");
        assertTrue(word.isPresent());
        assertNotEquals(word, store.lineage("d"));
        Samples.write(store, "c", "pear");
        try (var writer = store.rewriter("c", PRINT)) {
            put(writer, chunk("c", "/a", 0, "plum"), at(0));
            writer.commit(3);
        }
        try (var other = opened()) {
            assertEquals(word, other.lineage("c"));
        }
        store.drop("c");
        assertEquals(Optional.empty(), store.lineage("c"));
        Samples.write(store, "c", "apple");
        assertNotEquals(word, store.lineage("c"));
    }

    @Test
    void names_that_differ_only_in_case_are_refused() throws Exception {
        Samples.write(store, "Notes", "apple");
        var message =
                assertThrows(Failure.class, () -> store.writer("notes", PRINT)).getMessage();
        assertTrue(message.contains("there is a collection 'Notes' already"), message);
    }
}
