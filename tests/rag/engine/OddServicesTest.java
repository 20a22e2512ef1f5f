package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What services and what stands before them do beside answering, for each way in which they are asked. */
@Timeout(30)
class OddServicesTest {

    private static final int PATIENCE_S = 5;

    private static OddService answering(int status, String body, String... headers) throws IOException {
        return new OddService((exchange, number) -> OddService.send(exchange, status, body, headers));
    }

    private static void refused(Asker asker, OddService service, String... said) {
        var reason = asker.refusal(service.url() + "/v1", PATIENCE_S);
        for (var words : said) assertTrue(reason.contains(words), words + " is not in: " + reason);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "STREAM")
    void aStreamThatNobodyAskedForIsNoAnswer(Asker asker) throws Exception {
        var stream = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"yes\"}}]}\n\ndata: [DONE]\n\n";
        try (var service = answering(200, stream, "Content-Type", "text/event-stream")) {
            refused(asker, service, "no JSON");
            assertEquals(1, service.came().size());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNoAnswerIsRefusedWhateverTheStatusSays(Asker asker) throws Exception {
        for (var body : List.of("<!DOCTYPE html><title>Sign in</title>", "", "null", "[]", "{}", "7", "\"yes\"")) {
            try (var service = answering(200, body)) {
                refused(asker, service);
                assertFalse(asker.refusal(service.url() + "/v1", PATIENCE_S).startsWith("no refusal"), body);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerThatDripsInEndsWithTheTimeLimit(Asker asker) throws Exception {
        try (var service = new OddService((exchange, number) -> {
            exchange.sendResponseHeaders(200, 0);
            for (byte b : (" ".repeat(100) + asker.right).getBytes()) {
                exchange.getResponseBody().write(b);
                exchange.getResponseBody().flush();
                Thread.sleep(200);
            }
        })) {
            long start = System.nanoTime();
            var reason = asker.refusal(service.url() + "/v1", 1);
            double seconds = (System.nanoTime() - start) / 1e9;
            assertTrue(reason.contains("within 1 s"), reason);
            assertTrue(seconds < 2.5, seconds + " s");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPackedAnswerIsUnpacked(Asker asker) throws Exception {
        try (var service = new OddService((exchange, number) ->
                OddService.send(exchange, 200, OddService.gzip(asker.right), "Content-Encoding", "gzip"))) {
            assertEquals("yes", asker.ask(service.url() + "/v1", PATIENCE_S));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDayAndHourToComeBackIsWaitedFor(Asker asker) throws Exception {
        try (var service = new OddService((exchange, number) -> {
            var then = ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(3).format(DateTimeFormatter.RFC_1123_DATE_TIME);
            if (number == 1) OddService.send(exchange, 429, "{}", "Retry-After", then);
            else OddService.send(exchange, 200, asker.right);
        })) {
            long start = System.nanoTime();
            assertEquals("yes", asker.ask(service.url() + "/v1", 10));
            double seconds = (System.nanoTime() - start) / 1e9;
            assertTrue(seconds > 1.9, seconds + " s"); // a date has no fractions of a second
        }
    }

    @ParameterizedTest
    @EnumSource
    void neitherKeyNorTextGoWhereARedirectLeads(Asker asker) throws Exception {
        for (int status : new int[] {301, 302, 303, 307, 308}) {
            try (var elsewhere = answering(200, asker.right);
                    var service = answering(status, "", "Location", elsewhere.url() + "/v2?token=" + Asker.KEY)) {
                refused(asker, service, "" + status, elsewhere.url() + "/v2", "base_url");
                assertEquals(1, service.came().size());
                assertEquals(List.of(), elsewhere.came());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aProxyThatWantsAPasswordIsNamed(Asker asker) throws Exception {
        var before = ProxySelector.getDefault();
        try (var proxy = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> refuseAll(proxy));
            ProxySelector.setDefault(new ProxySelector() {
                @Override
                public List<Proxy> select(URI uri) {
                    return List.of(new Proxy(Proxy.Type.HTTP, proxy.getLocalSocketAddress()));
                }

                @Override
                public void connectFailed(URI uri, SocketAddress address, IOException e) {}
            });
            for (var host : List.of("http://models.test/v1", "https://models.test/v1")) {
                var reason = asker.refusal(host, PATIENCE_S);
                assertTrue(reason.contains("proxy"), host + ": " + reason);
            }
        } finally {
            ProxySelector.setDefault(before);
        }
    }

    /** A proxy's answer to whoever brings no password, also to those who want a tunnel. */
    private static void refuseAll(ServerSocket proxy) {
        while (!proxy.isClosed()) {
            try (var socket = proxy.accept()) {
                var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {}
                socket.getOutputStream()
                        .write(
                                "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"office\"\r\nContent-Length: 0\r\n\r\n"
                                        .getBytes(StandardCharsets.UTF_8));
                socket.shutdownOutput();
                in.readLine();
            } catch (IOException e) {
                // the next one may want to know more
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAddressOfTheSixthVersionIsOne(Asker asker) throws Exception {
        try (var probe = new ServerSocket(0, 1, InetAddress.getByName("::1"))) {
            Objects.requireNonNull(probe);
        } catch (IOException e) {
            Assumptions.abort("this machine has no ::1: " + e.getMessage());
        }
        try (var service = new OddService("::1", (exchange, number) -> OddService.send(exchange, 200, asker.right))) {
            assertEquals("yes", asker.ask("http://[::1]:" + service.port() + "/v1", PATIENCE_S));
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAddressMayHaveAPathSlashesBehindItAndAQuery(Asker asker) throws Exception {
        try (var service = answering(200, asker.right)) {
            assertEquals("yes", asker.ask(service.url() + "/team/gateway/v1//", PATIENCE_S));
            assertEquals("yes", asker.ask(service.url() + "/v1?zone=eu&key=a%20b", PATIENCE_S));
            var paths = service.came().stream().map(OddService.Came::path).toList();
            assertTrue(paths.getFirst().matches("/team/gateway/v1/[a-z/]+"), "" + paths);
            assertTrue(paths.getLast().matches("/v1/[a-z/]+\\?zone=eu&key=a%20b"), "" + paths);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLineEndBehindAKeyIsNoPartOfIt(Asker asker) throws Exception {
        try (var service = answering(200, asker.right)) {
            var settings = asker.settings(service.url() + "/v1", Asker.KEY + "\r\n", PATIENCE_S, Map.of());
            assertEquals("yes", asker.ask(settings));
            assertEquals("Bearer " + Asker.KEY, service.came().getFirst().header("Authorization"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aKeyThatCannotStandInARequestIsRefusedAndNotShown(Asker asker) throws Exception {
        for (var key : List.of("sk-very-secret\nkey-0123456789", "sk-very-secret\0key", "sk-very-secret-ключ")) {
            try (var service = answering(200, asker.right)) {
                var reason = Asker.refusal(
                        () -> asker.ask(asker.settings(service.url() + "/v1", key, PATIENCE_S, Map.of())));
                assertTrue(reason.contains("api_key"), reason);
                assertEquals(List.of(), service.came());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aModelThatOllamaHasNotPulledIsSaid(Asker asker) throws Exception {
        var body = "{\"error\":{\"message\":\"model \\\"some-model\\\" not found, try pulling it first\"}}";
        try (var service = answering(404, body)) {
            refused(asker, service, "model (some-model)", "pulling it first");
            assertEquals(1, service.came().size());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsTooLongIsSaidAndAskedOnce(Asker asker) throws Exception {
        try (var service = answering(413, "<html><h1>413 Request Entity Too Large</h1></html>")) {
            refused(asker, service, "413");
            assertEquals(1, service.came().size());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatAContentFilterRefusesIsSaidAndAskedOnce(Asker asker) throws Exception {
        var body = """
            {"error": {"message": "The response was filtered due to the prompt triggering the content management policy.",
             "type": null, "param": "prompt", "code": "content_filter", "status": 400}}\
            """;
        try (var service = answering(400, body)) {
            refused(asker, service, "content management policy");
            assertEquals(1, service.came().size());
        }
    }
}
