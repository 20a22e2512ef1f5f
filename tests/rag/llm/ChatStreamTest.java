package rag.llm;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.llm.ChatStub.error;
import static rag.llm.ChatStub.json;
import static rag.llm.ChatStub.says;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers read while they are written: callers get whole ones, or a reason. */
@Timeout(40)
class ChatStreamTest {

    private static final ChatRequest QUESTION = ChatRequest.prose("Be brief.", "How far is the moon?");
    private static final String USAGE = "\"usage\":{\"prompt_tokens\":11,\"completion_tokens\":7,\"total_tokens\":18}";
    private static final String COUNT = "{\"choices\":[]," + USAGE + "}";
    private static final String END = part("{}", "\"stop\"");
    private static final String DONE = "[DONE]";

    private static String part(String delta, String end) {
        return "{\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":"
                + "[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}".formatted(delta, end);
    }

    private static String words(String words) {
        return part("{\"content\":\"%s\"}".formatted(words), "null");
    }

    private static ResponseDefinitionBuilder stream(String... events) {
        return raw(Stream.of(events).map(event -> "data: " + event + "\n\n").collect(Collectors.joining()));
    }

    private static ResponseDefinitionBuilder raw(String body) {
        return aResponse().withHeader("Content-Type", "text/event-stream").withBody(body);
    }

    private static ChatStub stub(ResponseDefinitionBuilder... replies) {
        var stub = new ChatStub(replies);
        stub.stream = true;
        return stub;
    }

    private static String refusal(ChatModel model) {
        return ""
                + assertThrows(ModelException.class, () -> model.ask(QUESTION)).getMessage();
    }

    private static String text(ResponseDefinitionBuilder reply) throws ModelException {
        try (var stub = stub(reply);
                var model = stub.open(20, 0)) {
            return model.ask(QUESTION).text();
        }
    }

    @Test
    void itsPartsAreOneAnswerThatIsCounted() throws Exception {
        var role = part("{\"role\":\"assistant\",\"content\":null}", "null");
        try (var stub = stub(stream(role, words("384,400"), words(" km"), END, COUNT, DONE));
                var model = stub.open(20, 0)) {
            var answer = model.ask(QUESTION);
            assertEquals("384,400 km", answer.text());
            assertEquals(List.of(11, 7), List.of(answer.promptTokens(), answer.completionTokens()));
            assertTrue(answer.firstMs() >= 0);
            assertTrue(stub.body(0).path("stream").asBoolean());
            assertTrue(stub.body(0).at("/stream_options/include_usage").asBoolean());
        }
    }

    @Test
    void aTraceSaysHowManyWereStreamedAndWhenTheirFirstWordsCame() {
        var tally = new Tally("m", 0, 0);
        tally.answered(new ChatAnswer("whole", 1, 1));
        assertFalse(tally.shown().containsKey("streamed"));
        tally.answered(new ChatAnswer("a", 1, 1, 100));
        tally.answered(new ChatAnswer("b", 1, 1, 301));
        assertEquals(2L, tally.shown().get("streamed"));
        assertEquals(200L, tally.shown().get("first_token_ms"));
    }

    /** Each service in its own way: the count beside the end, beside every part, or never; parts without a name. */
    static List<Object[]> manners() {
        var counted = "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"},\"finish_reason\":%s}]," + USAGE + "}";
        return List.of(
                new Object[] {stream(words("yes"), counted.formatted("", "\"stop\""), DONE), 11},
                new Object[] {stream(counted.formatted("ye", "null"), counted.formatted("s", "\"stop\"")), 11},
                new Object[] {stream(words("yes"), END), 0},
                new Object[] {stream("{\"choices\":[],\"prompt_filter_results\":[]}", words("yes"), END, DONE), 0},
                new Object[] {stream("{\"choices\":[{\"delta\":{\"content\":\"yes\"}}]}", END, END, COUNT, DONE), 11},
                new Object[] {stream(words("yes"), END, words("and more"), COUNT), 11},
                new Object[] {stream(words("yes"), part("{}", "\"\""), END, COUNT), 11},
                new Object[] {
                    raw(": OPENROUTER PROCESSING\n\n:\n\nevent: x\nid: 1\nretry: 5\ndata: " + words("yes")
                            + "\n\ngarbage\n\n: still here\n\ndata: " + END + "\n\n"),
                    0
                },
                new Object[] {raw("data:" + words("yes") + "\r\n\r\ndata:" + END + "\r\n\r\ndata: [DONE]\r\n\r\n"), 0},
                new Object[] {stream(part("{\"reasoning_content\":\"Well,\"}", "null"), words("yes"), END), 0},
                new Object[] {stream(words("<think>no"), words("</think>yes"), END), 0},
                new Object[] {says("yes"), 11});
    }

    @ParameterizedTest
    @MethodSource("manners")
    void theMannersOfServicesAreUnderstood(ResponseDefinitionBuilder reply, int counted) throws Exception {
        try (var stub = stub(reply);
                var model = stub.open(20, 0)) {
            var answer = model.ask(QUESTION);
            assertEquals("yes", answer.text());
            assertEquals(counted, answer.promptTokens());
            assertEquals(1, stub.requests().size());
        }
    }

    static List<Object[]> wrongAnswers() {
        return List.of(
                new Object[] {stream(words("half a"), words(" sen")), "broke off after 10 characters"},
                new Object[] {stream(words("half a"), DONE), "broke off after 6 characters"},
                new Object[] {raw("data: " + words("half") + "\n\ndata: {\"choices\":[{\"del"), "broke off after 4"},
                new Object[] {stream(words("half"), "{\"choi", END), "no JSON"},
                new Object[] {stream(words("half"), "garbage", END), "no JSON"},
                new Object[] {stream(words("half"), "[1]", END), "something"},
                new Object[] {stream(part("{\"content\":[\"x\"]}", "null"), END), "else than was asked for"},
                new Object[] {stream(END, DONE), "was empty"},
                new Object[] {stream(words("half"), part("{}", "\"length\"")), "llm.max_tokens"},
                new Object[] {stream(words("half"), part("{}", "\"content_filter\"")), "content filter"},
                new Object[] {stream(words("half"), part("{}", "\"insufficient_system_resource\"")), "broken off by"},
                new Object[] {stream(part("{\"refusal\":\"I can't.\"}", "null"), END), "a refusal: I can't."},
                new Object[] {stream(words("half"), "{\"error\":{\"message\":\"gone\"}}"), "an error: 200: gone"},
                new Object[] {stream(words("half"), "{\"error\":\"overloaded\"}"), "overloaded"},
                new Object[] {stream(DONE), "no stream"},
                new Object[] {raw(""), "no stream"},
                new Object[] {
                    aResponse().withHeader("Content-Type", "text/html").withBody("<p>Hi</p>"), "text/html"
                },
                new Object[] {json(200, "{\"error\":{\"message\":\"model is loading\"}}"), "model is loading"},
                new Object[] {json(200, "{\"choices\":[]}"), "no choice"},
                new Object[] {json(200, "{\"choices\""), "no JSON"},
                new Object[] {json(200, "null"), "answered with"});
    }

    @ParameterizedTest
    @MethodSource("wrongAnswers")
    void whatIsNoWholeAnswerIsRefused(ResponseDefinitionBuilder reply, String said) {
        try (var stub = stub(reply);
                var model = stub.open(20, 0)) {
            var reason = refusal(model);
            assertTrue(reason.contains(said), reason);
        }
    }

    @Test
    void anAnswerIsWholeAtItsEndThoughTheConnectionBreaksBehind() throws Exception {
        assertEquals("yes", text(stream(words("yes"), END).withHeader("Content-Length", "5000")));
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"error\":{\"code\":503,\"message\":\"later\"}}'",
        "'{\"error\":{\"type\":\"server_error\",\"code\":null,\"message\":\"later\"}}'",
        "'{\"error\":{\"type\":\"x\",\"code\":\"rate_limit_exceeded\",\"message\":\"later\"}}'",
    })
    void anErrorInTheMidstOfAStreamThatMayPassIsTriedAgain(String error) throws Exception {
        try (var stub = stub(stream(words("half"), error), stream(words("yes"), END));
                var model = stub.open(20, 1)) {
            assertEquals("yes", model.ask(QUESTION).text());
        }
    }

    @Test
    void whatBreaksOffIsAskedForAgain() throws Exception {
        var cut = stream(words("half"));
        var broken =
                aResponse().withHeader("Content-Type", "text/event-stream").withFault(Fault.MALFORMED_RESPONSE_CHUNK);
        try (var stub = stub(cut, broken, error(500, "later"), stream(words("yes"), END));
                var model = stub.open(20, 3)) {
            assertEquals("yes", model.ask(QUESTION).text());
            assertEquals(4, stub.requests().size());
        }
    }

    @Test
    void theServicesOwnWaitIsKept() throws Exception {
        try (var stub = stub(error(429, "slowly").withHeader("Retry-After", "2"), stream(words("yes"), END));
                var model = stub.open(20, 2)) {
            long start = System.nanoTime();
            assertEquals("yes", model.ask(QUESTION).text());
            assertTrue(System.nanoTime() - start > 1.9e9);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Unknown field: stream_options", "extra fields are not permitted"})
    void aCountThatAnEndpointDoesNotGiveIsNotAskedForAgain(String said) throws Exception {
        try (var stub = stub(error(400, said), stream(words("yes"), END), stream(words("yes"), END));
                var model = stub.open(20, 0)) {
            assertEquals(0, model.ask(QUESTION).promptTokens());
            model.ask(QUESTION);
            assertEquals(3, stub.requests().size());
            for (int i : List.of(1, 2)) {
                assertTrue(stub.body(i).path("stream_options").isMissingNode());
                assertTrue(stub.body(i).path("stream").asBoolean());
            }
        }
    }

    @Test
    void aSchemaIsLeftOutOfAStreamAsWell() throws Exception {
        var request = new ChatRequest("Judge.", "Is it so?", Map.of("type", "object"), 50);
        try (var stub = stub(error(400, "no json_schema"), stream(words("{}"), END, COUNT));
                var model = stub.open(20, 0)) {
            assertEquals("{}", model.ask(request).text());
            assertEquals("json_object", stub.body(1).at("/response_format/type").asText());
            assertTrue(stub.body(1).at("/stream_options/include_usage").asBoolean());
        }
    }

    @Test
    void aModelThatHangsIsTakenToBeDownAtOnceAndOneThatIsSlowIsNot() {
        try (var stub = stub(stream(words("late")).withFixedDelay(20_000));
                var model = stub.open(1, 3)) {
            assertTrue(refusal(model).contains("did not answer within 1 s"));
            assertTrue(refusal(model).startsWith("not asked"));
        }
        var slow = stream(Stream.generate(() -> words("ten signs.")).limit(40).toArray(String[]::new));
        try (var stub = stub(slow.withChunkedDribbleDelay(40, 20_000));
                var model = stub.open(2, 3)) {
            for (int i = 0; i < 2; i++) {
                long start = System.nanoTime();
                var said = refusal(model);
                assertTrue(
                        said.matches(".*words still after 2 s \\([1-9]\\d* characters so far\\).*llm.timeout_s"), said);
                assertTrue(System.nanoTime() - start < 3e9);
            }
            assertEquals(2, stub.requests().size());
        }
    }

    @Test
    void aPictureIsAskedAboutInTheSameWay() throws Exception {
        try (var stub = stub(stream(words("A dot."), END, COUNT))) {
            var settings = stub.vision("openai", 100, 20, 0);
            try (var model = VisionModels.open(settings).orElseThrow()) {
                var picture = VisionModelsTest.picture(2, 2, "png");
                assertEquals(
                        "A dot.",
                        model.ask(new VisionRequest("", "What?", picture, "png", 9))
                                .text());
                assertTrue(stub.body(0).path("stream").asBoolean());
            }
        }
    }
}
