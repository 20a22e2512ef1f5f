package rag.embed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.embed.EmbeddingStub.KEY;
import static rag.embed.EmbeddingStub.assertVectors;
import static rag.embed.EmbeddingStub.texts;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rag.embed.EmbeddingStub.Reply;
import rag.model.Failure;

@Timeout(30)
class EmbeddingServiceTest {

    @Test
    void serverErrorsAreWaitedOut() throws IOException {
        try (var stub = new EmbeddingStub(
                        (texts, n) -> n <= 2 ? Reply.error(500, "busy") : EmbeddingStub.right(texts));
                var embedder = stub.open()) {
            assertVectors(texts(3), embedder.documents(texts(3)));
            assertEquals(3, stub.requests().size());
        }
    }

    @Test
    void anAnswerThatBreaksOffIsAskedForAgain() throws IOException {
        try (var stub = new EmbeddingStub(
                        (texts, n) -> n == 1 ? new Reply(200, null, Map.of()) : EmbeddingStub.right(texts));
                var embedder = stub.open()) {
            assertVectors(texts(3), embedder.documents(texts(3)));
            assertEquals(2, stub.requests().size());
        }
    }

    @Test
    void theTimeAskedForIsWaited() throws IOException {
        var limited = new Reply(429, "{\"error\":{\"message\":\"slow down\"}}", Map.of("Retry-After", "2"));
        try (var stub = new EmbeddingStub((texts, n) -> n == 1 ? limited : EmbeddingStub.right(texts));
                var embedder = stub.open()) {
            long start = System.nanoTime();
            embedder.query("a");
            long ms = (System.nanoTime() - start) / 1_000_000;
            assertTrue(ms >= 2000, ms + " ms");
        }
    }

    @Test
    void aWaitBeyondTheTimeLimitFailsAtOnce() throws IOException {
        var limited = new Reply(429, "{\"error\":{\"message\":\"slow down\"}}", Map.of("Retry-After", "3600"));
        try (var stub = new EmbeddingStub((texts, n) -> limited);
                var embedder = stub.open()) {
            var failure = assertThrows(Failure.class, () -> embedder.query("a"));
            assertTrue(failure.getMessage().contains("slow down"), failure.getMessage());
            assertEquals(1, stub.requests().size());
        }
    }

    @Test
    void anErrorThatStaysIsReportedAfterAllAttempts() throws IOException {
        try (var stub = new EmbeddingStub((texts, n) -> Reply.error(503, "overloaded"));
                var embedder = stub.open(null, null, 20, 1)) {
            var failure = assertThrows(Failure.class, () -> embedder.query("a"));
            assertTrue(failure.getMessage().contains("503: overloaded"), failure.getMessage());
            assertTrue(failure.getMessage().contains("2 attempts"), failure.getMessage());
            assertEquals(2, stub.requests().size());
        }
    }

    @Test
    void aServiceThatHangsIsGivenUpWithinTheTimeLimitOfAllAttempts() throws IOException {
        try (var stub = new EmbeddingStub((texts, n) -> Reply.ok(Reply.HANG));
                var embedder = stub.open(null, null, 1, 5)) {
            long start = System.nanoTime();
            var failure = assertThrows(Failure.class, () -> embedder.query("a"));
            long ms = (System.nanoTime() - start) / 1_000_000;
            assertTrue(ms < 5000, ms + " ms");
            assertTrue(failure.getMessage().contains("timeout_s"), failure.getMessage());
        }
    }

    @Test
    void aServiceThatIsNotThereIsNamed() throws IOException {
        EmbeddingStub stub = new EmbeddingStub((texts, n) -> EmbeddingStub.right(texts));
        stub.close();
        try (var embedder = stub.open(null, null, 5, 1)) {
            var failure = assertThrows(Failure.class, () -> embedder.query("a"));
            assertTrue(failure.getMessage().contains("base_url"), failure.getMessage());
        }
    }

    @ParameterizedTest
    @CsvSource({"401, embedding.api_key", "403, embedding.api_key", "404, embedding.model"})
    void aMistakeInTheSettingsStopsAtOnceAndNamesTheSetting(int status, String setting) throws IOException {
        try (var stub = new EmbeddingStub((texts, n) -> Reply.error(status, "no, not with " + KEY));
                var embedder = stub.open(null, 2, 20, 5)) {
            var failure = assertThrows(Failure.class, () -> embedder.documents(texts(2)));
            assertTrue(failure.getMessage().contains(setting), failure.getMessage());
            assertEquals(1, stub.requests().size());
        }
    }

    @Test
    void anEmptyPurseIsNotTriedAgain() throws IOException {
        var broke =
                new Reply(429, "{\"error\":{\"message\":\"quota used up\",\"code\":\"insufficient_quota\"}}", Map.of());
        try (var stub = new EmbeddingStub((texts, n) -> broke);
                var embedder = stub.open()) {
            assertThrows(Failure.class, () -> embedder.query("a"));
            assertEquals(1, stub.requests().size());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 429, 500})
    void theKeyIsInNoMessageAndNoStackTrace(int status) throws IOException {
        try (var stub = new EmbeddingStub((texts, n) -> Reply.error(status, "bad key " + KEY));
                var embedder = stub.open(null, null, 20, 0)) {
            var failure = assertThrows(Failure.class, () -> embedder.query("a"));
            var trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            assertFalse(trace.toString().contains(KEY), trace.toString());
        }
    }
}
