package rag.rerank;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.model.Failure;
import rag.model.TokenVectors;

class LateInteractionTest {

    private static TokenVectors tokens(double... values) {
        var floats = new float[values.length];
        for (int i = 0; i < values.length; i++) floats[i] = (float) values[i];
        return new TokenVectors(2, floats);
    }

    private static Models.Tokens model(TokenVectors question, Map<String, TokenVectors> passages) {
        return new Models.Tokens() {

            @Override
            public String model() {
                return "small";
            }

            @Override
            public TokenVectors question(String text) {
                return question;
            }

            @Override
            public List<TokenVectors> passages(List<String> texts) {
                return texts.stream().map(passages::get).toList();
            }
        };
    }

    @Test
    void eachTokenOfTheQuestionTakesItsNearestTokenOfThePassage() {
        var question = tokens(0.6, -0.8, 1, 0, 0, 1, -0.8, 0.6); // the first and the last are the model's own signs
        var passage = tokens(0.6, 0.8, -1, 0, 0.28, 0.96);

        assertEquals(
                (0.6 * 0.6 * 0.6 + 0.96 * 0.96 * 0.96) / 2,
                LateInteraction.maxSim(question, passage),
                1e-6,
                "0.6 with the first, 0.96 with the third");
    }

    @Test
    void aTokenThatNothingIsNearToCountsNothing() {
        assertEquals(0, LateInteraction.maxSim(tokens(1, 0), tokens(-1, 0, -0.6, 0.8)), 1e-6);
    }

    @Test
    void whatIsCommonToAllTokensIsTakenOff() {
        var centred = LateInteraction.centred(tokens(4, 5, 1, 1, 1, 5), new float[] {1, 1});

        assertArrayEquals(new float[] {0.6f, 0.8f, 0, 0, 0, 1}, centred.values(), 1e-6f);
    }

    @Test
    void thePlaceIsHalfFusionsAndHalfTheTokens() throws Exception {
        var listed = List.of(new Listed("a", "A", 0.9), new Listed("b", "B", 0.8), new Listed("c", "C", 0.1));
        // the mean of the passages' tokens is (0, 0), so the cosines stay: -1, 1 and 0.6, cubed 0, 1 and 0.216
        var model = model(
                tokens(1, 0),
                Map.of("A", tokens(-1, 0), "B", tokens(1, 0), "C", tokens(0.6, 0.8, -0.6, -0.8)));

        var scores = new LateInteraction(model).judge("?", listed).scores();

        assertEquals(0.5, scores.get(0).score(), 1e-6, "best of fusion, worst of the tokens");
        assertEquals(0.5 * 1 + 0.5 * 0.875, scores.get(1).score(), 1e-6, "(0.8 - 0.1) / (0.9 - 0.1) is 0.875");
        assertEquals(0.5 * 0.216, scores.get(2).score(), 1e-6, "worst of fusion");
    }

    @Test
    void aModelThatFailsIsAReasonInWords() {
        var failing = new Models.Tokens() {

            @Override
            public String model() {
                return "small";
            }

            @Override
            public TokenVectors question(String text) {
                throw new Failure("the model small failed");
            }

            @Override
            public List<TokenVectors> passages(List<String> texts) {
                throw new AssertionError("not asked");
            }
        };
        var refused = assertThrows(
                RerankException.class,
                () -> new LateInteraction(failing).judge("?", List.of(new Listed("a", "A", 1))));

        assertEquals("the model small failed", refused.getMessage());
    }
}
