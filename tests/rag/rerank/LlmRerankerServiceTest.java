package rag.rerank;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.matchingJsonPath;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rag.config.Json;
import rag.config.SettingsLoader;
import rag.llm.ChatModels;

/** A chat endpoint that grades passages as such endpoints do. */
class LlmRerankerServiceTest extends WithService {

    private static final String KEY = "sk-very-secret-key-0123456789";
    private static final String PATH = "/v1/chat/completions";
    private static final String GOOD = "{\"scores\": [{\"id\": 1, \"score\": 0}, {\"id\": 2, \"score\": 3}]}";

    LlmRerankerServiceTest() {
        super(PATH);
    }

    private static ResponseDefinitionBuilder says(String text) {
        var choice =
                Map.of("index", 0, "finish_reason", "stop", "message", Map.of("role", "assistant", "content", text));
        return okJson(Json.line(Map.of(
                "id", "x", "object", "chat.completion", "created", 1, "model", "m", "choices", List.of(choice))));
    }

    @Override
    String order(int timeoutS) throws RerankException {
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
            return order(reranker);
        }
    }

    private String reason(ResponseDefinitionBuilder answer, int timeoutS) {
        answer(answer);
        return refused(timeoutS);
    }

    @Test
    void oneCallWithASchemaGradesAllAndWhatItLeavesOutStaysBehind() throws Exception {
        answer(says(GOOD));

        assertEquals("b a c", order(5));
        calls(1);
        server.verify(postRequestedFor(urlEqualTo(PATH))
                .withRequestBody(matchingJsonPath("$.response_format.json_schema.schema.properties.scores"))
                .withRequestBody(matchingJsonPath("$.messages[1].content")));
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500})
    void anErrorThatPassesIsTriedAgain(int status) throws Exception {
        busyOnce(status, says(GOOD));

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
