package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.at;
import static rag.store.Samples.chunk;
import static rag.store.Samples.put;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import rag.config.Json;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Ids;
import rag.store.opensearch.OpenSearchStore;

/** What is removed in OpenSearch, and what must not be. */
@Tag("engine")
class OpenSearchUpkeepTest {

    /** Long, so that few collections have names that do not go into one line. */
    private final String namespace = "test_" + Long.toHexString(new Random().nextLong()) + "_".repeat(70);

    private OpenSearchNodes nodes;
    private OpenSearchStore store;

    @BeforeEach
    void open() throws Exception {
        nodes = OpenSearchNodes.shared();
        store = new OpenSearchStore(nodes.settings(namespace));
    }

    @AfterEach
    void close() throws Exception {
        if (store == null) return;
        store.close();
        nodes.clear(namespace);
    }

    /** The same cluster as another machine would name it. */
    private OpenSearchStore elsewhere() {
        var hosts = nodes.hosts().stream()
                .map(host -> host.replace("127.0.0.1", "localhost"))
                .toList();
        return new OpenSearchStore(nodes.settings(namespace).with(Map.of("hosts", hosts)), Duration.ZERO, 50_000);
    }

    private int indexed() throws Exception {
        return Json.tree(nodes.ask(1, "GET", "/" + namespace + "-c-*/_count"))
                .path("count")
                .asInt();
    }

    @Test
    void a_collection_is_not_copied_onto_itself_under_another_address() throws Exception {
        Samples.write(store, "c", "apple");
        try (var same = elsewhere()) {
            var copy = new CollectionCopy(store, same, "c");
            var refused = assertThrows(
                            Failure.class, () -> copy.run(List.of(Ids.document("c", "/docs/0.md")), done -> {}))
                    .getMessage();
            assertTrue(refused.startsWith("'c' is the same collection in both"), refused);
        }
        assertEquals(1, WithStore.count(store, "c", "apple"));
    }

    @Test
    void what_a_lost_publication_left_is_not_seen_however_old_it_is() throws Exception {
        Samples.write(store, "c", "apple");
        try (var dead = elsewhere()) {
            var writer = dead.writer("c", PRINT);
            for (int i = 0; i < 300; i++) put(writer, chunk("c", "/" + i, 0, "apple " + "pie ".repeat(9_000)), at(i));
        }
        var address = "/" + namespace + "-state/_doc/c";
        var state = (ObjectNode) Json.tree(nodes.ask(1, "GET", address)).path("_source");
        assertEquals(2, state.path("claimed").asLong(), "the lost one");
        long before = System.currentTimeMillis() - Duration.ofDays(2).toMillis();
        state.put("claimed", 3); // as of a writer that died before it could remove anything
        state.putArray("gaps").addObject().put("number", 2).put("at", before);
        nodes.ask(1, "PUT", address + "?refresh=true", state.toString());
        nodes.ask(1, "POST", "/" + namespace + "-c-*/_refresh");
        assertTrue(indexed() > 100, "several megabytes are there");
        try (var next = store.writer("c", PRINT)) {
            next.commit(2);
        }
        try (var reader = store.reader(List.of("c"))) {
            assertEquals(1, reader.size());
        }
        assertEquals(1, indexed());
        var left = Json.tree(nodes.ask(1, "GET", address)).path("_source").path("gaps");
        assertEquals(1, left.size(), "that of the day before yesterday is forgotten: " + left);
    }

    @Test
    void a_drop_that_is_refused_half_way_is_told_and_gone_on_with() throws Exception {
        Samples.write(store, "c", "apple");
        var word = store.lineage("c");
        var settings = "/" + namespace + "-c-*/_settings";
        nodes.ask(1, "PUT", settings, "{\"index.blocks.read_only\": true}");
        assertThrows(Failure.class, () -> store.drop("c"));
        assertEquals(List.of(), store.collections());
        assertEquals(1, indexed());
        nodes.ask(1, "PUT", settings, "{\"index.blocks.read_only\": null}");
        store.drop("c");
        assertEquals(0, indexed());
        Samples.write(store, "c", "pear");
        assertEquals(0, WithStore.count(store, "c", "apple"));
        assertNotEquals(word, store.lineage("c"));
    }

    @Test
    void a_question_of_more_collections_than_one_line_can_name_is_answered() throws Exception {
        var names = new ArrayList<String>();
        for (int i = 0; i < 30; i++) names.add("a_collection_with_a_name_that_is_very_long_" + i);
        for (var name : names) Samples.write(store, name, "apple " + name);
        try (var reader = store.reader(names)) {
            assertEquals(30, reader.size());
            assertEquals(
                    30, reader.sparse("apple", Filter.NONE, 100).candidates().size());
            assertEquals(30, reader.dense(at(0), Filter.NONE, 100).size());
            store.drop(names.getLast());
            var gone = assertThrows(Failure.class, () -> reader.dense(at(0), Filter.NONE, 9))
                    .getMessage();
            assertTrue(gone.contains("no longer there"), gone);
        }
    }
}
