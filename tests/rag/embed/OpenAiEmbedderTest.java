package rag.embed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.embed.EmbeddingStub.KEY;
import static rag.embed.EmbeddingStub.assertVectors;
import static rag.embed.EmbeddingStub.expected;
import static rag.embed.EmbeddingStub.texts;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rag.embed.EmbeddingStub.Reply;
import rag.model.Failure;

@Timeout(30)
class OpenAiEmbedderTest {

    private static Failure failure(EmbeddingStub.Behaviour behaviour) throws IOException {
        try (var stub = new EmbeddingStub(behaviour);
                var embedder = stub.open()) {
            return assertThrows(Failure.class, () -> embedder.documents(List.of("a", "bb", "ccc")));
        }
    }

    @Test
    void vectorsComeBackInTheTextsOrderWithUnitLength() throws IOException {
        try (var stub = new EmbeddingStub((texts, n) -> EmbeddingStub.right(texts));
                var embedder = stub.open(null, 7, 20, 0)) {
            assertVectors(texts(50), embedder.documents(texts(50)));
            assertArrayEquals(expected("four"), embedder.query("four"), 1e-6f);
            assertEquals(Set.of("Bearer " + KEY), Set.copyOf(stub.keys()));
            assertEquals("some-model", stub.requests().getFirst().path("model").asText());
            assertTrue(stub.requests().getFirst().path("dimensions").isMissingNode());
            assertTrue(stub.sizes().stream().allMatch(size -> size <= 7));
        }
    }

    @Test
    void dimensionsAreAskedForWhenTheyAreSet() throws IOException {
        try (var stub = new EmbeddingStub((texts, n) -> EmbeddingStub.right(texts));
                var embedder = stub.open(3, null, 20, 0)) {
            assertEquals(3, embedder.model().dimension());
            assertTrue(stub.requests().isEmpty());
            embedder.query("a");
            assertEquals(3, stub.requests().getFirst().path("dimensions").asInt());
        }
    }

    @Test
    void theDimensionOfAnUnknownModelIsAskedOnce() throws IOException {
        try (var stub = new EmbeddingStub((texts, n) -> EmbeddingStub.right(texts));
                var embedder = stub.open()) {
            assertEquals(3, embedder.model().dimension());
            assertEquals(3, embedder.model().dimension());
            assertEquals(1, stub.requests().size());
        }
    }

    @Test
    void aShuffledAnswerIsPutInOrder() throws IOException {
        EmbeddingStub.Behaviour shuffled = (texts, n) -> EmbeddingStub.list(IntStream.range(0, texts.size())
                .map(i -> texts.size() - 1 - i)
                .mapToObj(i -> EmbeddingStub.item(i, "[" + texts.get(i).length() + ",1,2]"))
                .toList());
        try (var stub = new EmbeddingStub(shuffled);
                var embedder = stub.open()) {
            assertVectors(texts(20), embedder.documents(texts(20)));
        }
    }

    /** What three texts get, and a word of what is said of it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[1,2,3] [4,5,6]; 2 vectors for 3 texts",
                "[1,2,3] [4,5,6] [7,8,9] [1,1,1]; 4 vectors for 3 texts",
                "[1,2,3] [4,5,6] [7,8]; different lengths",
                "[1,2,3] [4,5,6] []; of zeros",
                "[1,2,3] [0,0,0] [7,8,9]; of zeros",
                "[1,2,3] [NaN,5,6] [7,8,9]; no JSON",
                "[1,2,3] [1e999,5,6] [7,8,9]; no numbers",
                "[1,2,3] [null,5,6] [7,8,9]; null",
                "[1,2,3] [\"4\",\"5\",\"6\"] [7,8,9]; no list of vectors",
                "[1,2,3] {} [7,8,9]; no list of vectors",
            })
    void anAnswerWithOneWrongVectorIsRefusedWhole(String vectors, String said) throws IOException {
        var failure = failure((texts, n) -> EmbeddingStub.vectors(List.of(vectors.split(" "))));

        assertTrue(failure.getMessage().contains(said), failure.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"1, twice", "3, out of range", "-1, out of range", "9999999999, out of range"})
    void anIndexThatIsDoubleOrOutOfRangeIsRefused(long index, String said) throws IOException {
        var failure = failure((texts, n) -> EmbeddingStub.list(List.of(
                EmbeddingStub.item(0, "[1,2]"),
                EmbeddingStub.item(1, "[1,2]"),
                "{\"index\":" + index + ",\"embedding\":[1,2]}")));

        assertTrue(failure.getMessage().contains(said), failure.getMessage());
    }

    @Test
    void anotherDimensionThanExpectedIsRefused() throws IOException {
        try (var stub = new EmbeddingStub((texts, n) -> EmbeddingStub.right(texts));
                var embedder = stub.open(256, null, 20, 0)) {
            var failure = assertThrows(Failure.class, () -> embedder.query("a"));
            assertTrue(failure.getMessage().contains("3 dimensions where 256"), failure.getMessage());
        }
    }

    @Test
    void aDimensionThatChangesFromOneRequestToTheNextIsRefused() throws IOException {
        try (var stub = new EmbeddingStub(
                        (texts, n) -> n == 1 ? EmbeddingStub.right(texts) : EmbeddingStub.vectors(List.of("[1,2]")));
                var embedder = stub.open()) {
            embedder.query("a");
            assertThrows(Failure.class, () -> embedder.query("b"));
        }
    }

    @Test
    void anErrorInAnAnswerThatLooksGoodIsSeen() throws IOException {
        var failure = failure((texts, n) -> Reply.ok("{\"error\":{\"message\":\"model is loading\"}}"));

        assertTrue(failure.getMessage().contains("model is loading"), failure.getMessage());
    }

    /** Little-endian floats, as the protocol has it; we ask for numbers, some services send this all the same. */
    @Test
    void vectorsInBase64AreRead() throws IOException {
        EmbeddingStub.Behaviour packed = (texts, n) -> EmbeddingStub.vectors(texts.stream()
                .map(text -> ByteBuffer.allocate(12)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putFloat(text.length())
                        .putFloat(1)
                        .putFloat(2))
                .map(bytes -> "\"" + Base64.getEncoder().encodeToString(bytes.array()) + "\"")
                .toList());
        try (var stub = new EmbeddingStub(packed);
                var embedder = stub.open()) {
            assertVectors(texts(3), embedder.documents(texts(3)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"no vector", "AAAA", "AAAAAAAAAA", "//8/////Pw=="})
    void whatIsNoBase64OfNumbersIsRefused(String text) throws IOException {
        var failure = failure((texts, n) -> EmbeddingStub.vectors(List.of("[1,2,3]", "[1,2,3]", "\"" + text + "\"")));

        assertTrue(failure.getMessage().contains("kept"), failure.getMessage());
    }

    @Test
    void anotherDimensionInTheSecondBatchKeepsNothingOfTheFirst() throws IOException {
        try (var stub = new EmbeddingStub((texts, n) -> n == 1
                        ? EmbeddingStub.right(texts)
                        : EmbeddingStub.vectors(
                                texts.stream().map(text -> "[1,2]").toList()));
                var embedder = stub.open(null, 4, 20, 0)) {
            var failure = assertThrows(Failure.class, () -> embedder.documents(texts(8)));
            assertFalse(failure instanceof PartlyEmbedded);
            assertTrue(failure.getMessage().contains("dimensions where"), failure.getMessage());
        }
    }

    @Test
    void aPageInsteadOfJsonIsSeen() throws IOException {
        assertTrue(failure((texts, n) -> Reply.ok("<html>Welcome</html>"))
                .getMessage()
                .contains("no JSON"));
    }

    /** A mistake in the settings is not tried again, and names the setting. */
    @ParameterizedTest
    @ValueSource(ints = {400, 413, 422})
    void aLimitOfTenTextsARequestIsLearned(int status) throws IOException {
        try (var stub = new EmbeddingStub((texts, n) ->
                        texts.size() > 10 ? Reply.error(status, "batch too large") : EmbeddingStub.right(texts));
                var embedder = stub.open()) {
            assertVectors(texts(200), embedder.documents(texts(200)));
            int before = stub.requests().size();
            assertVectors(texts(100), embedder.documents(texts(100)));
            var later = stub.sizes().subList(before, stub.requests().size());
            assertTrue(later.stream().allMatch(size -> size <= 10), later.toString());
            assertTrue(later.stream().anyMatch(size -> size > 5), later.toString());
        }
    }

    @Test
    void oneOversizeTextIsRefusedAloneAndTheOthersHaveTheirVectors() throws IOException {
        EmbeddingStub.Behaviour limited = (texts, n) -> texts.stream().anyMatch(text -> text.length() > 1000)
                ? Reply.error(400, "maximum context length is 1000")
                : EmbeddingStub.right(texts);
        try (var stub = new EmbeddingStub(limited);
                var embedder = stub.open()) {
            var texts = new java.util.ArrayList<>(texts(90));
            texts.set(37, "y".repeat(1001));
            var partly = assertThrows(PartlyEmbedded.class, () -> embedder.documents(texts));

            assertEquals(Set.of(37), partly.refused().keySet());
            assertTrue(partly.getMessage().contains("37") && partly.getMessage().contains("1000"), partly.getMessage());
            assertEquals(Failure.SOME_FAILED, partly.exitCode());
            for (int i = 0; i < texts.size(); i++) {
                if (i == 37) assertNull(partly.vectors().get(i));
                else assertArrayEquals(expected(texts.get(i)), partly.vectors().get(i), 1e-6f);
            }
            stub.requests().clear();
            embedder.documents(texts(64));
            assertEquals(List.of(64), stub.sizes()); // nothing wrong was learned from it
        }
    }

    @Test
    void aServiceThatRefusesEverythingIsNotAskedTextByText() throws IOException {
        try (var stub = new EmbeddingStub((texts, n) -> Reply.error(400, "dimensions is not supported"));
                var embedder = stub.open(3, null, 20, 0)) {
            var failure = assertThrows(Failure.class, () -> embedder.documents(texts(64)));
            assertTrue(failure.getMessage().contains("embedding.dimensions"), failure.getMessage());
            assertTrue(stub.requests().size() < 12, stub.requests().size() + " requests");
        }
    }

    @Test
    void aBlankTextIsNeverSent() throws IOException {
        try (var stub = new EmbeddingStub((texts, n) -> EmbeddingStub.right(texts));
                var embedder = stub.open()) {
            assertThrows(IllegalArgumentException.class, () -> embedder.documents(List.of("a", " ")));
            assertThrows(IllegalArgumentException.class, () -> embedder.query(""));
            assertEquals(List.of(), embedder.documents(List.of()));
            assertTrue(stub.requests().isEmpty());
        }
    }
}
