package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Settings;
import rag.config.SettingsLoader;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Query;

class MovingTest {

    @TempDir
    Path folder;

    @TempDir
    Path elsewhere;

    private Corpus corpus;
    private Moving moving;

    @BeforeEach
    void ingest() {
        corpus = new Corpus(folder, Map.of());
        corpus.write("pump.md", "# Pump\n\nThe cooling pump needs oil every ten days.");
        corpus.write("dome.md", "# Dome\n\nClose the dome by hand with the crank.");
        corpus.write("empty.txt", "");
        corpus.ingest("one");
        corpus.ingest("two");
        moving = new Moving(corpus.engine(), Duration.ofSeconds(5), "test");
    }

    @AfterEach
    void close() {
        corpus.close();
    }

    private Settings target() {
        return SettingsLoader.load(null, Map.of(), Map.of("data", elsewhere.toString()));
    }

    private static List<Object> found(Engine engine, String collection) {
        var query =
                new Query("how often does the pump need oil", List.of(collection), 5, null, Filter.NONE, true, 0, null);
        return new Search(engine)
                .ask(query).hits().stream()
                        .<Object>map(hit -> List.of(hit.chunk(), hit.scores()))
                        .toList();
    }

    @Test
    void aCollectionInAnotherDataFolderGivesTheSameAnswers() {
        var told = new ArrayList<String>();
        var moved = moving.move(
                List.of("one"), target(), false, (stage, done, total) -> told.add(stage + " " + done + "/" + total));
        assertEquals(List.of("move one 1/2", "move one 2/2"), told);
        assertEquals(2, moved.collections().getFirst().documents());
        assertEquals(List.of("two"), moved.left());
        try (var there = new Engine(target(), Clock.systemUTC())) {
            assertEquals(found(corpus.engine(), "one"), found(there, "one"));
        }
        assertEquals(0, corpus.ingest("one").embedded(), "the original is as it was");
    }

    @Test
    void withoutANameAllGo() throws Exception {
        assertEquals(
                List.of(),
                moving.move(List.of(), target(), false, Progress.NONE).left());
        try (var there = new Engine(target(), Clock.systemUTC())) {
            assertEquals(List.of("one", "two"), there.store().collections());
        }
    }

    @Test
    void whatTheOtherStoreHasIsReplacedOnDemandOnly() {
        moving.move(List.of("one"), target(), false, Progress.NONE);
        var refused = assertThrows(Failure.class, () -> moving.move(List.of(), target(), false, Progress.NONE));
        assertTrue(
                refused.getMessage().startsWith("the other store has one already; add --force"), refused.getMessage());
        assertEquals(
                2,
                moving.move(List.of(), target(), true, Progress.NONE)
                        .collections()
                        .size());
    }

    @Test
    void theStoreInUseAndAnUnknownCollectionAreRefused() {
        var same = assertThrows(
                Failure.class, () -> moving.move(List.of("one"), corpus.engine().settings(), true, Progress.NONE));
        assertEquals("this is the store that is in use already", same.getMessage());
        var unknown = assertThrows(Failure.class, () -> moving.move(List.of("three"), target(), false, Progress.NONE));
        assertTrue(unknown.getMessage().startsWith("there is no collection 'three'"), unknown.getMessage());
    }
}
