package rag.retrieve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import rag.model.Candidate;
import rag.trace.RankChange;
import rag.trace.RankChanges;

class FusionTest {

    private static final RouteWeights EVEN = new RouteWeights(0.5, 0.5);

    private static List<Candidate> list(Object... idsAndScores) {
        var list = new ArrayList<Candidate>();
        for (int i = 0; i < idsAndScores.length; i += 2) {
            list.add(new Candidate((String) idsAndScores[i], ((Number) idsAndScores[i + 1]).doubleValue(), 0));
        }
        return list;
    }

    private static List<String> ids(List<Fused> fused) {
        return fused.stream().map(Fused::id).toList();
    }

    /** Worked by hand: a 1/61 + 1/62, c 1/63 + 1/61, b 1/62, e 1/63, d 1/64, each halved by the weights. */
    @Test
    void reciprocalRankAddsTheInverseOfThePlaces() {
        var fused =
                new ReciprocalRank(60).fuse(list("a", 4, "b", 3, "c", 2, "d", 1), list("c", 9, "a", 8, "e", 7), EVEN);

        assertEquals(List.of("a", "c", "b", "e", "d"), ids(fused));
        assertEquals(0.03252247 / 2, fused.get(0).score(), 1e-8);
        assertEquals(0.03226646 / 2, fused.get(1).score(), 1e-8);
        assertEquals(0.01612903 / 2, fused.get(2).score(), 1e-8);
        assertEquals(0.01587302 / 2, fused.get(3).score(), 1e-8);
        assertEquals(0.01562500 / 2, fused.get(4).score(), 1e-8);
    }

    /** Dense 0.9, 0.7, 0.5 becomes 1, 0.5, 0; sparse 10, 4 becomes 1, 0. */
    @Test
    void convexStretchesEachRoutesScoresAndAddsThem() {
        var fused = new Convex().fuse(list("a", 0.9, "b", 0.7, "c", 0.5), list("b", 10, "d", 4), EVEN);

        assertEquals(List.of("b", "a", "c", "d"), ids(fused));
        assertEquals(0.75, fused.get(0).score(), 1e-12);
        assertEquals(0.5, fused.get(1).score(), 1e-12);
        assertEquals(0, fused.get(2).score(), 1e-12);
    }

    @Test
    void weightsDecideWhichRouteIsBelieved() {
        var dense = list("a", 0.9, "b", 0.1);
        var sparse = list("b", 10, "a", 1);

        assertEquals(
                "a",
                new Convex()
                        .fuse(dense, sparse, new RouteWeights(0.7, 0.3))
                        .getFirst()
                        .id());
        assertEquals(
                "b",
                new Convex()
                        .fuse(dense, sparse, new RouteWeights(0.3, 0.7))
                        .getFirst()
                        .id());
        assertEquals(
                "a",
                new ReciprocalRank(60)
                        .fuse(dense, sparse, new RouteWeights(0.7, 0.3))
                        .getFirst()
                        .id());
    }

    @Test
    void aListOfOneScoreCountsInFull() {
        var fused = new Convex().fuse(list(), list("a", 3.3), EVEN);

        assertEquals(0.5, fused.getFirst().score(), 1e-12);
    }

    @Test
    void tiesGoByChunkIdWhateverTheOrderOfTheLists() {
        var one = new ReciprocalRank(60).fuse(list("x", 1), list("a", 1), EVEN);
        var other = new ReciprocalRank(60).fuse(list("a", 1), list("x", 1), EVEN);

        assertEquals(List.of("a", "x"), ids(one));
        assertEquals(List.of("a", "x"), ids(other));
    }

    @Test
    void aChunkThatARouteDidNotFindHasNoRankThere() {
        var fused = new Convex().fuse(list("a", 0.9), list("b", 5), EVEN);

        assertNull(fused.getFirst().sparseRank());
        assertNull(fused.getFirst().sparseScore());
        assertEquals(1, fused.getFirst().denseRank());
    }

    @Test
    void rankChangesCountRisesFallsArrivalsAndLosses() {
        var changes = List.of(
                RankChange.of("a", 1, 4, null, 4, 1.0), // rose by 3
                RankChange.of("b", 2, 1, 1, null, 1.0), // fell by 1
                RankChange.of("c", 3, 3, 3, null, 1.0),
                RankChange.of("d", 4, null, null, null, 1.0), // new, no fake rise
                RankChange.of("e", null, 2, 2, null, 1.0)); // lost

        assertEquals(new RankChanges(1, 1, 1, 1, 3, 1, 1), RankChanges.of(changes));
        assertEquals(3, changes.getFirst().rankDelta());
        assertNull(changes.get(3).rankDelta());
    }
}
