package rag.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTest {

    @ParameterizedTest
    @ValueSource(strings = {"", " \t\n", "\u00a0\u3000", "\u200b\u202e", "\u0000", "\ud800", "\udc00 \ud83d"})
    void whatShowsNothingIsNoQuestion(String text) {
        var failure = assertThrows(Failure.class, () -> Query.of(text, 5));

        assertTrue(failure.getMessage().contains("the query is empty"), failure.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "?", "\ud83d\ude00", "字", "\ud800a"})
    void oneSignIsAQuestion(String text) {
        assertEquals(text, Query.of(text, 5).text());
    }
}
