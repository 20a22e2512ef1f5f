package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import rag.store.pgvector.PgvectorStore;

/** The same with chunks in PostgreSQL, which dies too. */
@Tag("engine")
class PgvectorCrashTest extends CrashTest {

    private static PostgresServer server;

    @BeforeAll
    static void start() {
        server = PostgresServer.started();
        server.at();
    }

    @AfterAll
    static void stop() throws Exception {
        server.crash();
    }

    @Override
    ChunkStore store() {
        return new PgvectorStore(PostgresServer.settings(data, server.at()));
    }

    @Override
    Child victim(String what, long seed, String step, int times) throws Exception {
        return Child.run(CrashVictim.class, data, what, seed, step, times, server.at());
    }

    @Test
    void crashesOfTheServerLoseNothing() throws Exception {
        var random = new Random(23);
        for (int round = 0; round < 3; round++) {
            try (var victim = victim("publish", random.nextLong(), "-", 0)) {
                assertEquals(Optional.of("ready"), victim.line());
                var underWay = followed(victim, 500 + random.nextLong(1500));
                assertTrue(victim.exit() != 0, "it says that its server is gone");
                server.startAgain();
                recoverAndCompare(underWay);
            }
        }
    }

    /** What a process was about when its server died under it. */
    private java.util.Map<String, String> followed(Child victim, long wait) throws Exception {
        var crash = Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(wait);
                server.crash();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        var underWay = follow(victim);
        crash.join();
        return underWay;
    }
}
