package rag.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NoiseTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1 Intro ............ 5; 1 Intro ... 5",
                "1 Intro . . . . . . . 5; 1 Intro ... 5",
                "Name: ____________; Name: ___",
                "|--------|:------:|; |---|:---:|",
                "==========; ===",
                "a ·········· b; a ··· b",
                "wait..... what; wait..... what",
                "a-b--c; a-b--c",
                "1.2.3.4.5.6.7; 1.2.3.4.5.6.7",
                "x------y======z; x---y===z",
            })
    void aRunOfTheSameSignBecomesThree(String text, String right) {
        assertEquals(right, Noise.without(text, Noise.leaders(text)));
    }

    @Test
    void dataOfAnyLengthOnOneLineOrWrappedIsFound() {
        var random = new Random(1);
        for (int bytes : List.of(150, 151, 152, 1000, 40_000)) {
            var data = new byte[bytes];
            random.nextBytes(data);
            var line = Base64.getEncoder().encodeToString(data);
            assertEquals("a \u2026 b", without("a " + line + " b"));
            assertEquals(
                    "a\n\u2026\nb c",
                    without("a\n" + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(data) + "\nb c"));
        }
        assertEquals(
                "src='data:image/png;base64,\u2026'", without("src='data:image/png;base64," + "A".repeat(60) + "=='"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "one word",
                "com/example/Deep/Package/",
                "0123456789abcdef",
                "THEQUICKBROWNFOX",
                "verylongwordwithoutanend",
                "1234567890"
            })
    void whatIsRepeatedIsNotDataForThat(String part) {
        assertEquals(part.repeat(60), without(part.repeat(60)));
    }

    private static String without(String text) {
        return Noise.without(text, Noise.base64(text));
    }
}
