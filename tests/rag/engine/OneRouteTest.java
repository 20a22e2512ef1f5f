package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Candidate;
import rag.model.Mode;
import rag.model.Query;
import rag.retrieve.RouteWeights;
import rag.trace.Trace;

/** Where one of the two routes has nothing to say, the other decides alone. */
class OneRouteTest {

    private static final RouteWeights EVEN = new RouteWeights(0.5, 0.5);

    @TempDir
    Path folder;

    private Corpus corpus;

    @BeforeEach
    void ingest() {
        corpus = new Corpus(folder, Map.of());
        corpus.write("door.md", "The museum's door opens at ten and closes at six.");
        corpus.write("pump.md", "The cooling pump needs oil every ten days.");
        corpus.write("mirror.md", "The mirror is washed with carbon dioxide snow.");
        corpus.write("dome.md", "Close the dome by hand with the crank.");
        corpus.write("ferry.md", "The ferry to the islands leaves from pier four.");
        corpus.ingest("knowledge_hub");
    }

    @AfterEach
    void close() {
        corpus.close();
    }

    private static Map<String, Object> stage(SearchRun run, String name) {
        return run.trace().stages().stream()
                .filter(s -> s.stage().equals(name))
                .findFirst()
                .orElseThrow()
                .data();
    }

    private static List<String> hits(SearchRun run) {
        return run.answer().hits().stream().map(hit -> hit.chunk().id()).toList();
    }

    private static List<String> ids(List<Candidate> list) {
        return list.stream().map(Candidate::id).toList();
    }

    @Test
    void theLastResortIsOrderedByMeaningAndItsTraceClaimsNothingElse() {
        var run = new Search(corpus.engine()).run(Query.of("hoe laat mag ik naar binnen", 5));

        assertTrue(
                run.answer().notes().toString().contains("by meaning alone"),
                "" + run.answer().notes());
        assertEquals(0.0, stage(run, "query_processing").get("dense_weight"));
        assertEquals(ids(run.dense()), hits(run));
        assertNotEquals(hits(run).stream().sorted().toList(), hits(run), "the order of ids shows nothing here");
        assertEquals(1.0, stage(run, "fusion").get("dense_weight"));
        assertEquals("none", stage(run, "feedback").get("method"));
        assertEquals("only one route found something", stage(run, "feedback").get("reason"));
    }

    @Test
    void whereNoWordIsFoundTheOrderIsThatOfMeaning() {
        var run = new Search(corpus.engine()).run(Query.of("when are visitors allowed in?", 5));

        assertTrue(run.sparse().isEmpty(), "" + run.sparse());
        assertEquals(ids(run.dense()), hits(run));
        assertEquals("only one route found something", stage(run, "feedback").get("reason"));
    }

    @Test
    void aRouteThatFailedLeavesTheOthersOrderToItself() throws IOException {
        var engine = corpus.engine();
        var run = new Search(engine).run(Query.of("how do I close the dome by hand", 5));
        assertEquals("rocchio, neighbours", stage(run, "feedback").get("method"));
        assertEquals(0.5, stage(run, "fusion").get("dense_weight"));
        var trace = engine.trace(Trace.Type.QUERY);
        try (var scope = Scope.open(engine.store(), List.of("knowledge_hub"))) {
            var plan = QueryPlan.of(engine, run.query(), scope, trace.stage("query_processing"));
            var dense = new Routes(engine, scope, trace).dense(plan.asked(), run.text(), "", plan.filter(), 100);
            var lists = Lists.of("", dense, Routes.Sparse.NONE, plan.weights(), List.of());
            var refined = Refining.of(engine, plan, scope, lists, run.fused(), trace);

            assertTrue(plan.sparse());
            assertEquals(run.fused(), refined.list());
            assertEquals(Map.of(), refined.scores());
            assertEquals(
                    "only one route answered",
                    trace.finish().stages().getLast().data().get("reason"));
        }
    }

    @Test
    void aWeightOfNothingDoesNotLevelTheOnlyListThatThereIs() {
        var found = List.of(new Candidate("b", 9, 0), new Candidate("a", 3, 0));
        var words = new Routes.Sparse(found, Map.of(), List.of());
        var meaning = new Routes.Dense(found, Map.of(), Map.of(), Map.of());

        var byWords = Lists.of("", Routes.Dense.NONE, words, new RouteWeights(1, 0), List.of());
        assertEquals(new RouteWeights(0, 1), byWords.weights());
        var byMeaning = Lists.of("", meaning, Routes.Sparse.NONE, new RouteWeights(0, 1), List.of());
        assertEquals(new RouteWeights(1, 0), byMeaning.weights());
        assertEquals(EVEN, Lists.of("", meaning, words, EVEN, List.of()).weights());
    }

    @Test
    void aLanguageThatTheModelDoesNotKnowIsNotMissedWhereOnlyWordsAreAskedFor() {
        var plain = Query.of("¿dónde está el pump?", 5);
        var words = new Query(plain.text(), List.of(), 5, Mode.SPARSE, plain.filter(), true, 0, null);
        var search = new Search(corpus.engine());

        assertTrue(search.ask(plain).notes().toString().contains("does not know the language 'es'"));
        assertFalse(search.ask(words).notes().toString().contains("does not know"));
    }
}
