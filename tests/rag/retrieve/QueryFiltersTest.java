package rag.retrieve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Filter.Operator;

class QueryFiltersTest {

    private static QueryFilters parse(String question) {
        return QueryFilters.parse(question, List.of("model", "department"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://x.y/z?a=1",
                "meet at 10:30",
                "std::vector<int>",
                "c:\\temp\\a.txt",
                "timeout: 42",
                "note:",
                ":x",
                "App.java:42",
                "unknown:value",
                "a ratio of 16:9",
                "s://bucket",
                "C++ (copy",
                "[1 TO",
                "\"open",
                "AND",
                "collection:!=manuals",
                "c:man*"
            })
    void whatOnlyLooksLikeAFilterStaysText(String question) {
        var parsed = parse(question);

        assertEquals(question, parsed.text());
        assertTrue(parsed.filter().none());
    }

    @Test
    void knownKeysAndTheirShortFormsAreFilters() {
        var parsed = parse("warranty t:pdf tag:\"on call\" s:guide.md lang:de model:X200,X300 of the pump");

        assertEquals("warranty of the pump", parsed.text());
        assertEquals(
                List.of(
                        new Condition("type", List.of("pdf")),
                        new Condition("tag", List.of("on call")),
                        new Condition("source", List.of("guide.md")),
                        new Condition("lang", List.of("de")),
                        new Condition("model", List.of("X200", "X300"))),
                parsed.filter().conditions());
    }

    @Test
    void rangesAndBeginningsStandInAQuestionTooAndWhatIsNoFormStaysText() {
        var parsed = parse("pumps model:TK-* department:2020..2024 model:>5 model:\"a*\"");

        assertEquals("pumps model:>5", parsed.text());
        assertEquals(
                List.of(
                        new Condition("model", Operator.PREFIX, List.of("TK-")),
                        Condition.within("department", "2020", "2024"),
                        new Condition("model", List.of("a*"))),
                parsed.filter().conditions());
    }

    @Test
    void anUnknownKeyNamesTheNearestAndNotHundredsOfOthers() {
        var many = java.util.stream.IntStream.range(0, 300)
                .mapToObj(i -> "k%03d".formatted(i))
                .toList();
        var given = new Filter(List.of(new Condition("sorce", List.of("x"))));

        var failure = assertThrows(Failure.class, () -> QueryFilters.checked(given, many));

        assertTrue(failure.getMessage().contains("did you mean 'source'?"), failure.getMessage());
        assertTrue(failure.getMessage().endsWith("k044 and 255 more"), failure.getMessage());
    }

    @Test
    void collectionsAreNamedInTheQuestion() {
        var parsed = parse("col:alpha c:beta what is new");

        assertEquals(List.of("alpha", "beta"), parsed.collections());
        assertEquals("what is new", parsed.text());
    }

    @Test
    void aQuestionOfFiltersOnlySaysSo() {
        var failure = assertThrows(Failure.class, () -> parse("type:pdf"));

        assertTrue(failure.getMessage().contains("only filters"), failure.getMessage());
    }

    @Test
    void anUnknownKeyGivenByACallerIsAnErrorThatNamesTheKnownOnes() {
        var given = new Filter(List.of(new Condition("modell", List.of("x"))));

        var failure = assertThrows(Failure.class, () -> QueryFilters.checked(given, List.of("model")));

        assertTrue(failure.getMessage().contains("'modell'"), failure.getMessage());
        assertTrue(failure.getMessage().contains("type, source, tag, lang, document, model"), failure.getMessage());
    }

    @Test
    void aMetadataKeyIsFoundInWhateverCaseItIsWritten() {
        assertEquals(
                List.of(new Condition("model", List.of("X200"))),
                parse("pump Model:X200").filter().conditions());
    }
}
