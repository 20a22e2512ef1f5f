package rag.rerank;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.exactly;
import static com.github.tomakehurst.wiremock.client.WireMock.matchingJsonPath;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rag.config.Json;
import rag.config.SettingsLoader;
import rag.llm.ChatModels;

/** A chat endpoint that grades passages as such endpoints do. */
class LlmRerankerServiceTest {

    private static final String KEY = "sk-very-secret-key-0123456789";
    private static final String PATH = "/v1/chat/completions";
    private static final String GOOD = "{\"scores\": [{\"id\": 1, \"score\": 0}, {\"id\": 2, \"score\": 3}]}";

    private static final List<Listed> ABC = Stream.of("a", "b", "c")
            .map(id -> new Listed(id, "passage " + id, 0.5))
            .toList();

    private final WireMockServer server = new WireMockServer(options().dynamicPort());

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    private static ResponseDefinitionBuilder says(String text) {
        var choice =
                Map.of("index", 0, "finish_reason", "stop", "message", Map.of("role", "assistant", "content", text));
        return okJson(Json.line(Map.of(
                "id", "x", "object", "chat.completion", "created", 1, "model", "m", "choices", List.of(choice))));
    }

    private String order(int timeoutS) throws RerankException {
        var settings = SettingsLoader.load(
                null,
                Map.of(),
                Map.of(
                        "llm.provider",
                        "openai",
                        "llm.model",
                        "small",
                        "llm.base_url",
                        server.baseUrl() + "/v1",
                        "llm.api_key",
                        KEY,
                        "llm.timeout_s",
                        "" + timeoutS));
        try (var chat = ChatModels.open(settings.llm()).orElseThrow()) {
            var reranker = new LlmReranker(chat, RerankPrompt.of(settings.rerank()));
            return String.join(
                    " ", Order.of(ABC, reranker.judge("why?", ABC).scores()).ids());
        }
    }

    private String reason(ResponseDefinitionBuilder answer, int timeoutS) {
        server.stubFor(post(urlEqualTo(PATH)).willReturn(answer));
        return "" + assertThrows(RerankException.class, () -> order(timeoutS)).getMessage();
    }

    private void calls(int count) {
        server.verify(exactly(count), postRequestedFor(urlEqualTo(PATH)));
    }

    @Test
    void oneCallWithASchemaGradesAllAndWhatItLeavesOutStaysBehind() throws Exception {
        server.stubFor(post(urlEqualTo(PATH)).willReturn(says(GOOD)));

        assertEquals("b a c", order(5));
        calls(1);
        server.verify(postRequestedFor(urlEqualTo(PATH))
                .withRequestBody(matchingJsonPath("$.response_format.json_schema.schema.properties.scores"))
                .withRequestBody(matchingJsonPath("$.messages[1].content")));
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500})
    void anErrorThatPassesIsTriedAgain(int status) throws Exception {
        server.stubFor(post(urlEqualTo(PATH))
                .inScenario("busy")
                .whenScenarioStateIs(Scenario.STARTED)
                .willReturn(aResponse().withStatus(status).withHeader("Retry-After", "1"))
                .willSetStateTo("well"));
        server.stubFor(post(urlEqualTo(PATH))
                .inScenario("busy")
                .whenScenarioStateIs("well")
                .willReturn(says(GOOD)));

        assertEquals("b a c", order(8));
        calls(2);
    }

    @ParameterizedTest
    @CsvSource({"401, 401", "500, 500"})
    void anErrorThatStaysIsAReasonWithoutTheKey(int status, String told) {
        var reason = reason(aResponse().withStatus(status).withBody("no, " + KEY), 8);

        assertTrue(reason.contains(told), reason);
        assertFalse(reason.contains(KEY), reason);
    }

    @Test
    void aHangEndsWithTheModelsTimeLimit() {
        long start = System.nanoTime();
        reason(says(GOOD).withFixedDelay(12_000), 1);

        assertTrue((System.nanoTime() - start) / 1e9 < 3, "took too long");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONNECTION_RESET_BY_PEER", "EMPTY_RESPONSE"})
    void aBrokenConnectionIsAReason(Fault fault) {
        assertFalse(reason(aResponse().withFault(fault), 5).isBlank());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "The second one. | in prose",
                "$640 | in prose",
                "[] | none of the passages",
                "{\"scores\": [{\"id\": 2, \"score\": 3}, {\"id\": 2, \"score\": 1}]} | twice",
                "{\"scores\": [{\"id\": 9, \"score\": 3}]} | not given",
                "{\"scores\": [{\"id\": 2, \"score\": NaN}]} | broken",
                "{\"scores\": [{\"id\": 2, \"sco | broken",
            })
    void anAnswerThatCannotBeTrueIsAReasonAndNoOrder(String text, String told) {
        var reason = reason(says(text), 5);

        assertTrue(reason.contains(told), reason);
    }
}
