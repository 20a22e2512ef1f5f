package rag.embed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.config.Settings;
import rag.model.Failure;

class ExportedModelTest {

    @TempDir
    private static Path cache;

    @TempDir
    private Path folder;

    @BeforeEach
    void model() throws IOException {
        TinyModel.write(folder);
    }

    private static Settings.Embedding settings(Path folder, String queryPrefix) {
        return new Settings.Embedding(
                "local", folder.toString(), "", "", "", null, null, queryPrefix, "", "http://localhost:1", 30, 2);
    }

    private Embedder open() {
        return Embedders.open(settings(folder, ""), cache);
    }

    private String refusal() {
        return "" + assertThrows(Failure.class, this::open).getMessage();
    }

    private static float[] unit(float... vector) {
        return Vectors.unit(vector, "test");
    }

    /** The tokens of "red blue" have the vectors (1,0,0) (3,0,0) (0,4,0) (0,0,1). */
    @ParameterizedTest
    @CsvSource({
        "mean_tokens, 4, 4, 1",
        "mean_sqrt_len_tokens, 4, 4, 1",
        "cls_token, 1, 0, 0",
        "max_tokens, 3, 4, 1",
        "lasttoken, 0, 0, 1",
    })
    void tokensBecomeOneVectorAsTheModelsFilesSay(String mode, float x, float y, float z) throws IOException {
        TinyModel.pooling(folder, mode);
        if (mode.equals("cls_token"))
            Files.writeString(folder.resolve("1_Pooling/config.json"), "{\"pooling_mode_cls_token\":true}");
        try (var embedder = open()) {
            assertArrayEquals(
                    unit(x, y, z), embedder.documents(List.of("red blue")).getFirst(), 1e-6f);
            assertArrayEquals(unit(x, y, z), embedder.query("red blue"), 1e-6f);
        }
    }

    @Test
    void whatIsPutBeforeTextsIsReadFromTheFilesAndTheSettingsHaveTheLastWord() throws IOException {
        Files.writeString(
                folder.resolve("config_sentence_transformers.json"),
                "{\"prompts\":{\"query\":\"query: \",\"passage\":\"passage: \"}}");
        try (var embedder = open()) {
            assertEquals("query: ", embedder.model().queryPrefix());
            assertArrayEquals(unit(4, 0, 8), embedder.query("red"), 1e-6f);
            assertArrayEquals(unit(4, 0, 9), embedder.documents(List.of("red")).getFirst(), 1e-6f);
        }
        try (var embedder = Embedders.open(settings(folder, "blue "), cache)) {
            assertArrayEquals(unit(4, 4, 1), embedder.query("red"), 1e-6f);
        }
    }

    @Test
    void anE5ModelGetsThePrefixesOfItsCard() throws IOException {
        var named = Files.createDirectories(folder.resolve("multilingual-e5-small"));
        TinyModel.write(named);
        try (var embedder = Embedders.open(settings(named, ""), cache)) {
            assertEquals("query: ", embedder.model().queryPrefix());
            assertEquals("passage: ", embedder.model().documentPrefix());
        }
    }

    @Test
    void aLongTextIsCutAtTheLimitOfTheModelAndKeepsItsLastToken() {
        try (var embedder = open()) {
            assertEquals(6, embedder.model().maxTokens());
            assertEquals(9, embedder.tokens("red red red red red red blue"));
            // <s>, four of the text, </s>
            assertArrayEquals(
                    unit(13, 0, 1),
                    embedder.documents(List.of("red red red red red red blue")).getFirst(),
                    1e-6f);
        }
    }

    @Test
    void theLimitIsThatOfThePositionsWhereNothingElseIsSaid() throws IOException {
        Files.delete(folder.resolve("sentence_bert_config.json"));
        try (var embedder = open()) {
            assertEquals(512, embedder.model().maxTokens());
        }
    }

    @Test
    void otherWeightsAreAnotherModel() throws IOException {
        String before;
        try (var embedder = open()) {
            before = embedder.model().revision();
            assertEquals(folder.toString(), embedder.model().name());
            assertEquals(3, embedder.model().dimension());
        }
        Files.writeString(folder.resolve("tokenizer.json"), Files.readString(folder.resolve("tokenizer.json")) + " ");
        try (var embedder = open()) {
            assertNotEquals(before, embedder.model().revision());
        }
    }

    @Test
    void whatIsMissingOrNotKnownIsSaid() throws IOException {
        Files.writeString(folder.resolve("1_Pooling/config.json"), "{\"pooling_mode_weightedmean_tokens\":true}");
        assertTrue(refusal().contains("pooling_mode_weightedmean_tokens"), refusal());
        Files.writeString(
                folder.resolve("modules.json"),
                "[{\"path\":\"2_Dense\",\"type\":\"sentence_transformers.models.Dense\"}]");
        assertTrue(refusal().contains("Dense"), refusal());
        Files.delete(folder.resolve("modules.json"));
        assertTrue(refusal().contains("modules.json"), refusal());
        Files.delete(folder.resolve("tokenizer.json"));
        assertTrue(refusal().contains("tokenizer.json"), refusal());
        Files.delete(folder.resolve("onnx/model.onnx"));
        assertTrue(refusal().contains("onnx/model.onnx"), refusal());
    }

    @Test
    void anotherDimensionThanSetIsRefused() {
        var asked = settings(folder, "");
        var wrong = new Settings.Embedding("local", asked.model(), "", "", "", 384, null, "", "", asked.hub(), 30, 2);
        assertTrue(assertThrows(Failure.class, () -> Embedders.open(wrong, cache))
                .getMessage()
                .contains("gives 3"));
    }

    @Test
    void aFileThatIsNoModelIsRefused() throws IOException {
        Files.writeString(folder.resolve("onnx/model.onnx"), "version https://git-lfs.github.com/spec/v1");
        assertTrue(refusal().contains("can't be run"), refusal());
    }
}
