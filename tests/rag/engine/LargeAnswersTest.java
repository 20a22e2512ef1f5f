package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Services that send more than any right answer has, or in another way than one does: none of it fills the memory. */
@Timeout(40)
class LargeAnswersTest {

    private static final int PATIENCE_S = 20;
    private static final long MOST = 1_000_000_000;

    /** Sends this again and again until nobody takes it, at most {@link #MOST} bytes. @return bytes that went */
    private static long pour(HttpExchange exchange, String again) {
        var bytes = again.repeat(1 + 65_536 / again.length()).getBytes(StandardCharsets.UTF_8);
        long sent = 0;
        try {
            for (; sent < MOST; sent += bytes.length) exchange.getResponseBody().write(bytes);
        } catch (IOException e) {
            // nobody listens any more
        }
        return sent;
    }

    private static OddService pouring(AtomicLong sent, int status, String type, String start, String again)
            throws IOException {
        return new OddService((exchange, number) -> {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, 0);
            exchange.getResponseBody().write(start.getBytes(StandardCharsets.UTF_8));
            sent.addAndGet(pour(exchange, again));
        });
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerWithoutEndIsEnded(Asker asker) throws Exception {
        for (int status : new int[] {200, 400, 500}) {
            var sent = new AtomicLong();
            int times;
            try (var service = pouring(sent, status, "application/json", "{\"choices\":[\"", "x")) {
                var reason = asker.refusal(service.url() + "/v1", PATIENCE_S);
                if (status == 200) assertTrue(reason.contains("more than"), reason);
                if (status == 200) assertEquals(1, service.came().size(), "asked again");
                assertFalse(reason.startsWith("no refusal"), reason);
                times = service.came().size(); // an error is asked again, as often as there is time for
            }
            assertTrue(sent.get() / times < MOST / 10, sent + " bytes in " + times + " answers");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSmallAnswerThatUnpacksToALargeOneIsEnded(Asker asker) throws Exception {
        var packed = OddService.gzip("{\"choices\":[\"" + "0".repeat(50_000_000));
        assertTrue(packed.length < 100_000);
        try (var service = new OddService(
                (exchange, number) -> OddService.send(exchange, 200, packed, "Content-Encoding", "gzip"))) {
            var reason = asker.refusal(service.url() + "/v1", PATIENCE_S);
            assertTrue(reason.contains("more than"), reason);
        }
    }

    @ParameterizedTest
    @CsvSource({"x", "'data: x\n'"})
    void anEventOfAStreamWithoutEndIsEnded(String again) throws Exception {
        var sent = new AtomicLong();
        try (var service = pouring(sent, 200, "text/event-stream", "data: {\"choices\":[\"", again)) {
            var reason = Asker.STREAM.refusal(service.url() + "/v1", PATIENCE_S);
            assertTrue(reason.contains("more than 8.0 MB"), reason);
        }
        assertTrue(sent.get() < MOST / 4, sent + " bytes");
    }

    @ParameterizedTest
    @EnumSource(names = "STREAM")
    void wordsWithoutEndAreEnded(Asker asker) throws Exception {
        var words = "data: {\"choices\":[{\"delta\":{\"content\":\"%s\"}}]}\n\n".formatted("word ".repeat(20_000));
        var sent = new AtomicLong();
        try (var service = pouring(sent, 200, "text/event-stream", "", words)) {
            var reason = asker.refusal(service.url() + "/v1", PATIENCE_S);
            assertTrue(reason.contains("more than 8.0 MB"), reason);
        }
        assertTrue(sent.get() < MOST / 4, sent + " bytes");
    }

    /** They keep a connection open and say nothing of the model. */
    @ParameterizedTest
    @CsvSource({"': here\n\n', did not answer within 1 s", "'data: {}\n\n', words still after 1 s"})
    void signsOfLifeWithoutEndEndWithTheTimeLimit(String again, String said) throws Exception {
        try (var service = new OddService((exchange, number) -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            for (int i = 0; i < 200; i++) {
                exchange.getResponseBody().write(again.getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
                Thread.sleep(50);
            }
        })) {
            long start = System.nanoTime();
            var reason = Asker.STREAM.refusal(service.url() + "/v1", 1);
            assertTrue(reason.contains(said), reason);
            assertTrue(System.nanoTime() - start < 3e9);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerIsReadAsJsonIsWrittenWhateverCharsetIsSaid(Asker asker) throws Exception {
        for (var charset : new String[] {"iso-8859-1", "utf-16", "no-such", "\"\""}) {
            try (var service = new OddService((exchange, number) -> OddService.send(
                    exchange, 200, asker.right, "Content-Type", "application/json; charset=" + charset))) {
                assertEquals("yes", asker.ask(service.url() + "/v1", PATIENCE_S), charset);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void headersTooLargeForTheServiceAreSaidAndAskedOnce(Asker asker) throws Exception {
        try (var service = new OddService((exchange, number) -> OddService.send(exchange, 431, "{}"))) {
            var reason = asker.refusal(service.url() + "/v1", PATIENCE_S);
            assertTrue(reason.contains("431"), reason);
            assertEquals(1, service.came().size());
        }
    }

    /** Nothing behind the request; half a head; a head of megabytes. */
    @ParameterizedTest
    @EnumSource
    void aConnectionThatGivesNoWholeHeadIsSaid(Asker asker) throws Exception {
        for (var head : new String[] {"", "HTTP/1.1 200 O", "HTTP/1.1 200 OK\r\nX-Large: " + "x".repeat(3_000_000)}) {
            try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
                Thread.ofVirtual().start(() -> halfClose(server, head));
                var reason = asker.refusal("http://127.0.0.1:" + server.getLocalPort() + "/v1", PATIENCE_S);
                assertTrue(reason.contains("the connection to"), reason);
            }
        }
    }

    private static void halfClose(ServerSocket server, String head) {
        while (!server.isClosed()) {
            try {
                var socket = server.accept();
                Thread.ofVirtual().start(() -> halfClose(socket, head));
            } catch (IOException e) {
                // the test is over
            }
        }
    }

    private static void halfClose(Socket accepted, String head) {
        try (var socket = accepted) {
            if (socket.getInputStream().read(new byte[65_536]) < 0) return;
            socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            while (socket.getInputStream().read() >= 0) {} // it listens on
        } catch (IOException e) {
            // it has heard enough
        }
    }
}
