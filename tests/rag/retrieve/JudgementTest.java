package rag.retrieve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.model.Verdict;

class JudgementTest {

    @ParameterizedTest
    @CsvSource({
        "0.80, bge-small-en-v1.5, 0.10, OK", // near in meaning
        "0.55, bge-small-en-v1.5, 0.70, OK", // near in words
        "0.55, bge-small-en-v1.5, 0.20, WEAK",
        "0.55, bge-small-en-v1.5, 0.46, OK", // nearly half
        "0.55, bge-small-en-v1.5, 0.44, WEAK",
        "0.65, bge-small-zh-v1.5, 0.10, OK", // the Chinese model's cosines are lower
        "0.65, bge-small-en-v1.5, 0.10, WEAK",
        "0.99, some-other-model, 0.10, WEAK", // its cosines were not measured: words decide
        "NaN, bge-small-en-v1.5, 0.35, OK", // words alone need less
        "NaN, bge-small-en-v1.5, 0.20, WEAK",
        "0.40, some-other-model, NaN, OK" // nothing to judge by: no alarm
    })
    void meaningOrWordsSpeakForAnAnswer(double cosine, String model, double coverage, Verdict verdict) {
        assertEquals(verdict, Judgement.of(3, cosine, model, coverage).verdict());
    }

    @ParameterizedTest
    @CsvSource({"*, WEAK", "🔥🔥, WEAK", "'  ', WEAK", "C, OK", "火, OK"})
    void aQuestionWithoutAnyWordIsAnsweredByChance(String question, Verdict verdict) {
        assertEquals(
                verdict, Judgement.of(question, 3, 0.76, "bge-small-en-v1.5", 0).verdict());
    }

    @Test
    void noHitIsEmptyWhateverTheScores() {
        assertEquals(
                Verdict.EMPTY, Judgement.of(0, 0.9, "bge-small-en-v1.5", 0.9).verdict());
    }

    @Test
    void theReasonNamesBothFigures() {
        var reason = Judgement.of(3, 0.553, "bge-small-en-v1.5", 0.2).reason();

        assertTrue(reason.startsWith("best cosine 0.55, best word cover 20 %"), reason);
    }
}
