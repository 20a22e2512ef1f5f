package rag.llm;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.llm.ChatStub.error;
import static rag.llm.ChatStub.json;
import static rag.llm.ChatStub.message;
import static rag.llm.ChatStub.says;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(40)
class ChatModelsTest {

    private static final ChatRequest QUESTION = ChatRequest.prose("Be brief.", "How far is the moon?");

    private static String refusal(ChatModel model) {
        return ""
                + assertThrows(ModelException.class, () -> model.ask(QUESTION)).getMessage();
    }

    private static double seconds(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / 1e9;
    }

    @Test
    void aQuestionIsSentAsTheSettingsSayAndItsAnswerComesBackCounted() throws Exception {
        try (var stub = new ChatStub(says("384,400 km"));
                var model = stub.open(5, 0)) {
            assertEquals(new ChatAnswer("384,400 km", 11, 7), model.ask(QUESTION));
            assertEquals("openai/some-model", model.name());
            var sent = stub.body(0);
            assertEquals("some-model", sent.path("model").asText());
            assertEquals("Be brief.", sent.at("/messages/0/content").asText());
            assertEquals("How far is the moon?", sent.at("/messages/1/content").asText());
            assertEquals(4096, sent.path("max_tokens").asInt());
            assertEquals(0.0, sent.path("temperature").asDouble(1));
            assertTrue(sent.path("response_format").isMissingNode());
            assertEquals("Bearer " + ChatStub.KEY, stub.requests().getFirst().getHeader("Authorization"));
        }
    }

    @Test
    void noProviderIsNoModel() {
        try (var stub = new ChatStub(says(""))) {
            assertTrue(ChatModels.open(stub.settings("none", 5, 0)).isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 502, 503})
    void anErrorThatMayPassIsTriedAgain(int status) throws Exception {
        try (var stub = new ChatStub(error(status, "later"), error(status, "later"), says("yes"));
                var model = stub.open(20, 2)) {
            assertEquals("yes", model.ask(QUESTION).text());
            assertEquals(3, stub.requests().size());
        }
    }

    @Test
    void theServicesOwnWaitIsKept() throws Exception {
        try (var stub = new ChatStub(error(429, "slowly").withHeader("Retry-After", "2"), says("yes"));
                var model = stub.open(20, 2)) {
            long start = System.nanoTime();
            assertEquals("yes", model.ask(QUESTION).text());
            assertTrue(System.nanoTime() - start > 1.9e9);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"3600", "Fri, 31 Dec 9999 23:59:59 GMT"})
    void aWaitLongerThanTheTimeLimitIsNotWaitedFor(String wait) {
        try (var stub = new ChatStub(error(429, "slowly").withHeader("Retry-After", wait));
                var model = stub.open(20, 2)) {
            assertTrue(seconds(() -> assertTrue(refusal(model).contains("slowly"))) < 5);
            assertEquals(1, stub.requests().size());
        }
    }

    @Test
    void aWrongKeyStopsAtOnceAndNamesItsVariable() {
        try (var stub = new ChatStub(error(401, "bad key " + ChatStub.KEY))) {
            for (var row : Map.of(
                            "openai", "OPENAI_API_KEY", "kimi", "MOONSHOT_API_KEY", "azure", "AZURE_OPENAI_API_KEY")
                    .entrySet()) {
                int before = stub.requests().size();
                try (var model =
                        ChatModels.open(stub.settings(row.getKey(), 5, 2)).orElseThrow()) {
                    var said = refusal(model);
                    assertTrue(said.contains(row.getValue()) && said.contains("llm.api_key"), said);
                    assertFalse(said.contains(ChatStub.KEY));
                    assertEquals(1, stub.requests().size() - before);
                }
            }
        }
    }

    @Test
    void theKeyIsInNoMessageWhateverTheServiceSays() {
        for (int status : List.of(400, 403, 404, 500)) {
            try (var stub = new ChatStub(error(status, "key " + ChatStub.KEY));
                    var model = stub.open(5, 0)) {
                var e = assertThrows(ModelException.class, () -> model.ask(QUESTION));
                for (Throwable cause = e; cause != null; cause = cause.getCause())
                    assertFalse(("" + cause).contains(ChatStub.KEY), "" + cause);
            }
        }
    }

    @Test
    void aHangEndsAtTheTimeLimitOverAllAttempts() {
        try (var stub = new ChatStub(says("late").withFixedDelay(20_000));
                var model = stub.open(1, 3)) {
            assertTrue(seconds(() -> assertTrue(refusal(model).contains("did not answer within 1 s"))) < 3);
        }
    }

    @ParameterizedTest
    @CsvSource({"CONNECTION_RESET_BY_PEER", "EMPTY_RESPONSE", "RANDOM_DATA_THEN_CLOSE", "MALFORMED_RESPONSE_CHUNK"})
    void aConnectionThatBreaksIsTriedAgain(Fault fault) throws Exception {
        try (var stub = new ChatStub(aResponse().withFault(fault), says("yes"));
                var model = stub.open(20, 1)) {
            assertEquals("yes", model.ask(QUESTION).text());
        }
    }

    static List<Object[]> wrongAnswers() {
        return List.of(
                new Object[] {json(200, "{\"error\":{\"message\":\"model is loading\"}}"), "model is loading"},
                new Object[] {json(200, "<html>Welcome</html>"), "no JSON"},
                new Object[] {json(200, "{\"id\":\"c\",\"choices\":[]}"), "no choice"},
                new Object[] {json(200, "{\"choices\":\"none\"}"), "no chat completion"},
                new Object[] {json(200, "{}"), "no chat completion"},
                new Object[] {says(null, "stop"), "was empty"},
                new Object[] {says("<think>The moon is far, and", "stop"), "was empty"},
                new Object[] {message("{\"content\":null,\"refusal\":\"I can't say.\"}"), "a refusal: I can't say."},
                new Object[] {message("{\"content\":null,\"reasoning_content\":\"384,400 km\"}"), "was empty"},
                new Object[] {message("{\"content\":[{\"type\":\"text\",\"text\":\"x\"}]}"), "no chat completion"},
                new Object[] {message("null"), "no chat completion"},
                new Object[] {says("half a sen", "length"), "llm.max_tokens"},
                new Object[] {says("", "content_filter"), "content filter"});
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.MethodSource("wrongAnswers")
    void whatIsNoWholeAnswerIsRefused(ResponseDefinitionBuilder reply, String said) {
        try (var stub = new ChatStub(reply);
                var model = stub.open(5, 0)) {
            assertTrue(refusal(model).contains(said), refusal(model));
        }
    }

    @Test
    void anAnswerThatItsTaskBoundIsNotBlamedOnTheSetting() throws Exception {
        try (var stub = new ChatStub(says("half a sen", "length"));
                var model = stub.open(5, 0)) {
            var bounded = new ChatRequest("", "How far is the moon?", null, 50);
            var said = String.valueOf(
                    assertThrows(ModelException.class, () -> model.ask(bounded)).getMessage());
            assertTrue(said.contains("cut at the 50 tokens that this task gives it"), said);
            assertFalse(said.contains("max_tokens"), said);
        }
    }

    @Test
    void thoughtsAreNoPartOfTheAnswer() throws Exception {
        try (var stub = new ChatStub(says("<think>\nThe moon… {\"a\":1}\n</think>\n\n384,400 km"));
                var model = stub.open(5, 0)) {
            assertEquals("384,400 km", model.ask(QUESTION).text());
        }
    }

    @Test
    void aTextThatAFilterRefusesIsNoReasonToAskNoMore() throws Exception {
        var filtered = json(400, "{\"error\":{\"message\":\"no\",\"code\":\"content_filter\"}}");
        var refused = message("{\"content\":null,\"refusal\":\"I can't say.\"}");
        try (var stub = new ChatStub(filtered, filtered, refused, says("", "content_filter"), says("yes"));
                var model = stub.open(5, 2)) {
            for (int i = 0; i < 4; i++) assertFalse(refusal(model).startsWith("not asked"));
            assertEquals("yes", model.ask(QUESTION).text());
        }
    }

    @Test
    void anErrorWhoseCodeIsANumberIsSaidInTheServicesWords() {
        try (var stub = new ChatStub(json(400, "{\"error\":{\"message\":\"too many\",\"code\":400}}"))) {
            assertTrue(refusal(stub.open(5, 0)).contains("too many"));
        }
    }

    @Test
    void aDeadEndpointCostsOneTimeLimitAndNotOneForEachText() {
        try (var stub = new ChatStub(says("late").withFixedDelay(20_000));
                var model = stub.open(1, 2);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            double took = seconds(() -> {
                var all = IntStream.range(0, 200)
                        .mapToObj(i -> threads.submit(() -> refusal(model)))
                        .toList();
                for (var said : all) {
                    try {
                        assertTrue(said.get().contains("did not answer within 1 s"), said.get());
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                }
            });
            assertTrue(took < 4, took + " s");
            assertTrue(stub.requests().size() <= 4, stub.requests().size() + " requests"); // as many as go at once
            assertTrue(refusal(model).startsWith("not asked, since"));
        }
    }

    @Test
    void azureIsAskedByDeploymentAndVersion() throws Exception {
        try (var stub = new ChatStub(says("yes"))) {
            var s = stub.settings("azure", 5, 0);
            var settings = new rag.config.Settings.Llm(
                    "azure", "our-gpt", stub.url(), ChatStub.KEY, "2024-10-21", 0, 9, 5, 0, false, 1, null, 0, 0);
            assertEquals("azure", s.provider());
            try (var model = ChatModels.open(settings).orElseThrow()) {
                model.ask(QUESTION);
            }
            var request = stub.requests().getFirst();
            assertEquals("/openai/deployments/our-gpt/chat/completions?api-version=2024-10-21", request.getUrl());
            assertEquals(ChatStub.KEY, request.getHeader("api-key"));
        }
    }
}
