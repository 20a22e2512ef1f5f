package rag.rerank;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.absent;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.matchingJsonPath;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Endpoints that rerank nearly as Cohere does, each in its own words; what fails is as with {@link CohereRerankerTest}. */
class EndpointRerankerTest extends WithService {

    private static final String GOOD = """
        {"results": [{"index": 2, "relevance_score": 3.1}, {"index": 1, "relevance_score": -0.2},
         {"index": 0, "relevance_score": -7.5}]}\
        """;

    EndpointRerankerTest() {
        super("/v1/rerank");
    }

    private ServiceReranker open(String path, String key, int timeoutS) {
        return new ServiceReranker(RerankSettings.at("endpoint", server.baseUrl() + path, key, timeoutS), timeoutS);
    }

    @Override
    String order(int timeoutS) throws RerankException {
        try (var reranker = open("/v1", "", timeoutS)) {
            return order(reranker);
        }
    }

    @Test
    void oneThatNeedsNoKeyAndNoModelGetsNone() throws Exception {
        answer(okJson(GOOD));

        assertEquals("c b a", order(5));
        server.verify(
                1,
                postRequestedFor(urlEqualTo("/v1/rerank"))
                        .withHeader("Authorization", absent())
                        .withRequestBody(equalToJson("""
                            {"query": "why?", "documents": ["passage a", "passage b", "passage c"]}\
                            """)));
    }

    @ParameterizedTest
    @CsvSource({"'', /rerank", "/, /rerank", "/v1/, /v1/rerank", "/api/v3, /api/v3/rerank", "/x/rerank, /x/rerank"})
    void theAddressIsTheBaseAndRerank(String path, String expected) throws Exception {
        server.stubFor(post(urlEqualTo(expected))
                .withHeader("Authorization", equalTo("Bearer key-0123456789"))
                .willReturn(okJson(GOOD)));
        try (var reranker = open(path, "key-0123456789", 5)) {
            assertEquals("c b a", order(reranker));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"object\": \"list\", \"data\": [{\"relevance_score\": 0.4, \"index\": 1}, {\"relevance_score\": 0.1,"
                        + " \"index\": 0}, {\"relevance_score\": 0.9, \"index\": 2}], \"model\": \"rerank-2.5\"}",
                "{\"results\": [{\"index\": 0, \"document\": {\"text\": \"passage a\"}, \"relevance_score\": 0.1},"
                        + " {\"index\": 1, \"relevance_score\": 0.4}, {\"index\": 2, \"relevance_score\": 0.9}]}",
                "[{\"index\": 2, \"score\": 0.9}, {\"index\": 1, \"score\": 0.4}, {\"index\": 0, \"score\": 0.1}]",
            })
    void anAnswerIsUnderstoodInTheWordsOfEach(String body) throws Exception {
        answer(okJson(body));

        assertEquals("c b a", order(5));
    }

    @Test
    void oneThatCallsPassagesTextsIsAskedSoFromThenOn() throws Exception {
        answer(aResponse().withStatus(422).withBody("Failed to deserialize the JSON body: missing field `texts`"));
        server.stubFor(post(urlEqualTo("/v1/rerank"))
                .withRequestBody(matchingJsonPath("$.texts[2]", equalTo("passage c")))
                .withRequestBody(matchingJsonPath("$.truncate", equalTo("true")))
                .willReturn(okJson("[{\"index\": 1, \"score\": 0.9}, {\"index\": 0, \"score\": 0.4}]")));
        try (var reranker = open("/v1", "", 5)) {
            assertEquals("b a c", order(reranker));
            calls(2);
            assertEquals("b a c", order(reranker));
            calls(3);
        }
    }

    @Test
    void oneThatRefusesInAnyWordsIsAskedAtMostTwice() {
        answer(aResponse().withStatus(422).withBody("texts: batch size 3 > maximum allowed batch size 2"));
        var reason = refused(5);

        assertTrue(reason.contains("422: texts: batch size 3"), reason);
        calls(2);
    }

    @ParameterizedTest
    @CsvSource({"401, RERANK_API_KEY", "403, RERANK_API_KEY", "404, rerank.base_url", "400, no such thing"})
    void anErrorThatCannotPassStopsAtOnceAndSaysWhatToMend(int status, String told) {
        answer(aResponse().withStatus(status).withBody("no such thing"));
        var reason = refused(5);

        assertTrue(reason.contains(told), reason);
        calls(1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "[{\"index\": 0, \"score\": 0.9}, {\"index\": 0, \"score\": 0.1}] | twice",
                "[{\"index\": 7, \"score\": 0.9}] | not given",
                "[{\"index\": 0, \"score\": \"high\"}] | no number",
                "[] | none of the passages",
                "{\"data\": \"none\"} | without a list",
            })
    void anAnswerThatCannotBeTrueIsAReasonAndNoOrder(String body, String told) {
        answer(okJson(body));
        var reason = refused(5);

        assertTrue(reason.contains(told), reason);
    }
}
