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
                "AND"
            })
    void whatOnlyLooksLikeAFilterStaysText(String question) {
        var parsed = parse(question);

        assertEquals(question, parsed.text());
        assertTrue(parsed.filter().isNone());
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
