package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Query;
import rag.model.Verdict;

/** The choice of collections by a question, over six small ones. */
class RoutingTest {

    @TempDir
    static Path folder;

    static RoutingSet set;
    static Engine engine;

    @BeforeAll
    static void ingest() throws IOException {
        set = RoutingSet.read();
        engine = set.ingest(folder, true);
    }

    @AfterAll
    static void close() {
        if (engine != null) engine.close();
    }

    private static SearchRun ask(String text) {
        return new Search(engine).run(new Query(text, List.of("auto"), 5, null, Filter.NONE, true, 0, null));
    }

    @Test
    void theRightCollectionIsFirstAndNoAnswerIsLost() {
        var measured = RoutingMeasure.of(engine, set.questions());
        assertTrue(measured.questions() >= 60, "" + measured);
        assertTrue(measured.first() >= 0.9 * measured.questions(), "" + measured);
        assertEquals(measured.questions(), measured.searched(), "" + measured);
        assertTrue(measured.lost() <= 0.03 * measured.questions(), "" + measured);
        assertTrue(measured.answered() >= 0.95 * measured.questions(), "" + measured);
        assertTrue(measured.collections() <= 3 * measured.questions(), "it chooses: " + measured);
    }

    @Test
    void theAnswerAndTheTraceSayWhereItLookedAndWhy() {
        var run = ask("How long is brioche baked?");
        assertEquals("bakery", run.answer().collections().getFirst());
        var note = run.answer().notes().getFirst();
        assertTrue(note.contains("bakery") && note.contains("of 6 collections"), note);
        var stage = run.trace().stages().getFirst();
        assertEquals("routing", stage.stage());
        assertEquals(run.answer().collections(), stage.data().get("chosen"));
        assertEquals(6, ((List<?>) stage.data().get("collections")).size());
    }

    @Test
    void whatTheQuestionSaysOfCollectionsIsObeyedAndNotSearchedFor() {
        var only = ask("How often is the oil changed? Only in billing-api");
        assertEquals(List.of("billing-api"), only.answer().collections());
        assertEquals("How often is the oil changed?", only.text());
        assertTrue(only.answer().notes().getFirst().startsWith("the question says only billing-api"));
        var except = ask("Wann schneidet man Rosen, außer im Stadtgarten?");
        assertTrue(except.answer().hits().stream()
                .noneMatch(hit -> hit.chunk().collection().equals("garten")));
        assertThrows(Failure.class, () -> ask("oil, only in boats, except boats"));
    }

    @Test
    void whereNoneIsClearlyAboutTheQuestionAllAreSearchedAndItIsSaid() {
        var run = ask("zyzzyva quokka palimpsest");
        assertTrue(run.answer().verdict() != Verdict.OK);
        assertEquals(
                Set.copyOf(set.collections().stream().map(RoutingSet.Held::name).toList()),
                Set.copyOf(run.answer().collections()));
        assertTrue(run.answer().notes().getFirst().contains("searched all"));
    }

    @Test
    void collectionsThatDoNotKnowAFilterAreNamed() {
        var run = ask("type:md How long is brioche baked?");
        assertEquals("bakery", run.answer().collections().getFirst());
    }

    @Test
    void aPassageOfACollectionThatWasNotChosenIsExplainedSo() {
        var question = new Query("How long is brioche baked?", List.of("auto"), 5, null, Filter.NONE, true, 0, null);
        var name = ask("oil, only in boats").answer().hits().getFirst().chunk();
        var explained = new Explain(engine).explain(question, name.id());
        assertEquals("routing", explained.stage());
        assertTrue(explained.verdict().startsWith("its collection boats was not chosen: "), explained.verdict());
        assertTrue(explained.verdict().contains("searched was bakery"), explained.verdict());
        assertEquals(List.of("name its collection: -c boats"), explained.advice());

        var excluded =
                new Query("How is oil changed, except boats?", List.of("auto"), 5, null, Filter.NONE, true, 0, null);
        var told = new Explain(engine).explain(excluded, name.id());
        assertEquals("routing", told.stage());
        assertEquals("its collection boats was not searched: the question says except boats", told.verdict());
    }
}
