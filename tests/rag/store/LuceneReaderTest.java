package rag.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.at;
import static rag.store.Samples.chunk;
import static rag.store.Samples.filter;
import static rag.store.Samples.map;
import static rag.store.Samples.put;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Candidate;
import rag.model.Chunk;
import rag.model.Filter;

class LuceneReaderTest {

    @TempDir
    Path data;

    private LuceneChunkStore store;

    @BeforeEach
    void open() {
        store = new LuceneChunkStore(data);
    }

    @AfterEach
    void close() throws Exception {
        store.close();
    }

    private ChunkReader reader() throws Exception {
        return store.reader(List.of("c"));
    }

    private static List<String> ids(List<Candidate> candidates) {
        return candidates.stream().map(Candidate::id).toList();
    }

    private static List<String> texts(List<Chunk> chunks) {
        return chunks.stream().map(Chunk::text).toList();
    }

    @Test
    void the_dense_route_gives_cosines_best_first() throws Exception {
        var near = chunk("c", "/near", 0, "near");
        var right = chunk("c", "/right", 0, "right angle");
        var away = chunk("c", "/away", 0, "away");
        try (var writer = store.writer("c", PRINT)) {
            put(writer, away, at(180));
            put(writer, right, at(90));
            put(writer, near, at(60));
            writer.commit(1);
        }
        try (var reader = reader()) {
            var list = reader.dense(at(0), Filter.NONE, 20);
            assertEquals(List.of(near.id(), right.id(), away.id()), ids(list));
            assertEquals(0.5, list.get(0).score(), 1e-6);
            assertEquals(0, list.get(1).score(), 1e-6);
            assertEquals(-1, list.get(2).score(), 1e-6);
            assertEquals(List.of(near.id()), ids(reader.dense(at(0), Filter.NONE, 1)));
        }
    }

    @Test
    void a_collection_of_one_chunk_answers_any_top_k() throws Exception {
        var only = Samples.write(store, "c", "one apple").getFirst();
        try (var reader = reader()) {
            for (int topK : new int[] {1, 20, Integer.MAX_VALUE}) {
                assertEquals(List.of(only.id()), ids(reader.dense(at(0), Filter.NONE, topK)));
                assertEquals(
                        List.of(only.id()),
                        ids(reader.sparse("apple", Filter.NONE, topK).candidates()));
            }
            assertThrows(IllegalArgumentException.class, () -> reader.dense(at(0), Filter.NONE, 0));
            assertThrows(IllegalArgumentException.class, () -> reader.sparse("apple", Filter.NONE, -1));
        }
    }

    @Test
    void an_empty_collection_answers_with_nothing_and_says_why() throws Exception {
        try (var writer = store.writer("c", PRINT)) {
            writer.commit(1);
        }
        try (var reader = reader()) {
            assertEquals(0, reader.size());
            assertEquals(List.of(), reader.dense(at(0), Filter.NONE, 5));
            assertEquals(
                    "none of the words occurs: apple",
                    reader.sparse("apple", Filter.NONE, 5).reason());
            assertEquals(List.of(), reader.find("apple", 5));
            assertEquals(Map.of(), reader.languages());
            assertEquals(List.of("document", "lang", "source", "tag", "type"), reader.filterKeys());
        }
    }

    @Test
    void three_chunks_behind_a_filter_are_found_among_five_thousand_better_ones() throws Exception {
        var random = new Random(1);
        var wanted = new ArrayList<String>();
        try (var writer = store.writer("c", PRINT)) {
            for (int i = 0; i < 5_000; i++) {
                put(
                        writer,
                        chunk("c", "/a/" + i, 0, "apple apple " + i, List.of("A"), Map.of()),
                        at(random.nextDouble(10)));
                if (i % 2_000 == 500) {
                    var chunk = chunk("c", "/b/" + i, 0, "a long way round to one apple " + i, List.of("B"), Map.of());
                    put(writer, chunk, at(100 + i / 1000.0));
                    wanted.add(chunk.id());
                }
            }
            writer.commit(1);
        }
        try (var reader = reader()) {
            assertEquals(wanted, ids(reader.dense(at(0), filter("tag", "B"), 5)));
            assertEquals(
                    wanted.stream().sorted().toList(),
                    ids(reader.sparse("apple", filter("tag", "B"), 5).candidates()).stream()
                            .sorted()
                            .toList());
            assertEquals(5, reader.dense(at(0), filter("tag", "A"), 5).size());
            assertEquals(
                    2,
                    reader.densePlace(at(0), filter("tag", "B"), wanted.get(1))
                            .orElseThrow()
                            .rank());
            assertEquals(
                    5_002,
                    reader.densePlace(at(0), Filter.NONE, wanted.get(1))
                            .orElseThrow()
                            .rank());
            assertEquals(
                    3,
                    reader.sparsePlace("apple", filter("tag", "B"), wanted.get(0))
                                    .orElseThrow()
                                    .rank()
                            + reader.sparsePlace("apple", filter("tag", "B"), wanted.get(1))
                                    .orElseThrow()
                                    .rank()
                            + reader.sparsePlace("apple", filter("tag", "B"), wanted.get(2))
                                    .orElseThrow()
                                    .rank()
                            - 3);
            assertTrue(reader.sparsePlace("apple", Filter.NONE, wanted.get(0))
                            .orElseThrow()
                            .rank()
                    > 5_000);
            assertTrue(
                    reader.densePlace(at(0), filter("tag", "A"), wanted.get(0)).isEmpty());
        }
    }

    @Test
    void equal_scores_are_in_the_order_of_the_ids_wherever_the_list_is_cut() throws Exception {
        var chunks = IntStream.range(0, 300)
                .mapToObj(i -> chunk("c", "/" + i, 0, "the same words"))
                .collect(Collectors.toList());
        var byId = chunks.stream().map(Chunk::id).sorted().toList();
        for (int seed = 1; seed <= 2; seed++) {
            Collections.shuffle(chunks, new Random(seed));
            try (var writer = store.rewriter("c", PRINT)) {
                for (int i = 0; i < chunks.size(); i++) {
                    put(writer, chunks.get(i), at(30));
                    if (i == 100) writer.commit(1);
                }
                writer.commit(2);
            }
            try (var reader = reader()) {
                for (int topK : new int[] {1, 4, 100, 250, 300}) {
                    assertEquals(byId.subList(0, topK), ids(reader.dense(at(0), Filter.NONE, topK)));
                    assertEquals(
                            byId.subList(0, topK),
                            ids(reader.sparse("words", Filter.NONE, topK).candidates()));
                }
                assertEquals(
                        251,
                        reader.densePlace(at(0), Filter.NONE, byId.get(250))
                                .orElseThrow()
                                .rank());
                assertEquals(
                        251,
                        reader.sparsePlace("words", Filter.NONE, byId.get(250))
                                .orElseThrow()
                                .rank());
            }
        }
    }

    @Test
    void equal_texts_have_one_likeness_in_both_routes() throws Exception {
        Samples.write(store, "c", "the very same words", "the very same words", "something else");
        try (var reader = reader()) {
            var list = reader.sparse("same", Filter.NONE, 5).candidates();
            assertEquals(list.get(0).likeness(), list.get(1).likeness());
            assertEquals(SimHash.of("the very same words"), list.get(0).likeness());
            var dense = reader.dense(at(0), Filter.NONE, 5).stream()
                    .collect(Collectors.toMap(Candidate::id, Candidate::likeness));
            list.forEach(candidate -> assertEquals(candidate.likeness(), dense.get(candidate.id())));
        }
    }

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
            assertEquals(SparseQuery.MOST_WORDS, result.terms().size());
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
    void chunks_come_in_the_order_asked_and_a_document_in_reading_order() throws Exception {
        var chunks = IntStream.range(0, 50)
                .mapToObj(i -> chunk("c", "/book", i, "page " + i))
                .collect(Collectors.toList());
        var shuffled = new ArrayList<>(chunks);
        Collections.shuffle(shuffled, new Random(2));
        try (var writer = store.writer("c", PRINT)) {
            writer.put(
                    chunks.getFirst().documentId(),
                    shuffled,
                    shuffled.stream().map(c -> at(c.index())).toList());
            put(writer, chunk("c", "/other", 0, "page"), at(0));
            writer.commit(1);
        }
        try (var reader = reader()) {
            assertEquals(chunks, reader.document(chunks.getFirst().documentId()));
            assertEquals(List.of(), reader.document("doc_none"));
            var asked = List.of(chunks.get(7), chunks.get(3), chunks.get(40));
            assertEquals(
                    asked,
                    reader.chunks(List.of(
                            asked.get(0).id(),
                            "nobody",
                            asked.get(1).id(),
                            asked.get(2).id())));
            var vectors = reader.vectors(
                    List.of(chunks.get(9).id(), "nobody", chunks.get(2).id()));
            assertEquals(List.of(chunks.get(9).id(), chunks.get(2).id()), List.copyOf(vectors.keySet()));
            assertArrayEquals(at(9), vectors.get(chunks.get(9).id()), 0);
            assertArrayEquals(at(2), vectors.get(chunks.get(2).id()), 0);
        }
    }

    @Test
    void each_chunk_is_found_by_the_words_of_its_own_language() throws Exception {
        var texts = Map.of(
                "de", "Die alten Zeitungen liegen im Keller.",
                "en", "Two bicycles were repaired.",
                "zh", "重跑gen-itgc后50条",
                "und", "getUserById(HTTP_200) in v1.2.3");
        try (var writer = store.writer("c", PRINT)) {
            for (var text : texts.entrySet())
                put(writer, in(text.getKey(), "/" + text.getKey(), text.getValue()), at(0));
            put(writer, in("en", "/play", "To be, or not to be."), at(0));
            writer.commit(1);
        }
        var questions = Map.of(
                "Zeitung",
                "de",
                "bicycle",
                "en",
                "重跑",
                "zh",
                "itgc",
                "zh",
                "user by id",
                "und",
                "1.2",
                "und",
                "HTTP_200",
                "und");
        try (var reader = reader()) {
            for (var question : questions.entrySet()) {
                var found = ids(reader.sparse(question.getKey(), Filter.NONE, 5).candidates());
                assertEquals(List.of(texts.get(question.getValue())), texts(reader.chunks(found)), question.getKey());
            }
            assertEquals(List.of("To be, or not to be."), texts(reader.find("to be or not to be", 5)));
            assertEquals(List.of("重跑gen-itgc后50条"), texts(reader.find("gen-itgc后50条", 5)));
        }
    }

    @Test
    void languages_are_counted_most_first() throws Exception {
        try (var writer = store.writer("c", PRINT)) {
            int i = 0;
            for (var language : List.of("de", "en", "zh", "en", "de", "en")) {
                put(writer, in(language, "/" + i, "text " + i++), at(i));
            }
            writer.commit(1);
            writer.delete(chunk("c", "/2", 0, "x").documentId());
            writer.commit(2);
        }
        try (var reader = reader()) {
            assertEquals(
                    List.of(Map.entry("en", 3), Map.entry("de", 2)),
                    List.copyOf(reader.languages().entrySet()));
        }
    }

    private static Chunk in(String language, String source, String text) {
        var c = chunk("c", source, 0, text);
        return new Chunk(
                c.id(),
                c.documentId(),
                "c",
                source,
                0,
                text,
                "",
                List.of(),
                "text",
                language,
                null,
                0,
                text.length(),
                List.of(),
                List.of(),
                "",
                List.of(),
                false,
                Map.of());
    }

    @Test
    void a_passage_is_found_by_id_document_source_or_words() throws Exception {
        try (var writer = store.writer("c", PRINT)) {
            var guide = IntStream.range(0, 3)
                    .mapToObj(i -> chunk("c", "/docs/guide.md", i, "guide page " + i))
                    .toList();
            writer.put(guide.getFirst().documentId(), guide, List.of(at(1), at(2), at(3)));
            put(writer, chunk("c", "/docs/fees.md", 0, "The annual fee is 250 euro, payable in March."), at(4));
            put(writer, chunk("c", "/docs/fee.md", 0, "In March the fee of the annual fair is payable."), at(5));
            writer.commit(1);
        }
        var id = chunk("c", "/docs/guide.md", 1, "guide page 1").id();
        try (var reader = reader()) {
            assertEquals(List.of("guide page 1"), texts(reader.find(" " + id + " ", 5)));
            assertEquals(
                    List.of("guide page 0", "guide page 1", "guide page 2"),
                    texts(reader.find(id.substring(0, 20), 5)));
            assertEquals(List.of("guide page 0", "guide page 1"), texts(reader.find("docs/guide.md", 2)));
            assertEquals(List.of("guide page 0"), texts(reader.find("guide.md", 1)));
            assertEquals(List.of(), reader.find("docs", 9), "a folder is no passage");
            var fee = "The annual fee is 250 euro, payable in March.";
            assertEquals(List.of(fee), texts(reader.find("annual fee is 250 EURO", 5)), "as a phrase");
            assertEquals(List.of(fee), texts(reader.find("250 euro annual fee", 5)), "in another order");
            assertEquals(List.of(fee), texts(reader.find("annual fee 250 dollars", 5)), "three of four words");
            assertEquals(List.of(), reader.find("annual tax 250 dollars", 5));
            assertEquals(List.of(), reader.find("zeppelin", 5));
            assertEquals(List.of(), reader.find("", 5));
        }
    }

    @Test
    void the_place_in_the_sparse_list_comes_with_the_words_held_and_lacked() throws Exception {
        var chunks = Samples.write(store, "c", "apple pie", "apple tart", "pear juice");
        try (var reader = reader()) {
            var place = reader.sparsePlace(
                            "Apples, pears and zeppelins",
                            Filter.NONE,
                            chunks.get(1).id())
                    .orElseThrow();
            assertEquals(List.of("Apples"), place.matched());
            assertEquals(List.of("pears", "zeppelins"), place.missing());
            assertTrue(place.explanation().contains("idf"), place.explanation());
            var list =
                    reader.sparse("Apples, pears and zeppelins", Filter.NONE, 5).candidates();
            assertEquals(chunks.get(1).id(), list.get(place.rank() - 1).id());
            assertEquals(list.get(place.rank() - 1).score(), place.score());

            var none = reader.sparsePlace(
                            "zeppelins", Filter.NONE, chunks.get(1).id())
                    .orElseThrow();
            assertEquals(0, none.rank());
            assertEquals("it holds none of the words", none.explanation());
            assertTrue(reader.sparsePlace(
                            "apple", filter("type", "pdf"), chunks.get(1).id())
                    .isEmpty());
            assertTrue(reader.sparsePlace("apple", Filter.NONE, "nobody").isEmpty());
            assertTrue(reader.densePlace(at(0), Filter.NONE, "nobody").isEmpty());
        }
    }

    @Test
    void the_place_in_the_dense_list_is_exact_over_several_segments() throws Exception {
        var random = new Random(11);
        var vectors = new java.util.LinkedHashMap<String, float[]>();
        try (var writer = store.writer("c", PRINT)) {
            for (int i = 0; i < 1_000; i++) {
                var chunk = chunk("c", "/" + i, 0, "text " + i);
                vectors.put(chunk.id(), Samples.random(random));
                put(writer, chunk, vectors.get(chunk.id()));
                if (i % 300 == 299) writer.commit(i);
            }
            writer.commit(1_000);
        }
        var query = Samples.random(random);
        var byHand = new ArrayList<>(vectors.keySet());
        byHand.sort(java.util.Comparator.comparingDouble((String id) -> -dot(query, vectors.get(id))));
        try (var reader = reader()) {
            for (int rank : new int[] {1, 2, 100, 101, 500, 1_000}) {
                var place = reader.densePlace(query, Filter.NONE, byHand.get(rank - 1))
                        .orElseThrow();
                assertEquals(rank, place.rank());
                assertEquals(dot(query, vectors.get(byHand.get(rank - 1))), place.score(), 1e-5);
            }
            assertEquals(byHand.subList(0, 100), ids(reader.dense(query, Filter.NONE, 100)));
        }
    }

    private static double dot(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum += (double) a[i] * b[i];
        return sum;
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
