package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.chunk;
import static rag.store.Samples.map;

import java.util.List;
import org.junit.jupiter.api.Test;
import rag.model.Filter;

/** Filters by ranges, by beginnings, and by what must not be. */
abstract class FilterOperatorContract extends WithOneChunk {

    @Test
    void numbers_and_days_are_found_by_their_range_also_in_lists() throws Exception {
        var chunk = only(
                "/a.md",
                List.of(),
                map(
                        "Year",
                        2026,
                        "gpa",
                        3.25,
                        "debt",
                        -12,
                        "until",
                        "2026-03-31",
                        "seen",
                        "2025-12-31T23:59:59Z",
                        "terms",
                        List.of("2025-09-01", "2026-09-01"),
                        "note",
                        "2026",
                        "zero",
                        -0.0));
        for (var yes : List.of(
                within("year", "2026", "2026"),
                within("year", "2025.5", ""),
                within("year", "", "1000000"),
                within("gpa", "3.2", "3.3"),
                within("debt", "-12.0", "-1"),
                within("debt", "-100", ""),
                within("zero", "0", "0"),
                within("until", "2026-03-31", ""),
                within("until", "", "2026-03-31"),
                within("until", "0001-01-01", "9999-12-31"),
                within("seen", "2025-12-31", "2025-12-31"),
                within("terms", "2026-01-01", ""),
                within("terms", "", "2025-12-31"))) {
            assertTrue(passes(chunk, new Filter(List.of(yes))), yes.toString());
            assertFalse(passes(chunk, new Filter(List.of(outside(yes)))), "outside " + yes);
        }
        for (var no : List.of(
                within("year", "2027", ""),
                within("year", "", "2025.9"),
                within("year", "2026-01-01", ""),
                within("gpa", "3.26", "4"),
                within("debt", "", "-12.5"),
                within("until", "2026-04-01", ""),
                within("until", "", "2026-03-30"),
                within("until", "2026", ""),
                within("note", "2026", "2026"),
                within("missing", "", "2026"))) {
            assertFalse(passes(chunk, new Filter(List.of(no))), no.toString());
            assertTrue(passes(chunk, new Filter(List.of(outside(no)))), "outside " + no);
        }
    }

    private static Filter.Condition within(String key, String from, String to) {
        return Filter.Condition.within(key, from, to);
    }

    private static Filter.Condition outside(Filter.Condition within) {
        return new Filter.Condition(within.key(), Filter.Operator.OUTSIDE, within.values());
    }

    @Test
    void a_value_is_found_by_its_beginning_and_left_out_by_its_whole() throws Exception {
        var chunk = only("/a.md", List.of(), map("model", "TK-40", "parts", List.of("bolt M4", "nut M6")));
        for (var yes : List.of(
                one("model", Filter.Operator.PREFIX, "tk-"),
                one("model", Filter.Operator.PREFIX, ""),
                one("parts", Filter.Operator.PREFIX, "nut", "pin"),
                one("model", Filter.Operator.NONE_OF, "TK-4", "TK"),
                one("missing", Filter.Operator.NONE_OF, "x"))) {
            assertTrue(passes(chunk, yes), yes.toString());
        }
        for (var no : List.of(
                one("model", Filter.Operator.PREFIX, "K-"),
                one("model", Filter.Operator.PREFIX, "TK-401"),
                one("missing", Filter.Operator.PREFIX, ""),
                one("model", Filter.Operator.NONE_OF, "x", "tk-40"),
                one("parts", Filter.Operator.NONE_OF, "nut m6"))) {
            assertFalse(passes(chunk, no), no.toString());
        }
    }

    @Test
    void what_a_beginning_ends_with_counts() throws Exception {
        var chunk = only("handbooks/2023-draft/x.md", List.of(), map("title", "Newest rules", "folder", "a/b-draft/c"));
        for (var yes : List.of(
                one("source", Filter.Operator.PREFIX, "handbooks/2023"),
                one("source", Filter.Operator.PREFIX, "handbooks/"),
                one("source", Filter.Operator.PREFIX, "2023-draft/"),
                one("title", Filter.Operator.PREFIX, " newest "),
                one("folder", Filter.Operator.PREFIX, "a/"))) {
            assertTrue(passes(chunk, yes), yes.toString());
        }
        for (var no : List.of(
                one("source", Filter.Operator.PREFIX, "handbooks/2023/"),
                one("source", Filter.Operator.PREFIX, "2023/"),
                one("title", Filter.Operator.PREFIX, "new "),
                one("folder", Filter.Operator.PREFIX, "a/b/"))) {
            assertFalse(passes(chunk, no), no.toString());
        }
    }

    @Test
    void a_value_too_long_to_be_kept_is_found_whole_and_by_no_beginning_but_that_of_any() throws Exception {
        var value = "word ".repeat(200);
        var chunk = only("/" + "deep".repeat(200) + "/b.md", List.of(), map("abstract", value));
        assertTrue(passes(chunk, one("abstract", Filter.Operator.ANY_OF, value)));
        assertTrue(passes(chunk, one("abstract", Filter.Operator.PREFIX, "")), "it is there");
        for (var digit : "0123456789abcdef".split("")) {
            assertFalse(passes(chunk, one("abstract", Filter.Operator.PREFIX, digit)), "the hash begins with " + digit);
        }
        assertFalse(passes(chunk, one("abstract", Filter.Operator.NONE_OF, value)));
        try (var reader = store.reader(List.of("c"))) {
            assertEquals(List.of("b.md"), reader.places(10));
        }
    }

    private static Filter one(String key, Filter.Operator operator, String... values) {
        return new Filter(List.of(new Filter.Condition(key, operator, List.of(values))));
    }
}
