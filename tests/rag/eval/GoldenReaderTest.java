package rag.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.model.Failure;
import rag.model.Filter;

class GoldenReaderTest {

    private static GoldenSet read(String json) {
        return GoldenReader.read("set.json", json.getBytes(StandardCharsets.UTF_8));
    }

    private static String mistakes(String json) {
        return assertThrows(Failure.class, () -> read(json)).getMessage();
    }

    @Test
    void everyFieldOfACaseIsRead() {
        var set = read("""
            {"description": "d", "version": "2", "test_cases": [{
              "id": "a", "query": "q?", "collection": "c", "filters": {"lang": ["de", "en"], "type": "pdf"},
              "as_of": "2025-03-01", "expected_chunk_ids": ["x", {"id": "y", "grade": 3}],
              "expected_sources": ["m/p.md", {"source": "z.md", "grade": 0}],
              "expected_evidence": [{"source": "m/p.md", "page": 3, "text": "oil", "grade": 2}],
              "reference_answer": "r", "answer": "mine", "tags": ["t"]}]}
            """);
        var test = set.cases().getFirst();
        assertEquals("2", set.version());
        assertEquals("c", test.collection());
        assertEquals(
                new Filter(List.of(
                        new Filter.Condition("lang", List.of("de", "en")),
                        new Filter.Condition("type", List.of("pdf")))),
                test.filter());
        assertEquals(LocalDate.of(2025, 3, 1), test.asOf());
        assertEquals(Map.of("x", 1, "y", 3), test.chunkIds());
        assertEquals(Map.of("m/p.md", 1, "z.md", 0), test.sources());
        assertEquals(List.of(new GoldenSet.Evidence("m/p.md", 3, "oil", 2)), test.evidence());
        assertEquals("mine", test.answer());
    }

    @Test
    void idAndQueryAreEnough() {
        var test = read("{\"test_cases\": [{\"id\": \"a\", \"query\": \"q\", \"collection\": null}]}")
                .cases()
                .getFirst();
        assertNull(test.collection());
        assertEquals(false, test.hasTruth());
    }

    @Test
    void allMistakesAreReportedAtOnceEachWithItsCase() {
        var said = mistakes("""
            {"test_cases": [
              {"id": "a", "query": " "},
              {"query": "x"},
              {"id": "b", "query": "x", "expected_sorces": ["s"], "as_of": "1 March"},
              {"id": "b", "query": "x", "expected_evidence": [{"text": "…", "page": 0}]},
              {"id": "c", "query": "x", "expected_sources": ["s", "s"], "filters": {"lang": {}}},
              "d"]}
            """);
        for (var mistake : List.of(
                "set.json: 11 mistakes",
                "case a: query is missing",
                "test_cases[1]: id is missing",
                "case b: unknown key expected_sorces; did you mean expected_sources?",
                "case b: as_of must be a day such as 2025-03-31, not 1 March",
                "case b: the id stands twice",
                "case b: evidence has no source",
                "case b: evidence has no text with a letter or digit",
                "case b: evidence: page must be a number from 1, not 0",
                "case c: expected_sources names s twice",
                "case c: filter lang must be a value or a list of values",
                "test_cases[5]: must be an object with id and query")) {
            assertTrue(said.contains(mistake), mistake + " is not in:\n" + said);
        }
    }

    @Test
    void everyFieldOfAWrongTypeIsAMistakeWithItsLine() {
        var said = mistakes("""
            {"description": 7, "version": 2, "test_cases": [
              {"id": 5, "query": "x"},
              {"id": "a",
               "query": 5,
               "collection": ["c"],
               "filters": "lang",
               "as_of": 2025,
               "expected_chunk_ids": "x",
               "expected_sources": [5,
                 ["s"], {"source": true}, null,
                 {"id": "s", "grade": 1.5}],
               "expected_evidence": [
                 "text",
                 {"source": 1, "text": false,
                  "page": "3", "grade": "high"}, {"source": "s", "text": "t", "page": 2.5}],
               "reference_answer": {}, "answer": 1,
               "note": 5,
               "tags": ["t", 5]},
              {"id": "b", "query": "x", "expected_evidence": {}, "tags": "t",
               "filters": {"lang": null, "year": 2025, "open": true, "type": ["pdf", {}]}}]}
            """);
        assertEquals(
                List.of(
                        "set.json: 26 mistakes:",
                        "line 1: description must be a text, not 7",
                        "line 2: test_cases[0]: id must be a text, not 5",
                        "line 4: case a: query must be a text, not 5",
                        "line 5: case a: collection must be a text, not [\"c\"]",
                        "line 6: case a: filters must be an object such as {\"lang\": \"en\"}, not \"lang\"",
                        "line 7: case a: as_of must be a text, not 2025",
                        "line 8: case a: expected_chunk_ids must be a list of texts, not \"x\"",
                        "line 9: case a: expected_sources holds something that is neither a text nor an id: 5",
                        "line 10: case a: expected_sources holds something that is neither a text nor an id: [\"s\"]",
                        "line 10: case a: source must be a text, not true",
                        "line 10: case a: expected_sources holds something that is neither a text nor an id: null",
                        "line 11: case a: grade must be a whole number, not 1.5",
                        "line 13: case a: evidence must be an object with source and text, not \"text\"",
                        "line 14: case a: source must be a text, not 1",
                        "line 14: case a: text must be a text, not false",
                        "line 15: case a: evidence: page must be a number from 1, not \"3\"",
                        "line 15: case a: grade must be a whole number, not \"high\"",
                        "line 15: case a: evidence: page must be a number from 1, not 2.5",
                        "line 16: case a: reference_answer must be a text, not {}",
                        "line 16: case a: answer must be a text, not 1",
                        "line 17: case a: note must be a text, not 5",
                        "line 18: case a: tags must be a list of texts, not of 5",
                        "line 19: case b: expected_evidence must be a list of objects, not {}",
                        "line 19: case b: tags must be a list of texts, not \"t\"",
                        "line 20: case b: filter lang must be a value or a list of values, not null",
                        "line 20: case b: filter type must be a value or a list of values, not [\"pdf\",{}]"),
                said.lines().toList());
    }

    @Test
    void aBrokenFileIsNamedWithItsLine() {
        assertTrue(mistakes("{\"test_cases\": [\n{]").contains("set.json, line 2: not JSON"));
        assertTrue(mistakes("[]").contains("an object with test_cases"));
        assertTrue(mistakes("{\"test_cases\": []}").contains("at least one case"));
    }

    @Test
    void aMissingFileIsSaidInWords() {
        var failure = assertThrows(Failure.class, () -> GoldenReader.read(Path.of("nowhere.json")));
        assertTrue(failure.getMessage().contains("nowhere.json: it does not exist"), failure.getMessage());
    }

    @Test
    void theShippedSetHasSeventyQuestionsFiveOfThemWithoutAnAnswer() {
        var set = GoldenReader.shipped();
        assertEquals(70, set.cases().size());
        assertEquals(5, set.cases().stream().filter(c -> !c.hasTruth()).count());
        assertEquals(
                5, set.cases().stream().filter(GoldenSet.Case::unanswerable).count());
        assertEquals(List.of(), set.warnings());
    }

    private static Filter filter(String json) {
        return read("{\"test_cases\": [{\"id\": \"a\", \"query\": \"q\", \"filters\": " + json + "}]}")
                .cases()
                .getFirst()
                .filter();
    }

    @Test
    void aFilterIsReadAsEverywhere() {
        var wanted = new Filter(List.of(
                Filter.Condition.within("year", "2024", ""),
                new Filter.Condition("id", Filter.Operator.PREFIX, List.of("TK-")),
                new Filter.Condition("author", List.of("Smith, John")),
                new Filter.Condition("type", Filter.Operator.NONE_OF, List.of("pdf", "docx"))));
        assertEquals(wanted, filter("""
            {"year": ">=2024", "id": "TK-*", "author": "\\"Smith, John\\"", "type": "!=pdf,docx"}\
            """));
        assertEquals(wanted, filter("""
            ["year>=2024", "id=TK-*", "author=\\"Smith, John\\"", "type!=pdf,docx"]\
            """));
        assertEquals(
                new Filter(List.of(
                        new Filter.Condition("year", List.of("2024", "9")),
                        new Filter.Condition("author", List.of("Smith, John", "Doe")),
                        new Filter.Condition("open", List.of("true")))),
                filter("{\"year\": [2024, 9.0], \"author\": [\"Smith, John\", \"Doe\"], \"open\": true}"));
    }

    @Test
    void aKeyMayStandTwiceInAList() {
        assertEquals(
                new Filter(
                        List.of(new Filter.Condition("tag", List.of("a")), new Filter.Condition("tag", List.of("b")))),
                filter("[\"tag=a\", \"tag=b\"]"));
    }

    @Test
    void aFilterThatIsNoneIsAMistakeWithItsLine() {
        var said = mistakes("""
            {"test_cases": [{"id": "a", "query": "q", "filters": {
              "year": ">2024",
              "type": ["pdf", "a*"]}},
             {"id": "b", "query": "q", "filters": ["type=pdf",
              "lang", 7]}]}
            """);
        for (var mistake : List.of(
                "line 2: case a: filter 'year' is written",
                "line 3: case a: filter 'type': a range or a prefix stands alone",
                "line 5: case b: a filter is written key=value",
                "line 5: case b: a filter in a list must be a text such as lang=en, not 7")) {
            assertTrue(said.contains(mistake), mistake + " is not in:\n" + said);
        }
    }
}
