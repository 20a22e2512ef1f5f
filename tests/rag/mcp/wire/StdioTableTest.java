package rag.mcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client may send wrong: it hears what was wrong, and the server goes on. */
@Tag("process")
class StdioTableTest {

    private static @Nullable Client shared;

    @BeforeAll
    static void start() {
        shared = Client.ofFixtures().initialize();
    }

    @AfterAll
    static void stop() {
        if (shared != null) shared.close();
    }

    private static Client client() {
        return Objects.requireNonNull(shared);
    }

    private static void stillThere() {
        var client = client();
        assertEquals(Map.of(), client.result(client.request("ping", Map.of())));
    }

    private static void hears(int code, @Nullable Object id, Map<String, Object> message) {
        var error = Rpc.object(message, "error");
        assertEquals(code, error.get("code"), message.toString());
        assertEquals(id, message.get("id"), message.toString());
        // An id that could not be read is left out: null is none.
        if (id == null) assertFalse(message.containsKey("id"), message.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} and more",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}{}",
                "{'jsonrpc':'2.0'}",
                "{\"id\":NaN}",
                "\0{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
                "{\"id\":1,",
            })
    void whatIsNotJsonIsAParseError(String line) {
        hears(Rpc.PARSE_ERROR, null, client().send(line).next());
        stillThere();
    }

    @ParameterizedTest
    @ValueSource(ints = {600, 2000, 100_000})
    void deepNestingIsAnsweredAndForgotten(int depth) {
        var nested = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":" + "[".repeat(depth)
                + "]".repeat(depth) + "}";
        var error = Rpc.object(client().send(nested).next(), "error");
        assertEquals(depth > 1000 ? Rpc.PARSE_ERROR : Rpc.INVALID_PARAMS, error.get("code"), error.toString());
        stillThere();
    }

    @ParameterizedTest
    @ValueSource(strings = {"c3 28", "ff fe", "ed a0 80", "c0 80", "f5 80 80 80"})
    void bytesThatAreNotUtf8AreAParseError(String hex) {
        var line = new ByteArrayOutputStream();
        line.writeBytes("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"".getBytes(StandardCharsets.UTF_8));
        for (var octet : hex.split(" ")) line.write(Integer.parseInt(octet, 16));
        line.writeBytes("\"}\n".getBytes(StandardCharsets.UTF_8));

        hears(Rpc.PARSE_ERROR, null, client().send(line.toByteArray()).next());
        stillThere();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "42",
                "\"text\"",
                "null",
                "true",
                "{}",
                "[]",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":123456789012345678901234567890,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"result\":{}}",
            })
    void whatHasNoReadableIdIsAnInvalidRequestWithoutOne(String line) {
        hears(Rpc.INVALID_REQUEST, null, client().send(line).next());
        stillThere();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":77,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"1.0\",\"id\":77,\"method\":\"ping\"}",
                "{\"jsonrpc\":2.0,\"id\":77,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":77}",
                "{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":5}",
                "{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":null}",
                "{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":{},\"error\":{}}",
            })
    void whatIsNoRequestIsAnInvalidRequestWithItsId(String line) {
        hears(Rpc.INVALID_REQUEST, 77, client().send(line).next());
        stillThere();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'ping','params':'x'",
                "'ping','params':[1]",
                "'tools/call'",
                "'tools/call','params':{}",
                "'tools/call','params':{'name':5}",
                "'tools/call','params':{'name':'echo','arguments':[]}",
                "'tools/call','params':{'name':'echo','arguments':'text'}",
                "'tools/call','params':{'name':'no_such_tool'}",
                "'tools/call','params':{'name':'echo','_meta':7}",
                "'tools/list','params':{'cursor':'x'}",
                "'resources/read'",
                "'resources/read','params':{'uri':5}",
                "'resources/subscribe','params':{}",
                "'prompts/get','params':{'name':'no_such_prompt'}",
                "'prompts/get','params':{'name':'test_prompt_with_arguments'}",
                "'prompts/get','params':{'name':'test_prompt_with_arguments','arguments':{'arg1':1,'arg2':'b'}}",
                "'completion/complete','params':{'ref':{}}",
                "'completion/complete','params':{'ref':{'type':'x'},'argument':{'name':'a','value':''}}",
                "'logging/setLevel','params':{'level':'loud'}",
                "'initialize'",
                "'initialize','params':{'protocolVersion':1,'capabilities':{},'clientInfo':{}}",
                "'initialize','params':{'protocolVersion':'2025-11-25','capabilities':[],'clientInfo':{}}",
            })
    void missingAndIllTypedParametersAreInvalidParameters(String methodAndParams) {
        var line = ("{'jsonrpc':'2.0','id':'p','method':" + methodAndParams + "}").replace('\'', '"');
        var answer = client().send(line).answer("p");
        hears(Rpc.INVALID_PARAMS, "p", answer);
        assertFalse(answer.toString().contains("java"), answer.toString());
        stillThere();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tools/kall", "", "initialized", "notifications/initialized", "__proto__"})
    void anUnknownMethodIsNotFound(String method) {
        var answer = client().answer(client().request(method, Map.of()));
        assertEquals(Rpc.METHOD_NOT_FOUND, Rpc.object(answer, "error").get("code"), answer.toString());
        stillThere();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t \r", "\0\0\0"})
    void aBlankLineIsNothing(String line) {
        client().send(line);
        assertNull(client().next(Duration.ofMillis(200)));
        stillThere();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\uFEFF{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"ping\"}\r",
                "  {\"jsonrpc\" : \"2.0\", \"id\" : \"q\", \"method\" : \"ping\" }  ",
                "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"ping\",\"params\":null}",
                "{\"method\":\"ping\",\"id\":\"q\",\"jsonrpc\":\"2.0\",\"more\":[1,{}]}",
            })
    void aRequestInUnusualClothesIsARequest(String line) {
        assertEquals(Map.of(), client().send(line).result("q"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unheard_of\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"nobody\"}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":{}}}",
                "{\"jsonrpc\":\"2.0\",\"id\":\"stray\",\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":\"stray\",\"error\":{\"code\":1,\"message\":\"m\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":\"stray\",\"error\":5}",
            })
    void whatWantsNoAnswerGetsNone(String line) {
        client().send(line);
        assertNull(client().next(Duration.ofMillis(200)));
        stillThere();
    }

    @ParameterizedTest
    @ValueSource(ints = {5_000_000, 20_000_000})
    void aLineThatIsTooLongIsSkipped(int length) {
        var line =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"x\":\"" + "a".repeat(length) + "\"}}";
        hears(Rpc.INVALID_REQUEST, null, client().send(line).next());
        stillThere();
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 70_000, 3_900_000})
    void aLongLineIsTakenWhole(int length) {
        var text = "é".repeat(length / 2);
        assertEquals(text, client().text(client().call("echo", "text", text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"line one\nline two", "\u2028\u2029", "\uD83D\uDE00", "tab\t\"quote\" \\", "\u0000\u001b"})
    void anyTextComesBackAsItWas(String text) {
        assertEquals(text, client().text(client().call("echo", "text", text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud800", "\\udc00", "a\\ud83d b"})
    void halfACharacterHarmsNobody(String escaped) {
        client().send("{\"jsonrpc\":\"2.0\",\"id\":\"h\",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
                + "\"arguments\":{\"text\":\"" + escaped + "\"}}}");
        assertNotNull(client().text("h"));
        stillThere();
    }
}
