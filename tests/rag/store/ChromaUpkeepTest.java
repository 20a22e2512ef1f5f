package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.at;
import static rag.store.Samples.chunk;
import static rag.store.Samples.put;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;
import rag.config.StoreSettings;
import rag.model.Failure;
import rag.model.Filter;
import rag.store.chroma.ChromaChunkStore;

/** Whose the collections in Chroma are, what they are made with, and when they go. */
@Tag("engine")
class ChromaUpkeepTest {

    @TempDir
    Path data;

    @TempDir
    Path other;

    private ChromaChunkStore store(Path data, Map<String, Object> changes) {
        var settings = ChromaServer.settings(this.data).with(changes);
        return new ChromaChunkStore(settings, data, Clock.offset(Clock.systemUTC(), Duration.ofSeconds(31)), 0);
    }

    private ChromaChunkStore store(Path data) {
        return store(data, Map.of());
    }

    private static int nearest(ChunkStore store) throws IOException {
        try (var reader = store.reader(List.of("c"))) {
            return reader.dense(at(0), Filter.NONE, 10).size();
        }
    }

    /** Neighbours in the graphs of the Chroma collections of this test's database. */
    private List<Integer> neighbours() throws Exception {
        var all = "http://%s/api/v2/tenants/default_tenant/databases/test_%s/collections"
                .formatted(ChromaServer.host(), data.getFileName());
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(all)).build();
            var found = new ArrayList<Integer>();
            for (var each : Json.tree(
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body())) {
                found.add(each.path("configuration_json")
                        .path("hnsw")
                        .path("max_neighbors")
                        .asInt());
            }
            return found.stream().sorted().toList();
        }
    }

    private Path copied() throws IOException {
        var copy = other.resolve("copy");
        try (var files = Files.walk(data)) {
            for (var file : files.toList())
                Files.copy(file, copy.resolve(data.relativize(file).toString()));
        }
        return copy;
    }

    /** Lets the owner's file say what it would on another machine. */
    private static void onAnotherMachine(Path data, String place, String number) throws IOException {
        var file = data.resolve("chroma/owner");
        var lines = Files.readAllLines(file);
        Files.write(file, List.of(lines.get(0), place, "another-machine", number));
    }

    @Test
    void aFolderCopiedToAnotherMachineLeavesTheVectorsOfTheOtherAlone() throws Exception {
        try (var store = store(data)) {
            Samples.write(store, "c", "apple", "pear");
            var copy = copied();
            onAnotherMachine(copy, "/no/such/place", "1");
            try (var copied = store(copy)) {
                var refused = assertThrows(Failure.class, () -> nearest(copied)).getMessage();
                assertTrue(
                        refused.startsWith("the data folder was copied, and the vectors in Chroma are those of"
                                + " /no/such/place on another-machine"),
                        refused);
                copied.writer("c", PRINT).close(); // from here on it has its own
                assertEquals(2, nearest(copied));
                copied.drop("c");
            }
            assertEquals(2, nearest(store));
        }
    }

    @Test
    void theSameFolderOnAMachineOfAnotherNameIsTheSame() throws Exception {
        try (var store = store(data)) {
            Samples.write(store, "c", "apple", "pear");
        }
        var folder = data.resolve("chroma");
        var word = Files.readAllLines(folder.resolve("owner")).getFirst();
        onAnotherMachine(data, folder.toString(), "" + Files.getAttribute(folder, "unix:ino"));
        try (var again = store(data)) {
            assertEquals(2, nearest(again));
            again.writer("c", PRINT).close();
        }
        var lines = Files.readAllLines(folder.resolve("owner"));
        assertEquals(word, lines.getFirst());
        assertNotEquals("another-machine", lines.get(2));
    }

    @Test
    void settingsThatComeTooLateForAGraphAreSaid_andCountWhenAllIsWrittenAnew() throws Exception {
        try (var store = store(data)) {
            Samples.write(store, "c", "apple");
            try (var writer = store.writer("c", PRINT)) {
                assertEquals(List.of(), writer.notes());
            }
        }
        try (var store = store(data, Map.of("hnsw_m", 40, "ef_search", 200))) {
            try (var writer = store.writer("c", PRINT)) {
                var notes = writer.notes().toString();
                assertTrue(notes.contains("was made with ef_search 100, hnsw_m 16"), notes);
                assertTrue(notes.contains("--reembed --force -c c"), notes);
            }
            try (var writer = store.rewriter("c", PRINT)) {
                assertEquals(List.of(), writer.notes());
                put(writer, chunk("c", "/docs/0.md", 0, "apple"), at(0));
                assertEquals(1, nearest(store), "the old one answers");
                writer.commit(2);
            }
            assertEquals(1, nearest(store));
            assertEquals(List.of(16, 40), neighbours());
            try (var writer = store.writer("c", PRINT)) {
                assertEquals(List.of(), writer.notes());
            }
            assertEquals(List.of(40), neighbours());
            assertEquals(1, nearest(store));
        }
    }

    @Test
    void aDropGoesOnWhenChromaIsThereAgain() throws Exception {
        try (var store = store(data)) {
            Samples.write(store, "c", "apple");
        }
        StoreSettings nowhere = ChromaServer.settings(data, "127.0.0.1:1");
        try (var down = new ChromaChunkStore(nowhere, data)) {
            assertThrows(Failure.class, () -> down.drop("c"));
            assertEquals(List.of(), down.collections());
        }
        assertEquals(List.of(16), neighbours());
        try (var store = store(data)) {
            store.drop("c");
        }
        assertEquals(List.of(), neighbours());
    }
}
