package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Answer;
import rag.model.Candidate;
import rag.model.Filter;
import rag.model.Mode;
import rag.model.Query;
import rag.store.ChunkReader.Place;

/** What is said of a passage that is not among the hits is true of the lists that were made. */
class ExplainTest {

    @TempDir
    Path folder;

    private Corpus corpus;

    private Explain explain(Map<String, String> settings) {
        corpus = new Corpus(folder, settings);
        corpus.write("en/pump.md", "The cooling pump X200 needs oil every ten days.");
        corpus.write("en/valve.md", "The valve of the pump X200 is opened by hand, and closed by a spring.");
        corpus.write("en/mirror.md", "The mirror is washed with carbon dioxide snow.");
        corpus.write("zh/pump.md", "X200水泵每十天需要加一次油。");
        corpus.write("zh/valve.md", "X200水泵的阀门用手打开。");
        corpus.write("zh/ferry.md", "渡轮每天早上从四号码头出发前往北部群岛。");
        for (var name : List.of("en", "zh")) corpus.ingest(name, corpus.docs().resolve(name), false, false, false);
        return new Explain(corpus.engine());
    }

    @AfterEach
    void close() {
        corpus.close();
    }

    private static Query query(
            String text, @Nullable Mode mode, int topK, @Nullable Integer maxTokens, String... collections) {
        return new Query(text, List.of(collections), topK, mode, Filter.NONE, true, 0, maxTokens);
    }

    @Test
    void whereTwoModelsShareAListThePlaceIsSaidToBeInItsOwnCollection() {
        var explain = explain(Map.of("retrieval.dense_top_k", "3"));
        var query = query("X200", Mode.DENSE, 3, null, "en", "zh");
        var run = new Search(corpus.engine()).run(query);
        var alone = new Search(corpus.engine()).run(query("X200", Mode.DENSE, 3, null, "zh"));
        var lost = alone.dense().get(1).id();
        assertFalse(run.dense().stream().map(Candidate::id).toList().contains(lost));

        var explained = explain.explain(query, lost);
        assertEquals("recall", explained.stage());
        assertTrue(
                explained
                        .verdict()
                        .contains("it is 2 by meaning in its own collection, and 2 collections with models"
                                + " of their own share the list of 3"),
                explained.verdict());
        assertTrue(explained.advice().contains("ask its collection alone: -c zh"), "" + explained.advice());
        assertFalse(explained.advice().toString().contains("raise"), "" + explained.advice());
    }

    @Test
    void aCollectionWhoseModelDoesNotKnowTheLanguageWasNotSearchedByMeaning() {
        var explained =
                explain(Map.of()).explain(query("水泵多久加一次油", Mode.HYBRID, 3, null, "en", "zh"), "carbon dioxide");

        assertEquals("recall", explained.stage());
        assertTrue(explained.verdict().contains("its collection was not searched by meaning"), explained.verdict());
    }

    @Test
    void whereTheApproximateSearchPassedAPassageByThatIsSaid() {
        explain(Map.of());
        var run = new Search(corpus.engine()).run(query("oil for the pump", Mode.DENSE, 3, null, "en"));
        var chunk = run.answer().hits().getLast().chunk();
        // such a run as a graph makes of it that misses the passage
        var missed = new SearchRun(
                run.query(),
                run.text(),
                run.filter(),
                "",
                run.dense().subList(0, 2),
                run.sparse(),
                run.fused().subList(0, 2),
                run.refined().subList(0, 2),
                run.ranked().subList(0, 2),
                run.meant(),
                List.of(),
                new Answer(
                        run.text(),
                        List.of("en"),
                        run.answer().verdict(),
                        "",
                        run.answer().hits().subList(0, 2),
                        List.of(),
                        1,
                        "t"),
                run.trace());
        var followed = new Followed(chunk, List.of(), new Places(new Place(3, 0.4), 1, null, 1, null, null, null));
        var explained = followed.judged(missed, corpus.engine().settings().retrieval());

        assertTrue(
                explained.verdict().contains("it is 3 by meaning, but the approximate search passed it by"),
                explained.verdict());
        assertFalse(explained.advice().toString().contains("to 3"), "" + explained.advice());
    }

    @Test
    void aPlaceBehindTheEndOfAListIsReachedByALongerOne() {
        var explain = explain(Map.of("retrieval.dense_top_k", "1", "retrieval.sparse_top_k", "1"));
        var query = query("oil for the pump", Mode.DENSE, 3, null, "en");
        var explained = explain.explain(query, "carbon dioxide");

        assertEquals("recall", explained.stage());
        assertTrue(explained.verdict().contains("by meaning (the list ends at 1)"), explained.verdict());
        int place = Objects.requireNonNull(explained.dense()).rank();
        assertTrue(explained.advice().contains("raise retrieval.dense_top_k to " + place), "" + explained.advice());
    }

    @Test
    void whatTheBudgetLeftOutIsNotSaidToNeedMoreHits() {
        var explain = explain(Map.of());
        // two copies fold into one hit, which pulls up what stood behind them
        var text = "The compressor needs oil every week, says the oil company's sheet number %s on oil.";
        for (var name : List.of("a", "b", "c")) corpus.write("oil/" + name + ".md", text.formatted("seven"));
        corpus.write("oil/d.md", "Oil is kept in the blue cabinet of the workshop by the door.");
        corpus.write("oil/e.md", "Nobody may smoke in the workshop, where oil is kept, nor eat there.");
        corpus.ingest("oil", corpus.docs().resolve("oil"), false, false, false);
        var whole = new Search(corpus.engine()).run(query("oil for the compressor", null, 2, null, "oil"));
        assertEquals(2, whole.answer().hits().size());
        var second = whole.answer().hits().get(1).chunk();
        assertTrue(whole.ranked().stream().map(f -> f.id()).toList().indexOf(second.id()) >= 2, "it was not pulled up");

        var explained = explain.explain(query("oil for the compressor", null, 2, 30, "oil"), second.id());
        assertEquals("budget", explained.stage());
        assertEquals("it would be hit 2, which the budget of 30 tokens left out", explained.verdict());
        assertEquals(List.of("allow more tokens"), explained.advice());
    }

    /** A document whose passages all speak of pressure, and only the last of them of grease. */
    private Explain manual() {
        corpus = new Corpus(folder, Map.of("ingestion.chunk_size", "300", "ingestion.chunk_overlap", "0"));
        var text = new StringBuilder();
        for (int i = 1; i <= 40; i++) {
            text.append("# Step ")
                    .append(i)
                    .append("\n\nThe pressure of vessel number ")
                    .append(i);
            text.append(
                    " is read at the gauge, written into the book, and compared with the value of the day before.\n\n");
        }
        corpus.write("m/manual.md", text + "# Last\n\nThe pressure seal wants graphite grease every spring.\n");
        corpus.write("m/other.md", "Graphite is a form of carbon that is used in pencils.");
        corpus.ingest("m", corpus.docs().resolve("m"), false, false, false);
        return new Explain(corpus.engine());
    }

    @Test
    void ofManyPassagesThatFitTheOneThatCameFurthestIsFollowedHoweverFarDownItStands() {
        var explain = manual();
        var query = query("graphite grease for the pressure seal", null, 3, null, "m");
        for (var wanted : List.of("manual.md", "pressure")) {
            var explained = explain.explain(query, wanted);
            assertEquals("returned", explained.stage(), wanted + ": " + explained.verdict());
            assertEquals(1, explained.rank(), wanted);
            assertTrue(explained.preview().contains("graphite grease"), explained.preview());
            assertEquals(Explanation.MOST_OTHERS, explained.more().size());
        }
    }

    @Test
    void aDocumentThatNoListReachedIsFollowedByThePassageThatHasTheQuestionsWords() {
        var explain = manual();
        var query = query("graphite grease for the pressure seal", null, 3, null, "m");
        var other = query.with(
                query.collections(), new Filter(List.of(new Filter.Condition("source", List.of("other.md")))));
        var explained = explain.explain(other, "manual.md");
        assertEquals("filter", explained.stage());
        assertTrue(explained.preview().contains("graphite grease"), explained.preview());
    }

    @Test
    void ofSeveralConditionsTheOnesThatLeaveAPassageOutAreNamed() {
        var explain = explain(Map.of());
        var query = query("oil for the pump", null, 3, null, "en");
        var conditions = List.of(
                new Filter.Condition("type", List.of("markdown")),
                new Filter.Condition("source", List.of("pump.md")),
                new Filter.Condition("lang", List.of("en")));
        var explained = explain.explain(query.with(query.collections(), new Filter(conditions)), "mirror.md");
        assertEquals("filter", explained.stage());
        assertEquals("the filter source=pump.md leaves it out", explained.verdict());
    }

    @Test
    void aKnownDocumentThatCouldNotBeReadIsNotMistakenForOneThatMentionsIt() {
        corpus = new Corpus(folder, Map.of());
        corpus.write("x/list.md", "The plan of the tower is kept in tower.pdf, behind the door.");
        corpus.write("x/tower.pdf", "%PDF-1.7 and no more");
        corpus.ingest("x", corpus.docs().resolve("x"), false, false, false);
        var explained =
                new Explain(corpus.engine()).explain(query("plan of the tower", null, 3, null, "x"), "tower.pdf");
        assertEquals("not_ingested", explained.stage());
        assertTrue(explained.verdict().contains("tower.pdf is known, but has no passages"), explained.verdict());
    }
}
