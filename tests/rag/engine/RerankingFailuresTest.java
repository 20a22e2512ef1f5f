package rag.engine;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlMatching;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Filter;
import rag.model.Hit;
import rag.model.Mode;
import rag.model.Query;
import rag.trace.RankChange;

/** A reranker that fails, is late or does not know the language: the order stays fusion's, and that is said. */
class RerankingFailuresTest extends WithReranker {

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
        assertEquals(
                List.of("not reranked, the order is fusion's: " + reason),
                run.answer().notes());
        assertEquals("fusion", stage(run).data().get("fallback"));
        assertEquals(
                List.of(0, 0, 0, 0),
                changes(run).stream().map(RankChange::rankDelta).toList());
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
        assertTrue(
                run.answer().notes().getFirst().contains("within 2 s"),
                run.answer().notes().toString());
    }

    @Test
    void aServiceThatNeverEndsItsAnswerIsNotWaitedForEither() {
        var search = search(Map.of(), scores(0.1, 0.4, 0.2, 0.9).withChunkedDribbleDelay(10, 12_000));
        search.run(query(4, false));
        long start = System.nanoTime();
        var run = search.run(query(4, true));

        assertTrue((System.nanoTime() - start) / 1e9 < 3, "took too long");
        assertTrue(
                run.answer().notes().getFirst().contains("within 2 s"),
                run.answer().notes().toString());
    }

    @Test
    void aServiceThatIsDownLeavesTheFusedOrder() {
        var run = search(Map.of(), aResponse().withStatus(401).withBody("no")).run(query(4, true));

        assertTrue(
                run.answer().notes().getFirst().contains("COHERE_API_KEY"),
                run.answer().notes().toString());
        assertEquals(ids(run.fused()), ids(run.ranked()));
    }

    @Test
    void aModelThatCannotBeHadLeavesTheFusedOrder() {
        var run = search(Map.of("rerank.provider", "cross_encoder", "rerank.model", "no such"), okJson("{}"))
                .run(query(4, true));

        assertTrue(
                run.answer().notes().getFirst().contains("rerank.model"),
                run.answer().notes().toString());
        assertEquals(ids(run.fused()), ids(run.ranked()));
    }

    @Test
    void aHubThatDoesNotAnswerIsNotWaitedForLongerThanTheLimit() {
        server.stubFor(any(urlMatching("/hub/.*")).willReturn(okJson("{}").withFixedDelay(12_000)));
        var search = search(
                Map.of(
                        "rerank.provider",
                        "cross_encoder",
                        "rerank.model",
                        "nobody/%s".formatted(folder.getFileName()),
                        "embedding.hub",
                        server.baseUrl() + "/hub"),
                okJson("{}"));
        search.run(query(4, false));
        long start = System.nanoTime();
        var run = search.run(query(4, true));

        assertTrue((System.nanoTime() - start) / 1e9 < 3, "took too long");
        assertTrue(
                run.answer().notes().getFirst().contains("not there within 2 s"),
                run.answer().notes().toString());
    }

    @Test
    void tokensOfALanguageThatTheModelDoesNotKnowAreNotBelieved() {
        var search = search(Map.of("rerank.provider", "late_interaction"), okJson("{}"));
        var run = search.run(new Query("ポンプの油はどこにありますか oil", List.of(), 4, Mode.HYBRID, Filter.NONE, true, 0, null));

        assertTrue(
                run.answer().notes().stream()
                        .anyMatch(note -> note.contains("not reranked") && note.contains("language")),
                run.answer().notes().toString());
    }
}
