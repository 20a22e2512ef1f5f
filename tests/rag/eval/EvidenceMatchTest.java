package rag.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvidenceMatchTest {

    private static final String EVIDENCE =
            EvidenceMatch.plain("the shutter stopped at 61 percent because of ice"); // 40

    private static boolean holds(String passage) {
        return EvidenceMatch.holds(EvidenceMatch.plain(passage), EVIDENCE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Re-use it   |reuseit",
                "**61 %** of  |61of",
                "at 1.5 bar, 4 |at1.5bar4",
                "2024-01-31   |2024 01 31",
                "a [IMAGE: img_0123456789abcdef] b|ab",
                "ＬＳ－３ ｶﾒﾗ |ls3カメラ",
                "Straße 'ﬁne' |straßefine",
                "नमस्ते       |नमस्ते",
                "圆顶，关闭。   |圆顶关闭",
            })
    void onlyLettersAndDigitsCount(String text, String plain) {
        assertEquals(plain, EvidenceMatch.plain(text));
    }

    @Test
    void aPassageWithAllOfItHoldsItWhateverTheLineBreaksAndMarks() {
        assertTrue(holds("At night, the **shutter**\nstopped at 61 percent,\nbecause of ice. Then"));
    }

    @Test
    void ofAnEvidenceThatWasCutThePassageWithHalfOrMoreHoldsIt() {
        assertTrue(holds("At night the shutter stopped at 61"), "the first 25 of 40 letters");
        assertFalse(holds("At night the shutter stopped"), "the first 17 of 40 letters");
        assertTrue(holds("stopped at 61 percent because of ice. Then"), "the last 30 of 40 letters");
        assertFalse(holds("because of ice. Then came the wind"), "the last 12 of 40 letters");
    }

    @Test
    void aPieceOfALongEvidenceHoldsIt() {
        assertTrue(holds("shutter stopped at 61 percent"), "25 letters, all of them inside");
        assertFalse(holds("61 percent"), "less than 20 letters may stand anywhere");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "every 130 days     | 30 days | false",
                "every 30 days      | 30 days | true",
                "hall 4, 30 days    | 30 days | true",
                "15 bar             | 1.5     | false",
                "1.5 bar            | 1.5     | true",
                "0.30 days          | 30 days | false",
                "page 12            | page 1  | false",
                "page 1. Then       | page 1  | true",
                "page 12 and page 1 | page 1  | true",
            })
    void aNumberIsNoPartOfAnother(String passage, String evidence, boolean holds) {
        assertEquals(holds, EvidenceMatch.holds(EvidenceMatch.plain(passage), EvidenceMatch.plain(evidence)));
    }

    @Test
    void sharedWordsElsewhereAreNotEnough() {
        assertFalse(holds("the shutter of the dome stopped because of ice at 61 percent of its way"));
    }

    @Test
    void aPictureInThePassageKeepsItsWordsTogether() {
        var passage = EvidenceMatch.plain("The valve opens [IMAGE: img_0123456789abcdef] by hand, slowly.");
        assertTrue(EvidenceMatch.holds(passage, EvidenceMatch.plain("The valve opens by hand")));
    }
}
