package rag.embed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rag.config.Json;
import rag.config.Settings;
import rag.model.Failure;

/** The vectors in the file were made by LangChain4j's classes (1.20.0-beta30, 1.11.0-beta19) with ONNX Runtime 1.20. */
class LocalEmbedderTest {

    private static final Path REFERENCE = Path.of("tests/data/embed/vectors.jsonl");
    private static final String MINI_LM = "all-MiniLM-L6-v2";

    @TempDir
    private static Path cache;

    private static final Map<String, Embedder> OPEN = new HashMap<>();

    private static Embedder open(String model) {
        return OPEN.computeIfAbsent(model, name -> Embedders.open(settings(name, null), cache));
    }

    private static Settings.Embedding settings(String model, Integer dimensions) {
        return new Settings.Embedding("local", model, "", "", "", dimensions, null, 30, 2);
    }

    @AfterAll
    static void close() {
        OPEN.values().forEach(Embedder::close);
        OPEN.clear();
    }

    private static double cosine(float[] a, float[] b) {
        double dot = 0, aa = 0, bb = 0;
        for (int i = 0; i < a.length; i++) {
            dot += a[i] * b[i];
            aa += a[i] * a[i];
            bb += b[i] * b[i];
        }
        return dot / Math.sqrt(aa * bb);
    }

    private static float[] vector(JsonNode reference) {
        var values = reference.path("vector");
        var vector = new float[values.size()];
        for (int i = 0; i < vector.length; i++) vector[i] = values.get(i).floatValue();
        return vector;
    }

    @ParameterizedTest
    @ValueSource(strings = {"bge-small-en-v1.5", "bge-small-zh-v1.5", MINI_LM, "e5-small-v2"})
    void vectorsAreThoseOfAnotherProgramPrefixesIncluded(String model) throws IOException {
        int compared = 0;
        for (var line : Files.readAllLines(REFERENCE)) {
            var reference = Json.tree(line);
            if (!reference.path("model").asText().equals(model)) continue;
            var text = reference.path("text").asText();
            var ours = reference.path("query").asBoolean()
                    ? open(model).query(text)
                    : open(model).documents(List.of(text)).getFirst();
            assertEquals(open(model).model().dimension(), ours.length);
            assertTrue(cosine(ours, vector(reference)) >= 0.99, () -> text + ": " + cosine(ours, vector(reference)));
            compared++;
        }
        assertEquals(10, compared);
    }

    @Test
    void vectorsHaveUnitLengthAndTheTextsOrderAndDoNotDependOnTheirNeighbours() {
        var random = new Random(7);
        var texts = new ArrayList<String>();
        for (int i = 0; i < 23; i++) texts.add("word ".repeat(1 + random.nextInt(60)) + i);
        var embedder = open(MINI_LM);
        var together = embedder.documents(texts);

        for (int i = 0; i < texts.size(); i++) {
            var alone = embedder.documents(List.of(texts.get(i))).getFirst();
            assertArrayEquals(alone, together.get(i), "text " + i);
            double sum = 0;
            for (float x : alone) sum += x * x;
            assertEquals(1, sum, 1e-5);
        }
        Collections.reverse(texts);
        assertArrayEquals(together.getFirst(), embedder.documents(texts).getLast());
    }

    @Test
    void severalCallersMayEmbedAtOnce() {
        var embedder = open(MINI_LM);
        var expected = embedder.query("ferry");

        java.util.stream.IntStream.range(0, 8)
                .parallel()
                .forEach(i -> assertArrayEquals(
                        expected,
                        i % 2 == 0
                                ? embedder.query("ferry")
                                : embedder.documents(List.of("other", "ferry", "third"))
                                        .get(1)));
    }

    /** Counted by Hugging Face's tokenizers: [CLS] hello , world ! [SEP], and "passage", ":" before them for e5. */
    @ParameterizedTest
    @CsvSource({"bge-small-en-v1.5, 6", "all-MiniLM-L6-v2, 6", "e5-small-v2, 8"})
    void tokensCountsPrefixAndSpecialTokens(String model, int expected) {
        assertEquals(expected, open(model).tokens("Hello, world!"));
    }

    @Test
    void aLongTextIsCutAtTheModelsLimitAndTokensTellsSo() {
        var embedder = open(MINI_LM);
        var fits = "a ".repeat(254); // and the two special ones
        var over = fits + "zebra";

        assertEquals(256, embedder.model().maxTokens());
        assertEquals(256, embedder.tokens(fits));
        assertEquals(257, embedder.tokens(over));
        assertArrayEquals(
                embedder.documents(List.of(fits)).getFirst(),
                embedder.documents(List.of(over)).getFirst());
    }

    /** A limit of 128, as the tokenizer file of this model says, would make the two equal. */
    @Test
    void miniLmReadsMoreThanItsTokenizersHundredAndTwentyEight() {
        var head = "a ".repeat(150);
        var vectors = open(MINI_LM).documents(List.of(head + "zebra ".repeat(50), head + "invoice ".repeat(50)));

        assertTrue(cosine(vectors.get(0), vectors.get(1)) < 0.95);
    }

    @Test
    void traditionalCharactersAndCapitalsMeanTheSameToTheChineseModel() {
        var embedder = open("bge-small-zh-v1.5");

        assertArrayEquals(embedder.query("台湾的资料库 api"), embedder.query("臺灣的資料庫 API"));
    }

    @Test
    void aBlankTextIsTheCallersMistake() {
        assertThrows(IllegalArgumentException.class, () -> open(MINI_LM).query(" \n"));
        assertThrows(IllegalArgumentException.class, () -> open(MINI_LM).documents(List.of("a", "")));
        assertEquals(List.of(), open(MINI_LM).documents(List.of()));
    }

    @Test
    void aClosedEmbedderRefusesInsteadOfTakingTheProcessDown() {
        var embedder = Embedders.open(settings(MINI_LM, null), cache);
        embedder.close();
        embedder.close();

        assertThrows(IllegalStateException.class, () -> embedder.query("ferry"));
        assertThrows(RuntimeException.class, () -> embedder.documents(List.of("ferry")));
    }

    @Test
    void modelsAreFoundByAnySpellingAndUnknownOnesListWhatThereIs() {
        assertEquals(
                "bge-small-en-v1.5", LocalModels.named("BAAI/bge-small-en-v1.5").name());
        assertEquals(MINI_LM, LocalModels.named("all-minilm-l6-v2").name());
        var failure = assertThrows(Failure.class, () -> Embedders.open(settings("bge-large", null), cache));
        assertTrue(failure.getMessage().contains("bge-large")
                && failure.getMessage().contains("e5-small-v2"));
    }

    @Test
    void aDimensionTheModelLacksIsRefused() {
        var failure = assertThrows(Failure.class, () -> Embedders.open(settings(MINI_LM, 256), cache));

        assertTrue(failure.getMessage().contains("256") && failure.getMessage().contains("384"));
    }
}
