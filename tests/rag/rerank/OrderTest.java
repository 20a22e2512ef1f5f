package rag.rerank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.rerank.Judged.Score;

class OrderTest {

    private static final List<Listed> ABCD =
            Stream.of("a", "b", "c", "d").map(id -> new Listed(id, "text", 0.5)).toList();

    private static List<Score> scores(String words) {
        var scores = new ArrayList<Score>();
        for (var pair : words.split(" ")) {
            if (!pair.isEmpty()) scores.add(new Score(pair.split("=")[0], Double.parseDouble(pair.split("=")[1])));
        }
        return scores;
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "d=4 c=3 b=2 a=1, d c b a",
        "a=1 b=1 c=1 d=1, a b c d",
        "d=2 b=2 a=1 c=1, b d a c",
        "d=0.5, d a b c",
        "c=-8 b=-9, c b a d",
    })
    void equalScoresKeepTheirOrderAndWhatIsLeftOutFollowsInTheOrderItHad(String scores, String expected)
            throws Exception {
        assertEquals(expected, String.join(" ", Order.of(ABCD, scores(scores)).ids()));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "a=1 b=2 a=3, twice",
        "a=1 e=2, not given",
        "a=1 b=NaN, no number",
        "a=1 b=Infinity, no number",
        "'', none of the passages",
    })
    void anAnswerThatCannotBeTrueIsNotBelievedInAnything(String scores, String reason) {
        var refused = assertThrows(RerankException.class, () -> Order.of(ABCD, scores(scores)));

        assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    }

    @Test
    void theScoresComeWithTheOrder() throws Exception {
        var order = Order.of(ABCD, scores("d=0.5"));

        assertEquals(0.5, order.scores().get("d"));
        assertEquals(1, order.scores().size());
    }
}
