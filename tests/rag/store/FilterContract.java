package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.at;
import static rag.store.Samples.chunk;
import static rag.store.Samples.filter;
import static rag.store.Samples.map;
import static rag.store.Samples.put;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Chunk;
import rag.model.FieldType;
import rag.model.Filter;

/** Filters by values: which are equal, what a source is, and which keys there are. */
abstract class FilterContract extends WithOneChunk {

    @Test
    void every_value_of_metadata_can_be_asked_for_whatever_its_kind() throws Exception {
        var chunk = only(
                "/a.md",
                List.of("Night Shift", "IT"),
                map("Country", "Germany", "year", 2026, "gpa", 3.0, "open", true, "levels", List.of("BSc", "MSc")));
        for (var yes : List.of(
                filter("country", "germany"),
                filter("Country", " GERMANY "),
                filter("country", "ger\uff4dany"),
                filter("year", "2026"),
                filter("gpa", "3.0"),
                filter("gpa", "3"),
                filter("open", "TRUE"),
                filter("levels", "msc"),
                filter("levels", "PhD", "BSc"),
                filter("tag", "night shift"),
                filter("tag", "it"),
                filter("type", "text"),
                filter("lang", "en"),
                filter("document", chunk.documentId()),
                Filter.NONE)) {
            assertTrue(passes(chunk, yes), yes.toString());
        }
        for (var no : List.of(
                filter("country", "German"),
                filter("country", "Germany " + "x"),
                filter("year", "202"),
                filter("levels", "BSc, MSc"),
                filter("tag", "night"),
                filter("lang", "de"),
                filter("nothing", "at all"),
                filter("country", "*"),
                filter("document", chunk.documentId().toUpperCase()))) {
            assertFalse(passes(chunk, no), no.toString());
        }
    }

    @Test
    void numbers_are_equal_however_they_are_written_in_numbers_and_in_texts() throws Exception {
        var chunk = only(
                "/a.md",
                List.of("1.50"),
                map("text", "2.50", "whole", 9, "real", 9.0, "small", 0.00001, "code", "007", "list", List.of("1.0")));
        for (var yes : List.of(
                filter("text", "2.5"),
                filter("text", "2.50"),
                filter("text", "2.500"),
                filter("whole", "9.0"),
                filter("real", "9"),
                filter("real", "9.00"),
                filter("small", "0.00001"),
                filter("code", "007"),
                filter("list", "1"),
                filter("tag", "1.50"))) {
            assertTrue(passes(chunk, yes), yes.toString());
        }
        for (var no : List.of(
                filter("text", "25"),
                filter("whole", "9.01"),
                filter("whole", "-9"),
                filter("code", "7"),
                filter("code", "07"),
                filter("tag", "1.5"))) {
            assertFalse(passes(chunk, no), no.toString());
        }
    }

    @Test
    void all_conditions_hold_together() throws Exception {
        var chunk = only("/a.md", List.of("x"), map("year", 2026));
        var tag = new Filter.Condition("tag", List.of("x"));
        assertTrue(passes(chunk, new Filter(List.of(tag, new Filter.Condition("year", List.of("2025", "2026"))))));
        assertFalse(passes(chunk, new Filter(List.of(tag, new Filter.Condition("year", List.of("2025"))))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "say \"hi\"",
                "back\\slash",
                "a AND b",
                "NOT",
                "*",
                "?",
                "[1 TO 2]",
                "a:b",
                "(",
                "~0.5",
                "^2",
                "-x",
                "\u0000",
                "a\u0000b",
                "\n",
                "日本",
                "x && y || !z",
                "/re.*/",
                "ß",
                "{}"
            })
    void signs_of_query_languages_are_nothing_but_characters(String value) throws Exception {
        var chunk = only("/a.md", List.of(), map("note", value, "other", "plain"));
        assertTrue(passes(chunk, filter("note", value)));
        assertFalse(passes(chunk, filter("other", value)));
        assertFalse(passes(chunk, filter("note", "plain")));
        assertFalse(passes(chunk, filter("note", value + "x")));
    }

    @Test
    void values_longer_than_a_term_may_be_are_compared_in_full() throws Exception {
        var value = "word ".repeat(20_000);
        var chunk = only(
                "/a/" + "deep/".repeat(3_000) + "b.md", List.of(), map("abstract", value, "k".repeat(50_000), "v"));
        assertTrue(passes(chunk, filter("abstract", value)));
        assertFalse(passes(chunk, filter("abstract", value + "more")));
        assertTrue(passes(chunk, filter("source", chunk.source())));
    }

    @Test
    void a_source_is_its_path_any_ending_of_it_and_every_folder_above() throws Exception {
        var chunk = only("/home/ann/My Docs/guide/a.md", List.of(), Map.of());
        for (var yes : List.of(
                "/home/ann/My Docs/guide/a.md",
                "a.md",
                "guide/a.md",
                "My Docs/guide/a.md",
                "/home/ann/My Docs/guide",
                "/home/ann/My Docs/guide/",
                "/home",
                "guide",
                "My Docs")) {
            assertTrue(passes(chunk, filter("source", yes)), yes);
        }
        for (var no : List.of("A.md", ".md", "uide/a.md", "/guide/a.md", "/home/an", "ann/My", "")) {
            assertFalse(passes(chunk, filter("source", no)), no);
        }
    }

    @Test
    void an_address_is_a_source_like_a_path() throws Exception {
        var chunk = only("https://x.example/docs/a?b=1&c=2", List.of(), Map.of());
        for (var yes : List.of(
                "https://x.example/docs/a?b=1&c=2", "https://x.example", "x.example", "https://x.example/docs/")) {
            assertTrue(passes(chunk, filter("source", yes)), yes);
        }
    }

    @Test
    void metadata_named_like_a_built_in_key_is_found_by_it_too_and_can_not_take_a_document_over() throws Exception {
        var chunk =
                only("/a.md", List.of(), map("type", "policy", "document", "doc_0123456789abcdef", "lang", "klingon"));
        assertTrue(passes(chunk, filter("type", "policy")));
        assertTrue(passes(chunk, filter("type", "text")));
        try (var writer = store.writer("c", PRINT)) {
            writer.delete("doc_0123456789abcdef");
            writer.commit(2);
        }
        assertTrue(passes(chunk, Filter.NONE));
        try (var reader = store.reader(List.of("c"))) {
            assertEquals(Map.of("en", 1), reader.languages());
        }
    }

    @Test
    void a_point_in_time_is_found_by_its_day() throws Exception {
        var chunk = only("/a.md", List.of(), map("created_at", "2024-05-01T12:00:00Z"));
        assertTrue(passes(chunk, filter("created_at", "2024-05-01")));
        assertTrue(passes(chunk, filter("created_at", "2024-05-01T12:00:00Z")));
        assertFalse(passes(chunk, filter("created_at", "2024-05-02")));
    }

    @Test
    void what_was_given_from_outside_is_no_key() throws Exception {
        only("/a.md", List.of(), map("year", 2026, Chunk.PROVENANCE, "{}"));
        try (var reader = store.reader(List.of("c"))) {
            assertEquals(List.of("document", "lang", "source", "tag", "type", "year"), reader.filterKeys());
        }
    }

    @Test
    void the_keys_with_numbers_and_with_days_are_known() throws Exception {
        only("/a.md", List.of(), map("Year", 2026, "until", "2026-01-01", "both", List.of("2026-01-01"), "text", "x"));
        try (var writer = store.writer("c", PRINT)) {
            put(writer, chunk("c", "/b.md", 0, "more", List.of(), map("both", 7, "text", "2026")), at(0));
            writer.commit(2);
        }
        try (var reader = store.reader(List.of("c"))) {
            assertEquals(
                    Map.of(
                            "year", Set.of(FieldType.NUMBER),
                            "until", Set.of(FieldType.DATE),
                            "both", Set.of(FieldType.NUMBER, FieldType.DATE)),
                    reader.orderedKeys());
        }
    }

    @Test
    void the_keys_that_can_be_asked_for_are_listed() throws Exception {
        only("/a.md", List.of(), map("Year", 2026, "a b", 1, "year\u0001", 2));
        try (var reader = store.reader(List.of("c"))) {
            assertEquals(
                    List.of("a b", "document", "lang", "source", "tag", "type", "year", "year\u0001"),
                    reader.filterKeys());
        }
    }
}
