package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.at;
import static rag.store.Samples.chunk;
import static rag.store.Samples.filter;
import static rag.store.Samples.put;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import rag.model.Candidate;
import rag.model.Chunk;
import rag.model.Filter;

abstract class RankingContract extends WithStore {

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
}
