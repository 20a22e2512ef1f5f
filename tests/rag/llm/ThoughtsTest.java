package rag.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThoughtsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "384,400 km | 384,400 km",
                "<think>Is it 5?</think>384,400 km | 384,400 km",
                "~<thinking>~Is it 5?~</thinking>~~384,400 km | 384,400 km",
                "Is it 5?~</think>~384,400 km | 384,400 km", // the template opened the tag
                "<think>a <think> in it</think>384,400 km | 384,400 km",
                "<think>Is it 5? | ''",
                "<think></think> | ''",
                "R1 writes <think>…</think> first. | R1 writes <think>…</think> first.",
                "A turn ends with `</think>` and goes on. | A turn ends with `</think>` and goes on.",
            })
    void thoughtsBeforeAnAnswerAreNoPartOfIt(String text, String answer) {
        assertEquals(answer, Thoughts.without(text.replace('~', '\n')));
    }

    /** No pattern may go as deep as its text is long. */
    @ParameterizedTest
    @CsvSource({"<think>", "''"})
    void longThoughtsAreLeftOutToo(String opening) {
        assertEquals("yes", Thoughts.without(opening + "hmm\n".repeat(500_000) + "</think>\nyes"));
    }
}
