package rag.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonAnswerTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":1} | {\"a\":1}",
                "'```json\n{\"a\": 1,}\n```' | {\"a\":1}",
                "'Sure! As in [1], {} is: {\"a\":{\"b\":[2]}} I hope [it] helps {you}.' | {\"a\":{\"b\":[2]}}",
                "'{\"a\": 1 /* one */, \"b\": \"two\nlines\",}' | {\"a\":1,\"b\":\"two\\nlines\"}",
                "'\uFEFF  {\"a\":\"}\"}' | {\"a\":\"}\"}",
            })
    void anObjectIsFoundHoweverItIsWrapped(String text, String expected) throws Exception {
        assertEquals(expected, JsonAnswer.object(text).toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"'```\n[3, 1, 2]\n```' | [3,1,2]", "[] | []", "The best is [2, 1,]. See {\"x\": 9}. | [2,1]"})
    void anArrayIsFoundHoweverItIsWrapped(String text, String expected) throws Exception {
        assertEquals(expected, JsonAnswer.array(text).toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'{\"scores\":[{\"id\":1},{\"id\":2}'",
                "'[{\"id\":1},{\"id\":2},'",
                "I would say $640.",
                "''",
                "'{ open, and [ too'",
                "'[1, 2]'",
            })
    void whatBreaksOffOrIsProseHoldsNoObject(String text) {
        assertThrows(ModelException.class, () -> JsonAnswer.object(text));
    }

    @Test
    void aHugeTextOfBracketsEndsSoon() {
        assertThrows(ModelException.class, () -> JsonAnswer.object("{".repeat(100_000)));
        assertThrows(ModelException.class, () -> JsonAnswer.array("[x ".repeat(100_000)));
    }
}
