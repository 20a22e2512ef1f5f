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
        var followed = new Followed(chunk, List.of());
        followed.dense = new Place(3, 0.4);
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

    @Test
    void aDocumentIsFollowedByThePassageThatCameFurthestHoweverDeepItStands() {
        corpus = new Corpus(folder, Map.of());
        var manual = new StringBuilder();
        for (int i = 1; i <= 40; i++) {
            manual.append("# Part %d\n\n%s\n\n".formatted(i, ("Part number " + i + " is a plain wheel. ").repeat(12)));
        }
        corpus.write("manual.md", manual + "# Glycol\n\nThe glycol of the cooling loop is changed every autumn.");
        corpus.ingest("knowledge_hub");
        var asked = query("When is the glycol changed?", null, 3, null);

        for (var wanted : List.of("manual.md", "cooling  Loop")) {
            var explained = new Explain(corpus.engine()).explain(asked, wanted);
            assertEquals("returned", explained.stage(), explained.verdict());
            assertEquals(1, explained.rank());
        }
    }

    @Test
    void ofSeveralConditionsThoseThatFailAreNamed() {
        var explain = explain(Map.of());
        var filter = new Filter(List.of(
                new Filter.Condition("type", List.of("markdown")), new Filter.Condition("tag", List.of("none"))));
        var asked = new Query("pump", List.of("en"), 3, null, filter, true, 0, null);

        var explained = explain.explain(asked, "pump.md");
        assertEquals("filter", explained.stage());
        assertEquals("the filter tag=none leaves it out", explained.verdict());
    }

    @Test
    void aPassageOfACollectionThatRoutingPassedOverIsSaidToBeThere() {
        var explain = explain(Map.of());
        corpus.write("hr/leave.md", "Every employee has thirty days of annual leave, and sabbaticals by agreement.");
        corpus.ingest("hr", corpus.docs().resolve("hr"), false, false, false);
        var asked = query("How often does the cooling pump X200 need oil?", null, 3, null, "auto");
        assertFalse(
                new Search(corpus.engine()).run(asked).answer().collections().contains("hr"));

        var explained = explain.explain(asked, "leave.md");
        assertEquals("routing", explained.stage(), explained.verdict());
        assertTrue(explained.verdict().startsWith("it is in 'hr', and only "), explained.verdict());
        assertEquals(List.of("ask its collection: -c hr"), explained.advice());
    }
}
