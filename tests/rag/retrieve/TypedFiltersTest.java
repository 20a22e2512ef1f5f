package rag.retrieve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.model.Failure;
import rag.model.Field;
import rag.model.FieldType;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Filter.Operator;

class TypedFiltersTest {

    private final TypedFilters filters = new TypedFilters(
            Map.of(
                    "year", Field.of("year", FieldType.NUMBER),
                    "until", Field.of("until", FieldType.DATE),
                    "country", Field.of("country", FieldType.TEXT),
                    "levels", Field.of("levels", FieldType.LIST),
                    "kind", new Field("kind", FieldType.TEXT, false, true, List.of("policy", "form"), "")),
            Map.of("size", Set.of(FieldType.NUMBER), "made", Set.of(FieldType.DATE, FieldType.NUMBER)));

    private Condition checked(Condition condition) {
        return filters.checked(new Filter(List.of(condition))).conditions().getFirst();
    }

    private String refused(Condition condition) {
        return assertThrows(Failure.class, () -> checked(condition)).getMessage();
    }

    private static Condition range(String key, String from, String to) {
        return Condition.within(key, from == null ? "" : from, to == null ? "" : to);
    }

    @ParameterizedTest
    @CsvSource({
        "until, 2026, 2026, 2026-01-01, 2026-12-31",
        "until, 2024-02, 2024-02, 2024-02-01, 2024-02-29",
        "until, 2026-03-05T10:00:00Z, , 2026-03-05,",
        "until, , 2026-03, , 2026-03-31",
        "year, 2024.0, 2025, 2024.0, 2025",
        "size, -3, , -3,",
        "made, 2024, 2025, 2024, 2025",
        "made, 2024-05, , 2024-05-01,",
    })
    void theEndsOfARangeAreOfTheKeysType(String key, String from, String to, String first, String last) {
        assertEquals(range(key, first, last), checked(range(key, from, to)));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "year, 2024-01-01, 'year' must be a number such as 2026",
                "year, NaN, 'year' must be a number",
                "until, soon, 'until' must be a date such as 2026-01-31",
                "until, 2026-02-30, 'until' must be a date",
                "until, 2026-13, 'until' must be a date",
                "country, 2024, 'country' holds a text: a range needs a number or a date",
                "levels, 2024, 'levels' holds a list of texts",
                "anything, 2024, 'anything' holds texts",
                "size, 2024-01-01, 'size' must be a number"
            })
    void aRangeOfAnotherTypeIsAnErrorThatSaysTheType(String key, String from, String message) {
        assertTrue(refused(range(key, from, "")).contains(message), refused(range(key, from, "")));
    }

    @Test
    void aRangeThatRunsBackwardsIsAnError() {
        assertTrue(refused(range("year", "10", "9")).contains("lesser one first"));
        assertTrue(refused(range("until", "2026-02-01", "2026-01")).contains("lesser one first"));
        assertEquals(range("year", "9", "10"), checked(range("year", "9", "10")));
    }

    @Test
    void numbersAndDaysAreComparedByWhatTheyMean() {
        assertEquals(
                List.of("2.5", "2024", "0"),
                checked(new Condition("year", List.of("2.50", "2024.0", "-0.0")))
                        .values());
        assertEquals(
                List.of("2026-03-05"),
                checked(new Condition("until", List.of("2026-03-05T23:00"))).values());
        assertTrue(refused(new Condition("year", List.of("2024", "x")))
                .contains("must be a number such as 2026, not 'x'"));
        assertTrue(refused(new Condition("until", List.of("2026-03"))).contains("must be a date such as 2026-01-31"));
        assertTrue(
                refused(new Condition("year", Operator.PREFIX, List.of("20"))).contains("must be a number"));
    }

    @Test
    void aValueThatADeclarationDoesNotAllowIsAnErrorThatNamesTheAllowedOnes() {
        assertEquals(
                List.of("Policy"),
                checked(new Condition("kind", List.of("Policy"))).values());
        assertTrue(refused(new Condition("kind", List.of("policies")))
                .contains("'kind' must be one of policy, form, not 'policies'"));
    }

    @Test
    void whatNobodyDeclaredIsComparedAsItIsWritten() {
        var any = new Condition("size", List.of("large"));

        assertEquals(any, checked(any));
    }
}
