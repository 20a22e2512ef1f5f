package rag.engine;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.exactly;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.config.Json;
import rag.model.Filter;
import rag.model.Hit;
import rag.model.Mode;
import rag.model.Query;
import rag.retrieve.Fused;
import rag.trace.RankChange;
import rag.trace.RankChanges;
import rag.trace.Trace;

/** A query whose fused list goes through a reranker, over a real store, with a service on this machine. */
class RerankingTest {

    private static final Map<String, String> NOTES = Map.of(
            "pump.md", "# Pump\n\nThe cooling pump needs oil every ten days.",
            "dome.md", "# Dome\n\nClose the dome by hand with the crank, oil it first.",
            "oil.md", "# Oil\n\nOil for pumps lies in the blue cabinet of the workshop.",
            "mirror.md", "# Mirror\n\nThe mirror is washed with snow, never with oil.");

    @TempDir
    Path folder;

    private final WireMockServer server = new WireMockServer(options().dynamicPort());
    private Corpus corpus;

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        corpus.close();
        server.stop();
    }

    private Search search(Map<String, String> settings, ResponseDefinitionBuilder answer) {
        server.stubFor(post(urlEqualTo("/v2/rerank")).willReturn(answer));
        var all = new HashMap<>(Map.of(
                "rerank.enabled", "true",
                "rerank.provider", "cohere",
                "rerank.base_url", server.baseUrl(),
                "rerank.timeout_s", "2"));
        all.putAll(settings);
        corpus = new Corpus(folder, all);
        NOTES.forEach(corpus::write);
        corpus.ingest("knowledge_hub");
        return new Search(corpus.engine());
    }

    private static Query query(int topK, boolean rerank) {
        return new Query("oil for the pump", List.of(), topK, Mode.HYBRID, Filter.NONE, rerank, 0, null);
    }

    private static List<String> ids(List<Fused> list) {
        return list.stream().map(Fused::id).toList();
    }

    private static Trace.Stage stage(SearchRun run) {
        return run.trace().stages().stream()
                .filter(s -> s.stage().equals("rerank"))
                .findFirst()
                .orElseThrow();
    }

    @SuppressWarnings("unchecked")
    private static List<RankChange> changes(SearchRun run) {
        return (List<RankChange>) stage(run).data().get("results");
    }

    /** A service's answer with these scores, in the order of the passages. */
    private static ResponseDefinitionBuilder scores(double... scores) {
        var results = new java.util.ArrayList<Map<String, Object>>();
        for (int i = 0; i < scores.length; i++) results.add(Map.of("index", i, "relevance_score", scores[i]));
        return okJson(Json.line(Map.of("results", results)));
    }

    @Test
    void theHitsAreInTheRerankersOrderWithItsScoresAndEveryMovementIsInTheTrace() {
        var run = search(Map.of(), scores(0.1, 0.4, 0.2, 0.9)).run(query(4, true));
        var fused = ids(run.fused());

        assertEquals(
                List.of(fused.get(3), fused.get(1), fused.get(2), fused.get(0)),
                run.answer().hits().stream().map(hit -> hit.chunk().id()).toList());
        assertEquals(
                List.of(0.9, 0.4, 0.2, 0.1),
                run.answer().hits().stream().map(hit -> hit.scores().get("rerank")).toList());
        assertEquals(4, changes(run).getFirst().rankBefore());
        assertEquals(List.of(3, 0, 0, -3), changes(run).stream().map(RankChange::rankDelta).toList());
        assertEquals(new RankChanges(1, 1, 2, 0, 3, 3, 0), stage(run).data().get("rank_changes"));
        assertEquals("cohere/rerank-v3.5", stage(run).data().get("model"));
        assertNull(stage(run).error());
        assertEquals(List.of(), run.answer().notes());
    }

    @Test
    void passagesThatItLeavesOutKeepTheirFusedPlaceBehind() {
        var run = search(Map.of(), okJson("{\"results\": [{\"index\": 2, \"relevance_score\": 0.5}]}"))
                .run(query(4, true));
        var fused = ids(run.fused());

        assertEquals(List.of(fused.get(2), fused.get(0), fused.get(1), fused.get(3)), ids(run.ranked()));
        assertNull(run.answer().hits().get(1).scores().get("rerank"));
        assertNull(changes(run).get(1).score());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The second one.",
                "{\"results\": [{\"index\": 0, \"relevance_score\": 1}, {\"index\": 0, \"relevance_score\": 0}]}",
                "{\"results\": [{\"index\": 3, \"relevance_score\": 1}, {\"index\": 40, \"relevance_score\": 0}]}",
                "{\"results\": [{\"index\": 3, \"relevance_score\": \"NaN\"}]}",
                "{\"results\": []}",
                "{\"results\": [{\"index\": 3, \"relev",
            })
    void anAnswerThatCannotBeTrueLeavesTheFusedOrderAndBothAnswerAndTraceSayWhy(String body) {
        var run = search(Map.of(), okJson(body)).run(query(4, true));
        var reason = stage(run).error();

        assertEquals(ids(run.fused()), ids(run.ranked()));
        assertEquals(4, run.answer().hits().size());
        assertEquals(List.of("not reranked, the order is fusion's: " + reason), run.answer().notes());
        assertEquals("fusion", stage(run).data().get("fallback"));
        assertEquals(List.of(0, 0, 0, 0), changes(run).stream().map(RankChange::rankDelta).toList());
        assertTrue(run.answer().hits().stream().map(Hit::scores).noneMatch(s -> s.containsKey("rerank")));
    }

    @Test
    void aServiceThatAnswersAfterTwelveSecondsCostsTheTimeLimitAndNoMore() {
        var search = search(Map.of(), scores(0.1, 0.4, 0.2, 0.9).withFixedDelay(12_000));
        search.run(query(4, false)); // the model is loaded
        long start = System.nanoTime();
        var run = search.run(query(4, true));
        double seconds = (System.nanoTime() - start) / 1e9;

        assertTrue(seconds >= 1.9 && seconds < 3, seconds + " s");
        assertEquals(ids(run.fused()), ids(run.ranked()));
        assertTrue(run.answer().notes().getFirst().contains("within 2 s"), run.answer().notes().toString());
    }

    @Test
    void aServiceThatNeverEndsItsAnswerIsNotWaitedForEither() {
        var search = search(Map.of(), scores(0.1, 0.4, 0.2, 0.9).withChunkedDribbleDelay(10, 12_000));
        search.run(query(4, false));
        long start = System.nanoTime();
        var run = search.run(query(4, true));

        assertTrue((System.nanoTime() - start) / 1e9 < 3, "took too long");
        assertTrue(run.answer().notes().getFirst().contains("within 2 s"), run.answer().notes().toString());
    }

    @Test
    void aServiceThatIsDownLeavesTheFusedOrder() {
        var run = search(Map.of(), aResponse().withStatus(401).withBody("no")).run(query(4, true));

        assertTrue(run.answer().notes().getFirst().contains("COHERE_API_KEY"), run.answer().notes().toString());
        assertEquals(ids(run.fused()), ids(run.ranked()));
    }

    @Test
    void aQueryMayAskToLeaveTheOrderAsItIs() {
        var run = search(Map.of(), scores(0.1, 0.4, 0.2, 0.9)).run(query(4, false));

        assertEquals(ids(run.fused()), ids(run.ranked()));
        assertEquals("none", stage(run).data().get("method"));
        server.verify(exactly(0), postRequestedFor(urlEqualTo("/v2/rerank")));
    }

    @Test
    void itGetsTwiceTheHitsThatAreAskedForAtLeast() {
        var notes = new HashMap<String, String>();
        for (int i = 0; i < 40; i++) notes.put("note%02d.md".formatted(i), "# Note %d\n\nOil %d for pump %d."
                .formatted(i, i * 7, i * 3));
        var search = search(Map.of("rerank.candidates", "1", "rerank.top_k", "2"), okJson("{}"));
        notes.forEach(corpus::write);
        corpus.ingest("knowledge_hub");

        assertEquals(4, stage(search.run(query(1, true))).data().get("candidates"), "twice top_k of the settings");
        assertEquals(20, stage(search.run(query(10, true))).data().get("candidates"), "twice the hits asked for");
    }

    @Test
    void aPassageThatTheRerankerSankIsExplainedSo() {
        search(Map.of(), scores(0.1, 0.4, 0.2, 0.9));
        var first = new Search(corpus.engine()).run(query(4, false)).fused().getFirst().id();
        var explained = new Explain(corpus.engine()).explain(query(2, true), first);

        assertEquals("rerank", explained.stage());
        assertEquals(1, explained.fusedRank());
        assertEquals(4, explained.rerankedRank());
        assertTrue(explained.verdict().contains("1 after fusion, at 4 after reranking"), explained.verdict());
        assertTrue(explained.advice().contains("ask without the reranker: --no-rerank"));
    }

    @Test
    void theModelsOwnTokensJudgeWithoutAnyService() {
        var run = search(Map.of("rerank.provider", "late_interaction", "rerank.timeout_s", "30"), okJson("{}"))
                .run(query(4, true));

        assertEquals("late_interaction/bge-small-en-v1.5", stage(run).data().get("model"));
        assertEquals(4, changes(run).size());
        double before = 2;
        for (var hit : run.answer().hits()) {
            double score = hit.scores().get("rerank");
            assertTrue(score >= 0 && score <= 1 && score <= before, "score " + score + " after " + before);
            before = score;
        }
        assertFalse(run.answer().notes().toString().contains("not reranked"));
    }

    @Test
    void tokensOfALanguageThatTheModelDoesNotKnowAreNotBelieved() {
        var search = search(Map.of("rerank.provider", "late_interaction"), okJson("{}"));
        var run = search.run(
                new Query("ポンプの油はどこにありますか oil", List.of(), 4, Mode.HYBRID, Filter.NONE, true, 0, null));

        assertTrue(
                run.answer().notes().stream().anyMatch(note -> note.contains("not reranked") && note.contains("language")),
                run.answer().notes().toString());
    }
}
