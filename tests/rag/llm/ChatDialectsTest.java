package rag.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.llm.ChatStub.error;
import static rag.llm.ChatStub.says;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What services take and refuse differs. */
@Timeout(40)
class ChatDialectsTest {

    private static final Map<String, Object> SCHEMA = Map.of("type", "object", "properties", Map.of());

    @Test
    void aSchemaIsSentWhereTheEndpointKnowsSchemas() throws Exception {
        var request = new ChatRequest("Judge.", "Is it so?", SCHEMA, 50);
        try (var stub = new ChatStub(says("{}"))) {
            try (var model = stub.open(5, 0)) {
                model.ask(request);
                var sent = stub.body(0);
                assertEquals("json_schema", sent.at("/response_format/type").asText());
                assertEquals(
                        "object",
                        sent.at("/response_format/json_schema/schema/type").asText());
                assertEquals(50, sent.path("max_tokens").asInt());
                assertEquals("Judge.", sent.at("/messages/0/content").asText());
            }
            try (var model = ChatModels.open(stub.settings("deepseek", 5, 0)).orElseThrow()) {
                model.ask(request);
                var sent = stub.body(1);
                assertEquals("json_object", sent.at("/response_format/type").asText());
                assertTrue(sent.at("/messages/0/content").asText().contains("\"type\":\"object\""));
            }
        }
    }

    @Test
    void whatAnEndpointRefusesIsLeftOutFromThenOn() throws Exception {
        var request = new ChatRequest("Judge.", "Is it so?", SCHEMA, 50);
        try (var stub = new ChatStub(
                        error(400, "Unsupported parameter: 'max_tokens', use 'max_completion_tokens'"),
                        error(400, "Unsupported value: 'temperature' does not support 0"),
                        error(400, "response_format json_schema is not supported"),
                        error(400, "unknown field"),
                        says("{}"));
                var model = stub.open(5, 0)) {
            assertEquals("{}", model.ask(request).text());
            assertEquals(5, stub.requests().size());
            assertEquals("{}", model.ask(request).text());
            assertEquals(6, stub.requests().size());
            var sent = stub.body(5);
            assertEquals(50, sent.path("max_completion_tokens").asInt());
            for (var gone : List.of("max_tokens", "temperature", "response_format")) {
                assertTrue(sent.path(gone).isMissingNode(), gone);
            }
            assertTrue(sent.at("/messages/0/content").asText().contains("JSON Schema"));
        }
    }

    @Test
    void aRequestTooLongForTheModelIsRefusedOnceAndKeepsTheModelInUse() throws Exception {
        try (var stub = new ChatStub(error(400, "exceeds the context size"), says("yes"));
                var model = stub.open(5, 2)) {
            var request = new ChatRequest("", "x", SCHEMA, 0);
            var e = assertThrows(ModelException.class, () -> model.ask(request));
            assertTrue(("" + e.getMessage()).contains("refused the request"), "" + e.getMessage());
            assertEquals("yes", model.ask(request).text());
            assertEquals("json_schema", stub.body(1).at("/response_format/type").asText());
        }
    }

    @Test
    void theTimeLimitHoldsOverAllThatIsLeftOut() {
        var slow = error(400, "response_format is not supported").withFixedDelay(700);
        try (var stub = new ChatStub(slow);
                var model = stub.open(1, 0)) {
            var request = new ChatRequest("Judge.", "Is it so?", SCHEMA, 50);
            long start = System.nanoTime();
            assertThrows(ModelException.class, () -> model.ask(request));
            assertTrue((System.nanoTime() - start) / 1e9 < 1.6);
        }
    }
}
