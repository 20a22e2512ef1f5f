package rag.rerank;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.exactly;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tomakehurst.wiremock.http.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A reranking service that answers as services do. */
class CohereRerankerTest extends WithService {

    private static final String KEY = "co-very-secret-key-0123456789";
    private static final String GOOD = """
        {"id": "x", "results": [{"index": 2, "relevance_score": 0.98}, {"index": 0, "relevance_score": 0.11},
         {"index": 1, "relevance_score": 0.52}], "meta": {"billed_units": {"search_units": 1}}}\
        """;

    CohereRerankerTest() {
        super("/v2/rerank");
    }

    @Override
    String order(int timeoutS) throws RerankException {
        try (var reranker = new ServiceReranker(RerankSettings.cohere(server.baseUrl(), KEY, timeoutS), timeoutS)) {
            return order(reranker);
        }
    }

    @Test
    void theOrderIsThatOfTheScoresAndTheRequestIsVersionTwos() throws Exception {
        answer(okJson(GOOD));

        assertEquals("c b a", order(5));
        server.verify(
                exactly(1),
                postRequestedFor(urlEqualTo("/v2/rerank"))
                        .withHeader("Authorization", equalTo("Bearer " + KEY))
                        .withRequestBody(equalToJson("""
                            {"model": "rerank-v3.5", "query": "why?",
                             "documents": ["passage a", "passage b", "passage c"]}\
                            """)));
    }

    @ParameterizedTest
    @CsvSource({"'', /v2/rerank", "/, /v2/rerank", "/v1, /v1/rerank", "/api/v2/, /api/v2/rerank", "/x/rerank, /x/rerank"
    })
    void theAddressMayEndWithAVersionOrNot(String path, String expected) throws Exception {
        server.stubFor(post(urlEqualTo(expected)).willReturn(okJson(GOOD)));
        try (var reranker = new ServiceReranker(RerankSettings.cohere(server.baseUrl() + path, KEY, 5), 5)) {
            assertEquals(3, reranker.judge("why?", ABC).scores().size());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 503})
    void anErrorThatPassesIsTriedAgain(int status) throws Exception {
        busyOnce(status, okJson(GOOD));
        long start = System.nanoTime();

        assertEquals("c b a", order(5));
        assertTrue(System.nanoTime() - start >= 1_000_000_000, "came back before it was asked to");
        calls(2);
    }

    @Test
    void aLongerWaitThanTheTimeLimitIsNotWaitedFor() {
        answer(aResponse().withStatus(429).withHeader("Retry-After", "60").withBody("slow down"));
        long start = System.nanoTime();
        var reason = refused(2);

        assertTrue(reason.contains("429: slow down") && reason.contains("rerank.timeout_s"), reason);
        assertTrue(System.nanoTime() - start < 1_500_000_000, "waited");
        calls(1);
    }

    @Test
    void anErrorThatStaysIsAReasonAfterThreeAttempts() {
        answer(aResponse().withStatus(500).withBody("boom"));
        var reason = refused(10);

        assertTrue(reason.contains("500: boom") && reason.contains("3 attempts"), reason);
        calls(3);
    }

    @ParameterizedTest
    @CsvSource({"401, COHERE_API_KEY", "403, COHERE_API_KEY", "404, rerank.model", "400, no such thing"})
    void anErrorThatCannotPassStopsAtOnceAndNeverShowsTheKey(int status, String told) {
        answer(aResponse().withStatus(status).withBody("no such thing for " + KEY));
        var reason = refused(5);

        assertTrue(reason.contains(told), reason);
        assertFalse(reason.contains(KEY), reason);
        calls(1);
    }

    @Test
    void aHangEndsWithTheTimeLimit() {
        answer(okJson(GOOD).withFixedDelay(12_000));
        long start = System.nanoTime();
        var reason = refused(1);

        assertTrue(reason.contains("did not answer within 1 s"), reason);
        assertTrue(System.nanoTime() - start < 2_000_000_000, "took too long");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONNECTION_RESET_BY_PEER", "EMPTY_RESPONSE", "RANDOM_DATA_THEN_CLOSE"})
    void aBrokenConnectionIsTriedAgainAndThenAReason(Fault fault) {
        answer(aResponse().withFault(fault));
        var reason = refused(5);

        assertTrue(reason.contains("connection") && reason.contains("3 attempts"), reason);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "I'd say the second one. | no JSON",
                "{\"message\": \"invalid api token\"} | without a list",
                "{\"results\": [{\"index\": 0, \"relevance_score\": 0.9 | no JSON",
                "{\"results\": [{\"index\": 0, \"relevance_score\": 1}, {\"index\": 0, \"relevance_score\": 0}]} |"
                        + " twice",
                "{\"results\": [{\"index\": 3, \"relevance_score\": 1}]} | not given",
                "{\"results\": [{\"relevance_score\": 1}]} | not given",
                "{\"results\": [{\"index\": 0, \"relevance_score\": \"NaN\"}]} | no number",
                "{\"results\": [{\"index\": 0, \"relevance_score\": null}]} | no number",
                "{\"results\": [{\"index\": 0}]} | no number",
                "{\"results\": []} | none of the passages",
            })
    void anAnswerThatCannotBeTrueIsAReasonAndNoOrder(String body, String told) {
        answer(okJson(body));
        var reason = refused(5);

        assertTrue(reason.contains(told), reason);
    }

    @Test
    void passagesThatItLeavesOutFollowInTheOrderTheyHad() throws Exception {
        answer(okJson("{\"results\": [{\"index\": 2, \"relevance_score\": 0.4}]}"));

        assertEquals("c a b", order(5));
    }
}
