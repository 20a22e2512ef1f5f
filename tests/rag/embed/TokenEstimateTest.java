package rag.embed;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenEstimateTest {

    /** Tokens in OpenAI's cl100k_base, counted by JTokkit 1.1.0. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The ferry to the northern islands leaves every morning from pier four. | 13",
                "Photosynthesis turns light, water and carbon dioxide into sugar and oxygen. | 14",
                "getUserById(snake_case_name) v1.2.3 HTTP_200 App.java:42 | 20",
                "渡轮每天早上从四号码头出发前往北方岛屿。 | 26",
                "東京タワーは日本の観光名所です。 | 19",
                "한국어 형태소 분석기는 조사를 분리한다 | 21",
                "Привет, мир! Ёлка и йод | 15",
                "ภาษาไทยไม่มีช่องว่าง | 20",
                "ΣΊΣΥΦΟΣ ΚΑΙ ΤΕΛΟΣ | 30",
                "🚀 launch 👨‍👩‍👧 family | 17",
                "1,234,567.89 3.14e-10 0xFF 10:30 2026-11-29 | 28",
                "The quick brown fox jumps over the lazy dog. | 10",
                "d41d8cd98f00b204e9800998ecf8427e | 19",
            })
    void theEstimateIsNotBelowWhatTheModelCountsAndNotFarAbove(String text, int tokens) {
        int estimate = TokenEstimate.of(text);

        assertTrue(estimate >= tokens, estimate + " for " + tokens);
        assertTrue(estimate <= 3 * tokens + 4, estimate + " for " + tokens);
    }
}
