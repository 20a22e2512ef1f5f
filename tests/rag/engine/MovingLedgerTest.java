package rag.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Settings;
import rag.config.SettingsLoader;
import rag.model.Failure;
import rag.store.CollectionProfile;
import rag.store.PostgresServer;

/** A ledger in SQLite goes over to PostgreSQL: history, pictures, and what is said of collections. */
@Tag("engine")
class MovingLedgerTest {

    private static final String STORE = "vector_store: {provider: pgvector, hosts: ['%1$s'], user: postgres,"
            + " namespace: '%2$s', timeout_s: 30}\n";
    private static final String LEDGER =
            "ledger: {url: 'postgresql://%1$s/postgres', user: postgres, schema: '%2$s_ledger', timeout_s: 10}\n";

    @TempDir
    Path folder;

    @TempDir
    Path secondMachine;

    private final String name = "moving_" + Long.toHexString(System.nanoTime());

    /** Of the machine that begins. */
    private Corpus corpus;

    @BeforeEach
    void start() {
        PostgresServer.host();
    }

    @AfterEach
    void close() {
        if (corpus != null) corpus.close();
    }

    private static String yaml(String text, String name) {
        return text.formatted(PostgresServer.host(), name);
    }

    private void ingest(String settings) throws IOException {
        corpus = new Corpus(folder, Map.of(), settings);
        corpus.write("pump.md", "# Pump\n\nThe cooling pump needs oil every ten days.\n\n![the dial](dial.png)\n");
        corpus.write("dome.md", "# Dome\n\nClose the dome by hand with the crank.");
        corpus.write("empty.txt", "");
        ImageIO.write(
                new BufferedImage(90, 60, BufferedImage.TYPE_INT_RGB),
                "png",
                corpus.docs().resolve("dial.png").toFile());
        corpus.ingest("one");
        corpus.ingest("two");
        try (var ledger = corpus.engine().ledger()) {
            ledger.profiles().put(new CollectionProfile("one", "First", "Of pumps", List.of("oil"), List.of()));
        }
    }

    /** Settings that name chunks and ledger in PostgreSQL, for a data folder. */
    private Settings shared(Path data) throws IOException {
        var file = Files.writeString(folder.resolve("shared.yaml"), yaml(STORE + LEDGER, name));
        return SettingsLoader.load(file, Map.of(), Map.of("data", data.toString()));
    }

    private Moving moving(Runnable checkpoint) {
        return new Moving(corpus.engine(), Duration.ofSeconds(5), "test", checkpoint);
    }

    private static IngestReport ingest(Engine engine, Path docs, String collection) {
        var request = new IngestRequest(collection, List.of(docs), false, false, false, Duration.ofSeconds(5), "test");
        return new Ingestion(engine).run(request, Progress.NONE, () -> false);
    }

    /** Nothing is read again there, and pictures are those of the first machine. */
    private void sameOn(Path data) throws IOException {
        try (var there = new Engine(shared(data), Clock.systemUTC())) {
            for (var collection : List.of("one", "two")) {
                var report = ingest(there, corpus.docs(), collection);
                assertEquals(0, report.chunks(), report.toString());
                assertEquals(0, report.embedded() + report.cached(), report.toString());
                assertEquals(4, report.counts().get("unchanged"), report.toString());
            }
            try (var mine = rag.store.Ledger.openReadOnly(corpus.engine().data())
                            .orElseThrow();
                    var theirs = there.knownLedger().orElseThrow()) {
                assertEquals(mine.history("one"), theirs.history("one"));
                assertEquals(mine.profiles().all(), theirs.profiles().all());
                var row = mine.history("one").stream()
                        .filter(each -> each.images() > 0)
                        .findFirst()
                        .orElseThrow();
                var images = mine.images("one", row.documentId());
                assertEquals(images, theirs.images("one", row.documentId()));
                assertArrayEquals(
                        mine.pictures()
                                .read(corpus.engine().data(), images.getFirst())
                                .bytes(),
                        there.picture(images.getFirst()));
            }
        }
    }

    @Test
    void oneCommandTakesPassagesHistoryAndPicturesToBothServers() throws IOException {
        ingest("");
        var data = corpus.engine().data();
        var moved = moving(() -> {}).move(List.of(), shared(data), false, Progress.NONE);
        assertEquals(2, moved.collections().size());
        assertEquals(
                List.of(4, 4),
                moved.histories().stream().map(each -> each.documents()).toList());
        assertEquals(
                List.of(1, 1),
                moved.histories().stream().map(each -> each.pictures()).toList());
        assertEquals(List.of(), moved.left());
        sameOn(data);
        sameOn(secondMachine);
        assertEquals(4, corpus.ingest("one").counts().get("unchanged"), "the old ledger goes on as well");
    }

    @Test
    void aFailureHalfWayLeavesTheOldOneValidAndIsMadeGoodByRunningItAgain() throws IOException {
        ingest("");
        var data = corpus.engine().data();
        var turns = new int[1];
        var failing = moving(() -> {
            if (++turns[0] == 2) throw new IllegalStateException("the power is gone");
        });
        assertThrows(IllegalStateException.class, () -> failing.move(List.of(), shared(data), false, Progress.NONE));
        assertEquals(4, corpus.ingest("two").counts().get("unchanged"));
        try (var there = new Engine(shared(secondMachine), Clock.systemUTC());
                var ledger = there.knownLedger().orElseThrow()) {
            assertEquals(4, ledger.history("one").size());
            assertEquals(List.of(), ledger.history("two"), "none of what failed is there");
        }
        var again = moving(() -> {}).move(List.of(), shared(data), false, Progress.NONE);
        assertEquals(List.of(), again.collections(), "the passages were there");
        assertEquals(
                List.of(true, false),
                again.histories().stream().map(each -> each.already()).toList());
        var third = moving(() -> {}).move(List.of(), shared(data), false, Progress.NONE);
        assertEquals(
                List.of(true, true),
                third.histories().stream().map(each -> each.already()).toList());
        sameOn(secondMachine);
    }

    @Test
    void whatTheOthersWroteSinceIsNotOverwritten() throws IOException {
        ingest("");
        moving(() -> {}).move(List.of(), shared(corpus.engine().data()), false, Progress.NONE);
        try (var there = new Engine(shared(secondMachine), Clock.systemUTC())) {
            corpus.write("dome.md", "# Dome\n\nThe crank is red.");
            ingest(there, corpus.docs(), "one");
        }
        var refused = assertThrows(
                Failure.class,
                () -> moving(() -> {}).move(List.of(), shared(corpus.engine().data()), false, Progress.NONE));
        assertTrue(refused.getMessage().startsWith("the other store has one already"), refused.getMessage());
    }

    @Test
    void whoNamedASharedLedgerTakesTheHistoryAlongBeforeAnythingIsReadAgain() throws IOException {
        ingest(yaml(STORE, name));
        var data = corpus.engine().data();
        try (var there = new Engine(shared(data), Clock.systemUTC())) {
            var refused = assertThrows(Failure.class, () -> ingest(there, corpus.docs(), "one"));
            assertTrue(refused.getMessage().contains("--move-to ledger -c one"), refused.getMessage());
            var moving = new LedgerMoving(there, Duration.ofSeconds(5), "test");
            var taken = moving.move(List.of(), false).histories();
            assertEquals(
                    List.of(false, false),
                    taken.stream().map(each -> each.already()).toList());
            assertTrue(moving.move(List.of(), false).histories().stream().allMatch(each -> each.already()));
        }
        sameOn(data);
        sameOn(secondMachine);
        try (var there = new Engine(shared(data), Clock.systemUTC())) {
            corpus.write("dome.md", "# Dome\n\nThe crank is red.");
            ingest(there, corpus.docs(), "one");
            var refused = assertThrows(
                    Failure.class,
                    () -> new LedgerMoving(there, Duration.ofSeconds(5), "test").move(List.of("one"), false));
            assertTrue(refused.getMessage().startsWith("the shared ledger has another history"), refused.getMessage());
        }
    }

    @Test
    void aHistoryWithoutItsPassagesIsNotTaken() throws IOException {
        ingest("");
        try (var there = new Engine(shared(corpus.engine().data()), Clock.systemUTC())) {
            var refused = assertThrows(
                    Failure.class, () -> new LedgerMoving(there, Duration.ofSeconds(5), "test").move(List.of(), false));
            assertTrue(
                    refused.getMessage().contains("the store that it would belong to holds 0"), refused.getMessage());
        }
    }
}
