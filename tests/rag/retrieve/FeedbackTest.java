package rag.retrieve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.model.Candidate;

/** What the first passages do to the order of the others. Vectors lie in a plane, so that angles can be worked out. */
class FeedbackTest {

    private static final RouteWeights HALF = new RouteWeights(0.5, 0.5);
    private static final float[] QUESTION = at(0);

    /** The unit vector at so many degrees. */
    private static float[] at(double degrees) {
        return new float[] {(float) Math.cos(Math.toRadians(degrees)), (float) Math.sin(Math.toRadians(degrees))};
    }

    private static Map<String, float[]> vectors(Object... idsAndDegrees) {
        var vectors = new LinkedHashMap<String, float[]>();
        for (int i = 0; i < idsAndDegrees.length; i += 2)
            vectors.put((String) idsAndDegrees[i], at((int) idsAndDegrees[i + 1]));
        return vectors;
    }

    private static List<Candidate> route(Object... idsAndScores) {
        var route = new ArrayList<Candidate>();
        for (int i = 0; i < idsAndScores.length; i += 2)
            route.add(new Candidate((String) idsAndScores[i], (double) idsAndScores[i + 1], 0));
        return route;
    }

    private static double dot(float[] a, float[] b) {
        return a[0] * b[0] + a[1] * b[1];
    }

    /** Both routes over these vectors: the dense list is theirs, the sparse one is given. */
    private static Map<String, Double> scores(
            Feedback feedback, Map<String, float[]> vectors, int denseTopK, Object... sparse) {
        var dense = new ArrayList<Candidate>();
        vectors.forEach((id, vector) -> dense.add(new Candidate(id, vector[0], 0)));
        dense.sort((a, b) -> Double.compare(b.score(), a.score()));
        var found = dense.subList(0, Math.min(denseTopK, dense.size()));
        var fused = new Convex().fuse(found, route(sparse), HALF);
        return feedback.scores(QUESTION, fused, vectors, FeedbackTest::dot, new Convex(), HALF, denseTopK);
    }

    @Test
    void theQuestionMovesTowardsTheMeanOfTheFirstPassages() {
        // The first passage lies at 60°, so a question at 0° that moves by its whole weight points to 30°.
        var vectors = vectors("best", 60, "left", -10, "right", 20, "far", 90);
        var scores = scores(new Feedback(1, 1, 0), vectors, 4, "best", 9.0);

        double least = Math.cos(Math.toRadians(60)), most = Math.cos(Math.toRadians(10));
        // far lies 60° from where the question points now, left 40°, right 10°, best 30° (and is all the words found)
        assertEquals(0.5 * (Math.cos(Math.toRadians(30)) - least) / (most - least) + 0.5, scores.get("best"), 1e-6);
        assertEquals(0.5, scores.get("right"), 1e-6);
        assertEquals(0.5 * (Math.cos(Math.toRadians(40)) - least) / (most - least), scores.get("left"), 1e-6);
        assertEquals(0, scores.get("far"), 1e-6);
        assertEquals(List.of("best", "right", "left", "far"), List.copyOf(scores.keySet()));
    }

    @Test
    void aPassageThatOnlyWordsFoundGetsItsCosineToo() {
        // Words alone find "a_words" at 32°; the question moves from 0° to 16°, and it is the second nearest of three.
        var vectors = vectors("a_words", 32, "b", -28, "c", -29, "d", 30);
        var scores = scores(new Feedback(1, 1, 0), vectors, 3, "a_words", 5.0);

        double least = Math.cos(Math.toRadians(44)), most = Math.cos(Math.toRadians(14));
        assertEquals(0.5 + 0.5 * (Math.cos(Math.toRadians(16)) - least) / (most - least), scores.get("a_words"), 1e-6);
    }

    @Test
    void withoutWeightAndShareTheScoresAreTheFusions() {
        var vectors = vectors("a", 10, "b", 25, "c", 70);
        var scores = scores(new Feedback(2, 0, 0), vectors, 3, "b", 4.0, "c", 1.0);

        var dense = route(
                "a",
                Math.cos(Math.toRadians(10)),
                "b",
                Math.cos(Math.toRadians(25)),
                "c",
                Math.cos(Math.toRadians(70)));
        for (var f : new Convex().fuse(dense, route("b", 4.0, "c", 1.0), HALF))
            assertEquals(f.score(), scores.get(f.id()), 1e-6, f.id());
    }

    @Test
    void aPassageInGoodCompanyRisesAboveALonelyOneOfTheSameScore() {
        // friend and lonely are equally far from the question; friend lies among those that the words found as well
        var vectors = vectors("x", 18, "y", 20, "z", 22, "friend", 24, "lonely", -24, "o", 60, "p", -60);
        var without = scores(new Feedback(1, 0, 0), vectors, 7, "x", 9.0, "y", 8.5, "z", 8.0, "o", 1.0);
        var with = scores(new Feedback(1, 0, 0.3), vectors, 7, "x", 9.0, "y", 8.5, "z", 8.0, "o", 1.0);

        assertEquals(without.get("friend"), without.get("lonely"), 1e-6);
        assertTrue(with.get("friend") > with.get("lonely") + 0.05, with.toString());
    }

    @Test
    void allCandidatesStayAndTiesGoById() {
        var vectors = vectors("c", 30, "b", 30, "a", 30, "e", 90, "d", 90);
        var scores = scores(Feedback.MEASURED, vectors, 3, "e", 1.0, "d", 1.0);

        assertEquals(5, scores.size());
        assertTrue(List.copyOf(scores.keySet()).toString().contains("a, b, c"), scores.toString());
    }

    @Test
    void aNumberOutOfRangeIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Feedback(0, 0.5, 0.2));
        assertThrows(IllegalArgumentException.class, () -> new Feedback(5, Double.NaN, 0.2));
        assertThrows(IllegalArgumentException.class, () -> new Feedback(5, 0.5, 1.1));
    }
}
