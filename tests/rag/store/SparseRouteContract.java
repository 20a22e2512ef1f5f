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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rag.model.Chunk;
import rag.model.Filter;

abstract class SparseRouteContract extends WithStore {

    @Test
    void scores_of_the_sparse_route_are_bm25_with_k1_1_2_and_b_0_75() throws Exception {
        Samples.write(store, "c", "apple pie", "apple apple tart cake", "pear juice");
        try (var reader = reader()) {
            var list = reader.sparse("apple", Filter.NONE, 5).candidates();
            // idf = ln(1 + (3 - 2 + .5) / (2 + .5)); lengths 2, 4, 2, mean 8 / 3; Lucene leaves out the factor k1 + 1
            double idf = Math.log(1.6);
            double once = idf * 1 / (1 + 1.2 * (0.25 + 0.75 * 2 / (8 / 3.0)));
            double twice = idf * 2 / (2 + 1.2 * (0.25 + 0.75 * 4 / (8 / 3.0)));
            assertEquals(Math.max(once, twice), list.get(0).score(), 1e-6);
            assertEquals(Math.min(once, twice), list.get(1).score(), 1e-6);
        }
    }

    @Test
    void signs_of_query_languages_in_a_question_are_text() throws Exception {
        Samples.write(store, "c", "copy the file", "set the timeout to 42", "open the door");
        try (var reader = reader()) {
            for (var question : List.of(
                    "C++ (copy",
                    "copy/b",
                    "copy AND",
                    "copy *",
                    "\"copy",
                    "https://x.y/copy?a=1&b=2",
                    "copy [1 TO",
                    "NOT copy",
                    "-copy",
                    "copy~ ^2 || !x",
                    "words: copy",
                    "+copy +nothing")) {
                assertEquals(
                        1, reader.sparse(question, Filter.NONE, 5).candidates().size(), question);
            }
            assertEquals(
                    1, reader.sparse("timeout: 42", Filter.NONE, 5).candidates().size());
        }
    }

    @Test
    void coverage_is_the_share_of_term_weight_in_the_best_chunk() throws Exception {
        Samples.write(store, "c", "alpha beta", "beta gamma", "beta delta", "beta");
        try (var reader = reader()) {
            assertEquals(1, reader.sparse("alpha beta", Filter.NONE, 5).coverage(), 1e-9);
            double rare = Math.log(1 + 3.5 / 1.5); // in one of four
            double common = Math.log(1 + 0.5 / 4.5); // in all four
            double unknown = Math.log(1 + 4.5 / 0.5); // in none
            assertEquals(
                    (rare + common) / (2 * rare + common),
                    reader.sparse("alpha beta gamma", Filter.NONE, 5).coverage(),
                    1e-9);
            assertEquals(
                    rare / (rare + unknown),
                    reader.sparse("alpha zeppelin", Filter.NONE, 5).coverage(),
                    1e-9);
            assertEquals(0, reader.sparse("zeppelin", Filter.NONE, 5).coverage());
            // In a few texts "what" and "could" are as rare as names, and say as little as in many.
            assertEquals(
                    1, reader.sparse("what could alpha beta", Filter.NONE, 5).coverage(), 1e-9);
            assertEquals(0, reader.sparse("what could", Filter.NONE, 5).coverage());
        }
    }

    @Test
    void a_search_for_words_that_finds_nothing_says_why() throws Exception {
        Samples.write(store, "c", "alpha beta", "gamma");
        try (var reader = reader()) {
            assertEquals(
                    "none of the words occurs: zeppelin",
                    reader.sparse("zeppelin", Filter.NONE, 5).reason());
            assertEquals(
                    "no chunk that passes the filter holds any of the words",
                    reader.sparse("alpha", filter("type", "pdf"), 5).reason());
            assertEquals(
                    "there is no word in the question",
                    reader.sparse("***", Filter.NONE, 5).reason());
            assertTrue(reader.sparse("of the", Filter.NONE, 5).reason().startsWith("there are only stop words"));
            assertEquals(
                    List.of("of", "the"),
                    reader.sparse("of the", Filter.NONE, 5).dropped());
            assertEquals("", reader.sparse("alpha", Filter.NONE, 5).reason());
        }
    }

    @Test
    void of_1500_distinct_words_the_rarest_are_searched_and_the_cut_is_said() throws Exception {
        var common = IntStream.range(0, 1_400).mapToObj(i -> word("co", i)).collect(Collectors.joining(" "));
        var rare = IntStream.range(0, 100).mapToObj(i -> word("ra", i)).collect(Collectors.joining(" "));
        var chunks = Samples.write(store, "c", common, common + " again", common + " and again", rare);
        try (var reader = reader()) {
            var result = reader.sparse(common + " " + rare, Filter.NONE, 5);
            assertTrue(result.cut());
            assertEquals(QuestionWords.MOST_WORDS, result.terms().size());
            assertTrue(result.terms().contains(word("ra", 99)));
            assertTrue(ids(result.candidates()).contains(chunks.get(3).id()));
            assertFalse(reader.sparse(rare, Filter.NONE, 5).cut());
            var long200 = "word ".repeat(40_000);
            assertEquals(List.of("word"), reader.sparse(long200, Filter.NONE, 5).terms());
            assertTrue(reader.sparse(long200, Filter.NONE, 5).cut());
        }
    }

    /** A word that no analyzer takes apart. */
    private static String word(String start, int number) {
        var letters = "bdfghjklmnprtvwz";
        return start + letters.charAt(number >> 8) + letters.charAt(number >> 4 & 15) + letters.charAt(number & 15)
                + "ok";
    }

    @Test
    void a_repeated_word_weighs_as_often_as_it_is_asked() throws Exception {
        Samples.write(store, "c", "alpha", "beta");
        try (var reader = reader()) {
            double once = reader.sparse("alpha", Filter.NONE, 5)
                    .candidates()
                    .getFirst()
                    .score();
            double twice = reader.sparse("alpha alpha", Filter.NONE, 5)
                    .candidates()
                    .getFirst()
                    .score();
            assertEquals(2 * once, twice, 1e-6);
        }
    }

    @Test
    void headings_and_title_are_searched_with_the_passage() throws Exception {
        var c = chunk("c", "/a", 0, "It costs 250 euro.");
        var headed = new Chunk(
                c.id(),
                c.documentId(),
                "c",
                "/a",
                0,
                c.text(),
                "Handbook",
                List.of("Fees", "Parking"),
                "text",
                "en",
                null,
                0,
                5,
                List.of(),
                List.of(),
                "",
                List.of(),
                false,
                map());
        try (var writer = store.writer("c", PRINT)) {
            put(writer, headed, at(0));
            writer.commit(1);
        }
        try (var reader = reader()) {
            assertEquals(1, reader.sparse("parking handbook", Filter.NONE, 5).coverage(), 1e-9);
        }
    }
}
