package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.at;
import static rag.store.Samples.chunk;
import static rag.store.Samples.put;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Filter;
import rag.store.opensearch.OpenSearchStore;

/** What holds of collections in OpenSearch beyond the contract. */
@Tag("engine")
class OpenSearchStoreTest {

    private static final Duration KEPT = Duration.ofMillis(500);

    private final String namespace = "test_" + Long.toHexString(new Random().nextLong());
    private OpenSearchNodes nodes;
    private OpenSearchStore store;

    @BeforeEach
    void open() throws Exception {
        nodes = OpenSearchNodes.shared();
        store = new OpenSearchStore(nodes.settings(namespace), KEPT, 50_000);
    }

    @AfterEach
    void close() throws Exception {
        if (store == null) return;
        store.close();
        nodes.clear(namespace);
    }

    /** The same cluster as another machine would name it: what this process writes is not known there. */
    private OpenSearchStore elsewhere() {
        var hosts = nodes.hosts().stream()
                .map(host -> host.replace("127.0.0.1", "localhost"))
                .toList();
        return new OpenSearchStore(nodes.settings(namespace).with(Map.of("hosts", hosts)), KEPT, 50_000);
    }

    private static List<Chunk> languages() {
        var texts = List.of(
                List.of(
                        "en",
                        "The heated runners' shoes were running out; 1,000 pairs in the U.S. (v1.2.3) are running."),
                List.of("en", "A runner runs. Shoes of runners, wi-fi and e-mail: state-of-the-art."),
                List.of("en", "Nothing of that kind, but a long text about the weather of the north and its winds."),
                List.of("de", "Die Häuser der Läufer standen in der Straße; das Haus läuft über die Straßen."),
                List.of("de", "Ein Haus und noch ein Häuschen: Straßenbahnhaltestelle, 1.000,50 Euro."),
                List.of("de", "Wetter im Norden, Wind und Regen, und Läufer in Schuhen."),
                List.of("zh", "重跑gen-itgc后50条，北京大学的学生在图书馆看书。"),
                List.of("zh", "北京的天气很好，学生们在大学里跑步，机器学习。"),
                List.of("zh", "鞋子和天气：圖書館裡的學生。"),
                List.of(
                        "und",
                        "public User getUserById(int user_id) { return HTTP_200 + repo.findUserById(user_id); }"),
                List.of("und", "def get_user(id): return users[id]  # C++ and C# and .NET, v1.2.3 1.2"),
                List.of("und", "SELECT user FROM users WHERE id = 42; ﷺ x"),
                List.of("und", "the of and to be or not to be"));
        var chunks = new ArrayList<Chunk>();
        for (var text : texts) {
            var c = chunk("c", "/" + chunks.size(), 0, text.getLast());
            var json = Json.line(c).replace("\"language\":\"en\"", "\"language\":\"" + text.getFirst() + "\"");
            try {
                chunks.add(Json.read(json, Chunk.class));
            } catch (java.io.IOException e) {
                throw new AssertionError(e);
            }
        }
        return chunks;
    }

    @Test
    void scores_of_words_equal_those_of_the_embedded_store_in_every_language(@TempDir Path data) throws Exception {
        try (var lucene = new LuceneChunkStore(data)) {
            for (var each : List.of(lucene, store)) {
                try (var writer = each.writer("c", PRINT)) {
                    for (var chunk : languages())
                        put(writer, chunk, at(chunk.source().hashCode()));
                    writer.commit(1);
                }
            }
            try (var embedded = lucene.reader(List.of("c"));
                    var there = store.reader(List.of("c"))) {
                for (var question : List.of(
                        "runner shoes",
                        "running runs run",
                        "Straße Häuser Läufer",
                        "Straßenbahn Euro 1.000,50",
                        "图书馆的学生",
                        "北京大学 天气",
                        "getUserById user id",
                        "C++ .NET v1.2.3 1.2",
                        "HTTP_200 U.S. 1000",
                        "ﷺ",
                        "to be or not to be",
                        "the weather of runners in 北京 Wetter users")) {
                    var expected = embedded.sparse(question, Filter.NONE, 20);
                    var found = there.sparse(question, Filter.NONE, 20);
                    assertFalse(expected.candidates().isEmpty(), question);
                    assertEquals(WithStore.ids(expected.candidates()), WithStore.ids(found.candidates()), question);
                    for (int i = 0; i < expected.candidates().size(); i++) {
                        assertEquals(
                                expected.candidates().get(i).score(),
                                found.candidates().get(i).score(),
                                1e-5,
                                question);
                    }
                    assertEquals(expected.coverage(), found.coverage(), 1e-9, question);
                    assertEquals(expected.terms(), found.terms());
                    assertEquals(
                            embedded.find(question, 5), there.find(question, 5), "as a phrase or nearly: " + question);
                }
            }
        }
    }

    @Test
    void of_two_machines_that_write_the_second_publishes_and_the_first_is_told() throws Exception {
        Samples.write(store, "c", "apple");
        try (var other = elsewhere();
                var first = store.writer("c", PRINT)) {
            put(first, chunk("c", "/first", 0, "apple first"), at(1));
            try (var second = other.writer("c", PRINT)) {
                put(second, chunk("c", "/second", 0, "apple second"), at(2));
                put(first, chunk("c", "/late", 0, "apple late"), at(1));
                second.commit(5);
                var told = assertThrows(Failure.class, () -> first.commit(6)).getMessage();
                assertTrue(told.contains("was written by another process"), told);
                put(second, chunk("c", "/third", 0, "apple third"), at(2));
                second.commit(7);
            }
            assertEquals(List.of("apple", "apple second", "apple third"), texts(store));
            assertEquals(7, store.committedSeq("c"));
        }
    }

    private static List<String> texts(ChunkStore store) throws Exception {
        try (var reader = store.reader(List.of("c"))) {
            return reader.firsts(Filter.NONE).stream().map(Chunk::text).sorted().toList();
        }
    }

    @Test
    void what_a_writer_that_died_left_behind_is_not_seen_and_removed_by_the_next() throws Exception {
        Samples.write(store, "c", "apple");
        try (var dead = elsewhere()) {
            var writer = dead.writer("c", PRINT);
            for (int i = 0; i < 300; i++) put(writer, chunk("c", "/" + i, 0, "apple " + "pie ".repeat(9_000)), at(i));
            nodes.ask(1, "POST", "/" + namespace + "-c-*/_refresh");
            assertTrue(count() > 100, "several megabytes are on the way");
        }
        assertEquals(List.of("apple"), texts(store));
        try (var next = store.writer("c", PRINT)) {
            next.commit(2);
            assertEquals(1, count());
        }
        assertEquals(List.of("apple"), texts(store));
    }

    /** Documents in the collection's indexes, published or not. */
    private int count() throws Exception {
        return Json.tree(nodes.ask(1, "GET", "/" + namespace + "-c-*/_count"))
                .path("count")
                .asInt();
    }

    @Test
    void a_new_collection_whose_writer_died_is_none_and_can_be_made() throws Exception {
        try (var dead = elsewhere()) {
            put(dead.writer("c", PRINT), chunk("c", "/a", 0, "lost"), at(0));
        }
        assertEquals(List.of(), store.collections());
        assertTrue(store.fingerprint("c").isEmpty());
        assertFalse(store.drop("c"));
        Samples.write(store, "c", "apple");
        assertEquals(List.of("apple"), texts(store));
    }

    @Test
    void replaced_versions_are_removed_after_a_while_and_who_still_reads_them_is_told() throws Exception {
        Samples.write(store, "c", "apple", "pear");
        var before = store.reader(List.of("c"));
        try (var writer = store.writer("c", PRINT)) {
            put(writer, chunk("c", "/docs/0.md", 0, "new apple"), at(0));
            writer.commit(2);
            assertEquals(3, count());
            assertEquals(1, before.sparse("apple", Filter.NONE, 9).candidates().size());
            Thread.sleep(KEPT.plusMillis(100));
            writer.commit(3);
            assertEquals(2, count());
            var told = assertThrows(Failure.class, () -> before.sparse("apple", Filter.NONE, 9))
                    .getMessage();
            assertTrue(told.contains("'c' was written to while it was read"), told);
        }
        assertEquals(List.of("new apple", "pear"), texts(store));
    }

    @Test
    void indexes_that_a_rewrite_replaced_are_removed_after_a_while() throws Exception {
        Samples.write(store, "c", "apple");
        try (var writer = store.rewriter("c", PRINT)) {
            put(writer, chunk("c", "/a", 0, "pear"), at(0));
            writer.commit(2);
            assertEquals(2, count());
            Thread.sleep(KEPT.plusMillis(100));
            put(writer, chunk("c", "/b", 0, "plum"), at(0));
            writer.commit(3);
            assertEquals(2, count(), "the old one is gone");
        }
        assertEquals(List.of("pear", "plum"), texts(store));
        store.drop("c");
        assertEquals(0, count());
    }

    @Test
    void settings_that_come_too_late_for_an_index_are_said() throws Exception {
        Samples.write(store, "c", "apple");
        try (var writer = store.writer("c", PRINT)) {
            assertEquals(List.of(), writer.notes());
        }
        var later = nodes.settings(namespace).with(Map.of("shards", 3, "hnsw_m", 40));
        try (var other = new OpenSearchStore(later, KEPT, 50_000)) {
            try (var writer = other.writer("c", PRINT)) {
                var notes = writer.notes().toString();
                assertTrue(notes.contains("was made with hnsw_m 16, shards 1"), notes);
                assertTrue(notes.contains("--reembed --force -c c"), notes);
            }
            try (var writer = other.rewriter("c", PRINT)) {
                assertEquals(List.of(), writer.notes());
            }
        }
    }

    @Test
    void names_of_any_script_and_case_have_indexes_of_their_own() throws Exception {
        for (var name : List.of("Ärger", "文档", "a.b", "a_b", "A-b")) {
            Samples.write(store, name, "apple");
            assertEquals(1, WithStore.count(store, name, "apple"));
        }
        assertEquals(List.of("A-b", "a.b", "a_b", "Ärger", "文档"), store.collections());
    }
}
