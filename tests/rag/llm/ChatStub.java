package rag.llm;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.config.Json;
import rag.config.Settings;

/** A chat endpoint on this machine that answers what a test says, one reply after the other, the last one for ever. */
final class ChatStub implements AutoCloseable {

    static final String KEY = "sk-very-secret-key-0123456789";

    /** Whether models opened from now on read answers while they are written. */
    boolean stream;

    private final WireMockServer server =
            new WireMockServer(wireMockConfig().dynamicPort().bindAddress("127.0.0.1"));

    ChatStub(ResponseDefinitionBuilder... replies) {
        server.start();
        for (int i = 0; i < replies.length; i++) {
            server.stubFor(any(anyUrl())
                    .inScenario("replies")
                    .whenScenarioStateIs(i == 0 ? "Started" : "" + i)
                    .willSetStateTo("" + Math.min(i + 1, replies.length - 1))
                    .willReturn(replies[i]));
            if (replies.length == 1) server.stubFor(any(anyUrl()).willReturn(replies[i]));
        }
    }

    static ResponseDefinitionBuilder says(String text) {
        return says(text, "stop");
    }

    static ResponseDefinitionBuilder says(@Nullable String text, String finish) {
        return json(200, """
            {"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"%s",
            "message":{"role":"assistant","content":%s}}],
            "usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}}
            """.formatted(finish, text == null ? "null" : Json.line(text)));
    }

    /** @param message of the only choice, as JSON */
    static ResponseDefinitionBuilder message(String message) {
        return json(200, "{\"choices\":[{\"index\":0,\"finish_reason\":\"stop\",\"message\":%s}]}".formatted(message));
    }

    static ResponseDefinitionBuilder json(int status, String body) {
        return aResponse()
                .withStatus(status)
                .withHeader("Content-Type", "application/json")
                .withBody(body);
    }

    static ResponseDefinitionBuilder error(int status, String message) {
        return json(status, Json.line(Map.of("error", Map.of("message", message))));
    }

    String url() {
        return server.baseUrl();
    }

    Settings.Llm settings(String provider, int timeoutS, int retries) {
        return new Settings.Llm(
                provider,
                "some-model",
                url() + "/v1",
                KEY,
                "2024-10-21",
                0,
                4096,
                timeoutS,
                retries,
                stream,
                4,
                null,
                1,
                4);
    }

    ChatModel open(int timeoutS, int retries) {
        return ChatModels.open(settings("openai", timeoutS, retries)).orElseThrow();
    }

    Settings.VisionLlm vision(String provider, int longest, int timeoutS, int retries) {
        return new Settings.VisionLlm(
                true,
                provider,
                "some-model",
                url() + "/v1",
                KEY,
                "2024-10-21",
                longest,
                timeoutS,
                retries,
                stream,
                2,
                10,
                "");
    }

    /** In the order in which they came. */
    List<LoggedRequest> requests() {
        return server.getAllServeEvents().reversed().stream()
                .map(event -> LoggedRequest.createFrom(event.getRequest()))
                .toList();
    }

    JsonNode body(int request) throws JsonProcessingException {
        return Json.tree(requests().get(request).getBodyAsString());
    }

    @Override
    public void close() {
        server.stop();
    }
}
