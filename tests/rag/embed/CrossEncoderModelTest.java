package rag.embed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Failure;

class CrossEncoderModelTest {

    @TempDir
    private static Path cache;

    @TempDir
    private Path folder;

    @BeforeEach
    void model() throws IOException {
        TinyCrossEncoder.write(folder, 1);
    }

    private CrossEncoderModel open() {
        return CrossEncoderModel.open(folder.toString(), "http://localhost:1", cache);
    }

    private void config(String json) throws IOException {
        Files.writeString(folder.resolve("config.json"), json);
    }

    private String refusal() {
        return ""
                + assertThrows(Failure.class, () -> open().scores("red", List.of("red")))
                        .getMessage();
    }

    /** Red is 1, blue 2, green -1; a score is the question's sum times the passage's. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"sentence_transformers\": {\"activation_fn\": \"torch.nn.modules.linear.Identity\"}}",
                "{\"sbert_ce_default_activation_function\": \"torch.nn.modules.linear.Identity\"}",
            })
    void questionAndPassageAreReadTogetherAndTheScoreIsRawWhereTheFilesSaySo(String config) throws IOException {
        config(config);
        try (var model = open()) {
            var scores = model.scores("Red blue", List.of("blue blue", "green", "red", "nothing of it"));

            assertEquals(
                    List.of(12.0, -3.0, 3.0, 0.0),
                    scores.stream().map(CrossEncoderModel.Scored::score).toList());
            assertTrue(scores.stream().noneMatch(CrossEncoderModel.Scored::cut));
        }
    }

    @Test
    void theScoreIsSquashedToBetween0And1WhereTheFilesSayNothing() {
        try (var model = open()) {
            assertEquals(
                    1 / (1 + Math.exp(-3)),
                    model.scores("red blue", List.of("red")).getFirst().score(),
                    1e-9);
        }
    }

    /** Of 8 tokens three are the frame's and two the question's. */
    @Test
    void aPassageThatIsTooLongIsCutBesideTheQuestionAndSaid() throws IOException {
        config("{\"sbert_ce_default_activation_function\": \"torch.nn.modules.linear.Identity\"}");
        try (var model = open()) {
            var scores = model.scores("red blue", List.of("red red red red", "red red red"));

            assertEquals(9, scores.getFirst().score());
            assertTrue(scores.getFirst().cut());
            assertEquals(9, scores.getLast().score());
            assertFalse(scores.getLast().cut());
        }
    }

    @Test
    void aModelThatGivesMoreThanOneNumberIsNoReranker() throws IOException {
        TinyCrossEncoder.write(folder, 3);

        assertTrue(refusal().contains("3 numbers"), refusal());
    }

    @Test
    void anEncoderIsNoCrossEncoder() throws IOException {
        TinyModel.write(folder);

        assertTrue(refusal().contains("gives no scores"), refusal());
    }

    @Test
    void aNameThatIsNoneIsRefusedWithTheSetting() {
        var failure = assertThrows(Failure.class, () -> CrossEncoderModel.open("no such", "http://localhost:1", cache));

        assertTrue(failure.getMessage().contains("rerank.model"), failure.getMessage());
    }
}
