package rag.rerank;

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
        var question = tokens(1, 0, 0, 1);
        var passage = tokens(0.6, 0.8, -1, 0, 0.8, 0.6);

        assertEquals(0.8, LateInteraction.maxSim(question, passage), 1e-6, "0.8 with the third, 0.8 with the first");
    }

    @Test
    void thePlaceIsHalfFusionsAndHalfTheTokens() throws Exception {
        var listed = List.of(new Listed("a", "A", 0.9), new Listed("b", "B", 0.8), new Listed("c", "C", 0.1));
        var model = model(
                tokens(1, 0), // likeness 0, 1 and 0.6
                Map.of("A", tokens(0, 1), "B", tokens(1, 0), "C", tokens(0.6, 0.8)));

        var scores = new LateInteraction(model).judge("?", listed).scores();

        assertEquals(0.5, scores.get(0).score(), 1e-6, "best of fusion, worst of the tokens");
        assertEquals(0.5 * 1 + 0.5 * 0.875, scores.get(1).score(), 1e-6, "(0.8 - 0.1) / (0.9 - 0.1) is 0.875");
        assertEquals(0.5 * 0.6, scores.get(2).score(), 1e-6, "worst of fusion");
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
