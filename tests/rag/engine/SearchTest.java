package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Hit;
import rag.model.Mode;
import rag.model.Query;
import rag.model.Verdict;
import rag.trace.RankChange;

/** The whole way of a query over a real store and a real model. */
class SearchTest {

    @TempDir
    Path folder;

    private Corpus corpus;

    private Search search(String... namesAndTexts) {
        corpus = new Corpus(folder, Map.of());
        for (int i = 0; i < namesAndTexts.length; i += 2) corpus.write(namesAndTexts[i], namesAndTexts[i + 1]);
        corpus.ingest("knowledge_hub");
        return new Search(corpus.engine());
    }

    @AfterEach
    void close() {
        if (corpus != null) corpus.close();
    }

    private static Query query(String text, Mode mode, Condition... conditions) {
        return new Query(text, List.of(), 20, mode, new Filter(List.of(conditions)), true, 0, null);
    }

    private static List<String> files(List<Hit> hits) {
        return hits.stream()
                .map(hit -> Path.of(hit.chunk().source()).getFileName().toString())
                .toList();
    }

    @Test
    void anAnswerNamesItsScoresAndEveryStageIsInTheTrace() {
        var run = search(
                        "pump.md",
                        "# Pump\n\nThe cooling pump needs oil every ten days.",
                        "dome.md",
                        "# Dome\n\nClose the dome by hand with the crank.")
                .run(Query.of("how do I close the dome by hand", 5));

        var best = run.answer().hits().getFirst();
        assertEquals("dome.md", files(run.answer().hits()).getFirst());
        assertEquals(
                List.of("dense", "sparse", "fused", "feedback"),
                List.copyOf(best.scores().keySet()));
        assertEquals(Verdict.OK, run.answer().verdict());
        assertEquals(
                Set.of("query_processing", "dense_retrieval", "sparse_retrieval", "fusion", "feedback", "rerank"),
                run.trace().stages().stream().map(s -> s.stage()).collect(Collectors.toSet()));
    }

    @Test
    void whereNoWordIsFoundMeaningAnswersThoughTheModelMayNotKnowTheLanguage() {
        // One sentence is little to tell a language by: this one counts as Dutch.
        var answer = search("a.md", "The door opens at ten.").ask(Query.of("entrance hours", 5));

        assertEquals(List.of("a.md"), files(answer.hits()));
        assertTrue(
                answer.notes().toString().contains("by meaning alone"),
                answer.notes().toString());
    }

    @Test
    void signsWithoutAWordAreAnsweredByChanceAndTheVerdictSaysSo() {
        var answer = search("a.md", "The door opens at ten.").ask(Query.of("***", 5));

        assertEquals(Verdict.WEAK, answer.verdict(), answer.reason());
        assertEquals("there is no word in the question", answer.reason());
    }

    @Test
    void whereTheListsEndBeforeWhatIsAskedForTheAnswerSaysSo() {
        corpus = new Corpus(folder, Map.of("retrieval.dense_top_k", "1", "retrieval.sparse_top_k", "1"));
        for (var day : List.of("Monday", "Tuesday", "Friday")) corpus.write(day + ".md", "The dome opens on " + day);
        corpus.ingest("knowledge_hub");
        var search = new Search(corpus.engine());
        var notes = search.ask(Query.of("dome on Friday", 5)).notes();
        assertTrue(notes.toString().contains("though 5 are asked for"), notes.toString());
        assertEquals(List.of(), search.ask(Query.of("dome on Friday", 1)).notes());
    }

    static Stream<String> oddQueries() {
        return Stream.of(
                "C++ (copy",
                "a/b",
                "AND",
                "*",
                "\"open",
                "https://x.y/z?a=1&b=2",
                "[1 TO",
                "timeout: 42",
                "NOT timeout",
                "?",
                "~~",
                "field:",
                "\\",
                "(((",
                "+-&|!(){}[]^\"~*?:\\/");
    }

    @ParameterizedTest
    @MethodSource("oddQueries")
    void signsOfAQueryLanguageAreText(String text) {
        var run = search(
                        "a.md",
                        "# Timeout\n\n"
                                + "The timeout is 42 seconds. See https://x.y/z?a=1&b=2 and C++ (copy, a/b, AND more.")
                .run(query(text, Mode.HYBRID));

        assertTrue(run.trace().stages().stream().allMatch(s -> s.error() == null), "a stage failed");
        assertEquals(List.of("a.md"), files(run.answer().hits()));
    }

    @Test
    void onlyStopWordsAreAnsweredByMeaningAndTheTraceSaysWhyTheSparseRouteIsEmpty() {
        var run = search("hamlet.md", "# Hamlet\n\nTo be or not to be.", "pump.md", "# Pump\n\nThe pump needs oil.")
                .run(query("to be or not to be", Mode.HYBRID));

        assertEquals("hamlet.md", files(run.answer().hits()).getFirst());
        var sparse = run.trace().stages().stream()
                .filter(s -> s.stage().equals("sparse_retrieval"))
                .findFirst()
                .orElseThrow();
        assertFalse(sparse.data().getOrDefault("reason", "").toString().isEmpty(), "no reason given");
    }

    @Test
    void aFilterIsAppliedInsideBothRoutesBeforeTheCut() {
        var files = new ArrayList<String>();
        for (int i = 0; i < 150; i++)
            files.addAll(
                    List.of("english%03d.md".formatted(i), "# Dome\n\nThe dome closes by itself, case " + i + "."));
        files.addAll(List.of("code.py", "def close_dome():\n    return 'the dome closes'\n"));
        var hits = search(files.toArray(String[]::new))
                .ask(query("the dome closes", Mode.HYBRID, new Condition("type", List.of("code"))))
                .hits();

        assertEquals(List.of("code.py"), files(hits));
    }

    @ParameterizedTest
    @ValueSource(strings = {"no\"such", "a\\b", "x OR y", "*", "[a TO b]", "'"})
    void aFilterValueIsExactWhateverSignsItHolds(String value) {
        var answer = search("a.md", "# Pump\n\nThe pump needs oil.")
                .ask(query("pump", Mode.HYBRID, new Condition("source", List.of(value))));

        assertEquals(Verdict.EMPTY, answer.verdict());
    }

    @Test
    void theSameTextUnderFourNamesIsOneHitWhateverTheOrderOfIngestion() {
        var text = "# Notice\n\nThe summit road is closed on the second Tuesday of March because of blasting.";
        var hits = search("b.md", text, "d.md", text, "a.md", text, "c.md", text)
                .ask(Query.of("when is the road closed", 5))
                .hits();

        assertEquals(1, hits.size());
        assertEquals(3, hits.getFirst().alsoIn().size());
    }

    @Test
    void rankChangesOfFusionAreTrueToTheRoutesLists() {
        var run = search(
                        "a.md", "# A\n\nThe mirror is washed with carbon dioxide snow.",
                        "b.md", "# B\n\nCleaning of optical surfaces happens in spring.",
                        "c.md", "# C\n\nSnow falls on the mirror of the lake.")
                .run(query("washing the mirror with snow", Mode.HYBRID));
        var fusion = run.trace().stages().stream()
                .filter(s -> s.stage().equals("fusion"))
                .findFirst()
                .orElseThrow();
        @SuppressWarnings("unchecked")
        var changes = (List<RankChange>) fusion.data().get("results");

        for (var change : changes) {
            int dense = indexOf(run.dense(), change.chunkId());
            int sparse = indexOf(run.sparse(), change.chunkId());
            assertEquals(dense == 0 ? null : dense, change.denseRank());
            assertEquals(sparse == 0 ? null : sparse, change.sparseRank());
            int before = Math.min(dense == 0 ? 99 : dense, sparse == 0 ? 99 : sparse);
            assertEquals(before, change.rankBefore());
            assertEquals(before - change.rank(), change.rankDelta());
        }
        assertEquals(3, changes.size());
    }

    private static int indexOf(List<rag.model.Candidate> list, String id) {
        for (int i = 0; i < list.size(); i++) if (list.get(i).id().equals(id)) return i + 1;
        return 0;
    }

    @Test
    void neighboursAreShownInReadingOrder() {
        var sections = new StringBuilder();
        for (int i = 1; i <= 5; i++)
            sections.append("# Part %d\n\n%s\n\n"
                    .formatted(i, ("Section number %d speaks of topic%d. ".formatted(i, i)).repeat(30)));
        var answer = search("long.md", sections.toString())
                .ask(new Query("topic3", List.of(), 1, Mode.SPARSE, Filter.NONE, true, 1, null));
        var hit = answer.hits().getFirst();

        assertEquals(hit.chunk().index() - 1, hit.before().getFirst().index());
        assertEquals(hit.chunk().index() + 1, hit.after().getFirst().index());
        assertNull(hit.scores().get("dense"));
    }

    @Test
    void aTokenBudgetTrimsFromTheEndAndSaysSo() {
        var answer = search(
                        "a.md",
                        "# A\n\n" + "The pump needs oil. ".repeat(20),
                        "b.md",
                        "# B\n\n" + "A pump without oil fails. ".repeat(20))
                .ask(new Query("pump oil", List.of(), 5, null, Filter.NONE, true, 0, 150));

        assertEquals(1, answer.hits().size());
        assertTrue(
                answer.notes().getFirst().contains("1 of 2 hits left out"),
                answer.notes().toString());
    }

    @Test
    void aCollectionThatIsNotThereIsNamedBesideThoseThatAre() {
        var search = search("a.md", "# A\n\nText.");
        var failure = assertThrows(
                Failure.class,
                () -> search.ask(new Query("x", List.of("knowlege_hub"), 5, null, Filter.NONE, true, 0, null)));

        assertTrue(failure.getMessage().contains("knowledge_hub"), failure.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "\u200b", "\n\t"})
    void aQueryOfNothingIsRefused(String text) {
        assertThrows(Failure.class, () -> Query.of(text, 5));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1001, Integer.MAX_VALUE})
    void anImpossibleNumberOfHitsIsRefusedWithItsBounds(int topK) {
        var failure = assertThrows(Failure.class, () -> Query.of("x", topK));

        assertTrue(failure.getMessage().contains("between 1 and 1000"), failure.getMessage());
    }
}
