package rag.engine;

import static com.github.tomakehurst.wiremock.client.WireMock.exactly;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.embed.TinyCrossEncoder;
import rag.model.Filter;
import rag.model.Mode;
import rag.model.Query;
import rag.trace.RankChange;
import rag.trace.RankChanges;

/** A query whose fused list goes through a reranker, over a real store, with a service on this machine. */
class RerankingTest extends WithReranker {

    @Test
    void theHitsAreInTheRerankersOrderWithItsScoresAndEveryMovementIsInTheTrace() {
        var run = search(Map.of(), scores(0.1, 0.4, 0.2, 0.9)).run(query(4, true));
        var fused = ids(run.fused());

        assertEquals(
                List.of(fused.get(3), fused.get(1), fused.get(2), fused.get(0)),
                run.answer().hits().stream().map(hit -> hit.chunk().id()).toList());
        assertEquals(
                List.of(0.9, 0.4, 0.2, 0.1),
                run.answer().hits().stream()
                        .map(hit -> hit.scores().get("rerank"))
                        .toList());
        assertEquals(4, changes(run).getFirst().rankBefore());
        assertEquals(
                List.of(3, 0, 0, -3),
                changes(run).stream().map(RankChange::rankDelta).toList());
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
        for (int i = 0; i < 40; i++)
            notes.put("note%02d.md".formatted(i), "# Note %d\n\nOil %d for pump %d.".formatted(i, i * 7, i * 3));
        var search = search(Map.of("rerank.candidates", "1", "rerank.top_k", "2"), okJson("{}"));
        notes.forEach(corpus::write);
        corpus.ingest("knowledge_hub");

        assertEquals(4, stage(search.run(query(1, true))).data().get("candidates"), "twice top_k of the settings");
        assertEquals(20, stage(search.run(query(10, true))).data().get("candidates"), "twice the hits asked for");
    }

    @Test
    void aPassageThatTheRerankerSankIsExplainedSo() {
        search(Map.of(), scores(0.1, 0.4, 0.2, 0.9));
        var first = new Search(corpus.engine())
                .run(query(4, false))
                .fused()
                .getFirst()
                .id();
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
    void aCrossEncoderFromAFolderJudges() throws IOException {
        var model = folder.resolve("model");
        TinyCrossEncoder.write(model, 1);
        Files.writeString(model.resolve("tokenizer_config.json"), "{}"); // it reads as much as its positions allow
        var search = search(Map.of("rerank.provider", "cross_encoder", "rerank.model", model.toString()), okJson("{}"));
        corpus.write("red.md", "# Oil\n\nRed pump, red oil, red cap.");
        corpus.write("blue.md", "# Oil\n\nBlue pump, blue oil, blue cap, blue cup.");
        corpus.ingest("knowledge_hub");
        var run = search.run(new Query("oil for the red pump", List.of(), 6, Mode.HYBRID, Filter.NONE, true, 0, null));

        assertEquals("cross_encoder/" + model, stage(run).data().get("model"));
        assertTrue(run.answer().hits().getFirst().chunk().source().endsWith("blue.md"));
        assertEquals(
                1 / (1 + Math.exp(-8)), run.answer().hits().getFirst().scores().get("rerank"), 1e-6);
        assertEquals(0L, stage(run).data().get("cut"));
    }
}
