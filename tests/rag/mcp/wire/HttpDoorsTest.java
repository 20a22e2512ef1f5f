package rag.mcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Failure;

/** Who may come in to the HTTP server, and with what. */
class HttpDoorsTest extends WithHttp {

    // ---- Who may come in ----

    /** Sends a request as it stands, with any Host; gives the status. */
    private static int status(HttpEndpoint server, String... headers) throws IOException {
        try (var socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(10_000);
            var text = "POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nAccept: */*\r\nConnection: close\r\n"
                    + String.join("\r\n", headers) + "\r\nContent-Length: " + INITIALIZE.length() + "\r\n\r\n"
                    + INITIALIZE;
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.split(" ")[1]);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:PORT, 200",
        "127.0.0.1:PORT, 200",
        "[::1]:PORT, 200",
        "LocalHost, 200",
        "evil.example, 403",
        "localhost.evil.example:PORT, 403",
        "127.0.0.1.nip.io, 403",
        "'', 403",
    })
    void theHostMustBeThisMachine(String host, int status) throws Exception {
        var server = open();
        assertEquals(status, status(server, "Host: " + host.replace("PORT", "" + server.port())));
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:3000, 200",
        "https://127.0.0.1, 200",
        "http://[::1]:8080, 200",
        "https://allowed.example, 200",
        "https://evil.example, 403",
        "http://localhost:1@evil.example, 403",
        "http://localhost.evil.example, 403",
        "null, 403",
        "file://, 403",
        "http://localhost/x, 403",
    })
    void theOriginMustBeThisMachineOrNamed(String origin, int status) throws Exception {
        var server = open(
                new HttpOptions("127.0.0.1", 0, null, Set.of("https://allowed.example"), 9, Duration.ofMinutes(1)));
        assertEquals(status, status(server, "Host: localhost", "Origin: " + origin));
    }

    @ParameterizedTest
    @CsvSource({
        "Bearer s3cret, 200",
        "bearer s3cret, 200",
        "Bearer s3cre, 401",
        "Bearer s3cret0, 401",
        "Bearer , 401",
        "Basic s3cret, 401",
        "s3cret, 401",
        "'', 401",
    })
    void theTokenMustBeRight(String authorization, int status) throws Exception {
        var server = open(HttpOptions.of("127.0.0.1", 0, "s3cret"));
        assertEquals(status, status(server, "Host: localhost", "Authorization: " + authorization));
    }

    @ParameterizedTest
    @CsvSource({
        "192.168.1.20:8765, s3cret, x, 200",
        "hub.example, s3cret, x, 200",
        "hub.example, wrong, x, 401",
        "hub.example, s3cret, http://hub.example, 403",
    })
    void whoHasTheTokenMayCallTheServerByAnyName(String host, String token, String origin, int status)
            throws Exception {
        var server = open(HttpOptions.parse("0.0.0.0:0", "s3cret"));
        var headers = new ArrayList<>(List.of("Host: " + host, "Authorization: Bearer " + token));
        if (!origin.equals("x")) headers.add("Origin: " + origin);
        assertEquals(status, status(server, headers.toArray(String[]::new)));
    }

    @Test
    void withoutATokenTheClientIsToldThatItNeedsOne() throws Exception {
        var answer = post(open(HttpOptions.of("127.0.0.1", 0, "s3cret")), INITIALIZE);
        assertEquals(401, answer.statusCode());
        assertEquals(
                "Bearer realm=\"mcp\"",
                answer.headers().firstValue("WWW-Authenticate").orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0:0", "192.0.2.1:8000", "example.org:80"})
    void nobodyElseIsLetInWithoutAToken(String address) {
        var failure = assertThrows(Failure.class, () -> HttpOptions.parse(address, null));
        assertTrue(String.valueOf(failure.getMessage()).contains("--token"), failure.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "localhost:", "localhost:x", ":80", "70000", "1:2:x", "-1"})
    void anAddressThatIsNoneIsRefused(String address) {
        assertThrows(Failure.class, () -> HttpOptions.parse(address, null));
    }

    @Test
    void aPortInUseIsSaid() {
        var server = open();
        assertThrows(Failure.class, () -> open(HttpOptions.of("127.0.0.1", server.port(), null)));
    }

    // ---- What may come in ----

    @ParameterizedTest
    @CsvSource({"Content-Type, text/plain, 415", "Accept, text/html, 406", "Accept, application/json, 406"})
    void typesMustBeThoseOfTheProtocol(String header, String value, int status) throws Exception {
        var request = request(open())
                .setHeader(header, value)
                .POST(HttpRequest.BodyPublishers.ofString(INITIALIZE))
                .build();
        assertEquals(status, http.send(request, BodyHandlers.ofString()).statusCode());
    }

    @ParameterizedTest
    @CsvSource({"PUT, 405", "PATCH, 405", "GET, 405", "DELETE, 400"})
    void otherMethodsAreRefused(String method, int status) throws Exception {
        var request = request(open())
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        assertEquals(status, http.send(request, BodyHandlers.ofString()).statusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "[]", "[{}]", "42", "{}", "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}"})
    void whatIsNoMessageIsAnsweredAsOnStdio(String body) throws Exception {
        var answer = post(open(), body);
        assertEquals(400, answer.statusCode());
        assertTrue(answer.body().matches("\\{\"jsonrpc\":\"2.0\",\"error\":\\{\"code\":-32[67]00,.*"), answer.body());
    }

    @Test
    void aBodyThatIsTooLongIsRefusedAndTheServerGoesOn() throws Exception {
        var server = open();
        assertEquals(413, post(server, " ".repeat(5_000_000)).statusCode());
        assertEquals(200, post(server, INITIALIZE).statusCode());
    }

    @Test
    void anUnknownRevisionIsRefused() throws Exception {
        var server = open();
        var answer = post(server, PING, "Mcp-Session-Id", session(server), "MCP-Protocol-Version", "2001-01-01");
        assertEquals(400, answer.statusCode());
    }
}
