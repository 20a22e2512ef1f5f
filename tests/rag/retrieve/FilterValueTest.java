package rag.retrieve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Failure;
import rag.model.Filter.Condition;
import rag.model.Filter.Operator;

class FilterValueTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                ">=3; WITHIN; 3|",
                "<= 2026-03; WITHIN; |2026-03",
                "2020..2024; WITHIN; 2020|2024",
                "..2024; WITHIN; |2024",
                "TK-*; PREFIX; TK-",
                "en, de; ANY_OF; en|de",
                "\"en, de\"; ANY_OF; en, de",
                "\">=3\"; ANY_OF; >=3",
                "a > b; ANY_OF; a > b",
            })
    void everyFormIsRead(String written, Operator operator, String values) {
        assertEquals(
                new Condition("k", operator, List.of(values.split("\\|", -1))), FilterValue.condition("k", written));
    }

    @ParameterizedTest
    @ValueSource(strings = {">3", "<3", ">=", "<= ", "==3", "!=", "!=!=3", "!=pre*", ",", "", "  "})
    void whatIsNoFormIsAnErrorThatNamesThem(String written) {
        var failure = assertThrows(Failure.class, () -> FilterValue.condition("year", written));

        assertTrue(failure.getMessage().contains("filter 'year' is written"), failure.getMessage());
        assertTrue(failure.getMessage().contains(">=low"), failure.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"a, b; a, b", "\"pre*\"; pre*", "plain; plain"})
    void oneOfSeveralValuesIsTakenAsItIs(String written, String value) {
        assertEquals(value, FilterValue.oneOf("k", written));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pre*", ">=3", "1..2"})
    void oneOfSeveralValuesIsNoRangeAndNoPrefix(String written) {
        var failure = assertThrows(Failure.class, () -> FilterValue.oneOf("k", written));

        assertTrue(failure.getMessage().contains("stands alone"), failure.getMessage());
    }
}
