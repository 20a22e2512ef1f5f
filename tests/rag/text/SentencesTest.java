package rag.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SentencesTest {

    @Test
    void latinSentencesEndWithAStopAndABlank() {
        check("It stopped. |Why? |No one knew!\n|\"Start it.\" |It did not start");
        check("Version 3.14 is out. |See example.com for more.");
        check("Wait... |Then it ran.");
    }

    @Test
    void abbreviationsInitialsAndListNumbersEndNothing() {
        check("Dr. Smith met J. K. Rowling at approx. 10 a.m. Monday. |They talked.");
        check("1. Open the lid.\n|2. Close it.");
        check("It needs e.g. Linux. |Yes.");
        check("This is Yahoo! and more. |End.");
        check("Das gilt bzw. Sie wissen schon. |Ende.");
    }

    @Test
    void aNumberInTheMiddleOfALineDoesEndASentence() {
        check("The answer is 42. |It was known.");
    }

    @Test
    void chineseAndJapaneseSentencesEndWithoutABlank() {
        check("机器停了。|为什么？|没有人知道！|“启动它。”|它没有启动");
        check("機械は止まった。|なぜか。|「動かせ。」|誰も知らない。");
        check("「行くの？」と彼は言った。|彼女は黙った。");
    }

    @Test
    void otherScriptsHaveTheirOwnStops() {
        check("पंप बंद था। |मशीन रुक गई।");
        check("لماذا توقفت الآلة؟ |لا أحد يعلم");
    }

    @Test
    void aBlankLineEndsAnySentence() {
        check("A heading\n\n|the text goes on\nhere. |And here.");
    }

    @Test
    void blanksAloneHoldNoSentence() {
        assertEquals(List.of(), Sentences.starts(" \n\n "));
        assertEquals(List.of(2), Sentences.starts("  a"));
    }

    /** Bars mark where a sentence begins. */
    private static void check(String marked) {
        var text = marked.replace("|", "");
        var bars = IntStream.range(0, marked.length())
                .filter(i -> marked.charAt(i) == '|')
                .toArray();
        var expected = IntStream.range(0, bars.length + 1)
                .mapToObj(i -> i == 0 ? 0 : bars[i - 1] - (i - 1))
                .toList();
        assertEquals(expected, Sentences.starts(text), text);
    }
}
