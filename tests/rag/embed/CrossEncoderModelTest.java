package rag.embed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

    /** Of 8 tokens five are left to the two; the longer one gives way, and the end of a text and not its beginning. */
    @Test
    void aQuestionThatIsTooLongLeavesTheShorterPassageWhole() throws IOException {
        config("{\"sbert_ce_default_activation_function\": \"torch.nn.modules.linear.Identity\"}");
        try (var model = open()) {
            var long10 = "red red blue green green green green green green green";
            var scores = model.scores(long10, List.of("blue blue", "red"));

            assertEquals(16, scores.getFirst().score()); // (1 + 1 + 2) x (2 + 2)
            assertTrue(scores.getFirst().cut());
            assertEquals(3, scores.getLast().score()); // (1 + 1 + 2 - 1) x 1
        }
    }

    /** The order is that of the passages given, whichever of them is worked on first, and on how many threads. */
    @Test
    void eachOfManyPassagesHasItsOwnScore() throws IOException {
        config("{\"sbert_ce_default_activation_function\": \"torch.nn.modules.linear.Identity\"}");
        var words = List.of("red", "blue", "green", "grey", "red blue", "blue blue blue", "green green");
        var weights = List.of(1, 2, -1, 0, 3, 6, -2);
        var passages = new ArrayList<String>();
        var expected = new ArrayList<Double>();
        for (int i = 0; i < 200; i++) {
            passages.add(words.get(i * 5 % 7));
            expected.add(2.0 * weights.get(i * 5 % 7));
        }
        try (var model = open()) {
            assertEquals(
                    expected,
                    model.scores("blue", passages).stream()
                            .map(CrossEncoderModel.Scored::score)
                            .toList());
        }
    }

    /** As RoBERTa's kin have it: two marks between the texts, and nothing tells the model which is which. */
    @Test
    void aModelWithoutTypesOfTokensGetsNone() throws IOException {
        TinyCrossEncoder.writeWithoutTypes(folder);
        config("{\"sbert_ce_default_activation_function\": \"torch.nn.modules.linear.Identity\"}");
        try (var model = open()) {
            // red + 3 of blue, and 10 for each of the marks: one before, two between, one behind
            assertEquals(
                    47,
                    model.scores("red", List.of("blue blue blue")).getFirst().score());
            assertEquals(
                    46,
                    model.scores("blue", List.of("blue blue blue")).getFirst().score() - 2);
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
