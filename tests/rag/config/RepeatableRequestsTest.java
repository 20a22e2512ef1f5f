package rag.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that keeps a connection and then drops it at the next request, before a byte of its answer. */
class RepeatableRequestsTest {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private ServerSocket server;
    private final RepeatableRequests requests = new RepeatableRequests(LIMIT, null);

    @BeforeEach
    void open() throws Exception {
        server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws Exception {
        requests.close();
        server.close();
    }

    private String send(Duration limit) throws Exception {
        var address = URI.create("http://127.0.0.1:" + server.getLocalPort());
        var request = HttpRequest.newBuilder(address).timeout(limit).POST(BodyPublishers.ofString("question"));
        return requests.send(request.build()).body();
    }

    private void serve(ThrowingRunnable work) {
        Thread.ofVirtual().start(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // the test has what it wanted
            }
        });
    }

    private interface ThrowingRunnable {
        void run() throws IOException;
    }

    /** Reads a request to the end of its body. */
    private static void read(Socket connection) throws IOException {
        var text = new StringBuilder();
        while (text.indexOf("question") < 0) {
            int next = connection.getInputStream().read();
            if (next < 0) throw new IOException("no request");
            text.append((char) next);
        }
    }

    private static void answer(Socket connection, String text) throws IOException {
        read(connection);
        var answer = "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s".formatted(text.length(), text);
        connection.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void a_request_over_a_dead_connection_is_sent_once_more_over_a_new_one() throws Exception {
        serve(() -> {
            try (var first = server.accept()) {
                answer(first, "one");
                read(first);
            }
            try (var second = server.accept()) {
                answer(second, "two");
            }
        });
        assertEquals("one", send(LIMIT));
        assertEquals("two", send(LIMIT));
    }

    @Test
    void when_nobody_listens_any_more_that_is_what_is_said() throws Exception {
        serve(() -> {
            try (var first = server.accept()) {
                answer(first, "one");
                read(first);
                server.close();
            }
        });
        assertEquals("one", send(LIMIT));
        assertThrows(ConnectException.class, () -> send(LIMIT));
    }

    @Test
    void a_server_that_drops_new_connections_as_well_is_asked_twice_and_no_more() throws Exception {
        int[] asked = {0};
        serve(() -> {
            while (true) {
                try (var each = server.accept()) {
                    read(each);
                    asked[0]++;
                }
            }
        });
        assertThrows(IOException.class, () -> send(LIMIT));
        assertEquals(2, asked[0]);
    }

    @Test
    void both_tries_have_one_limit() throws Exception {
        serve(() -> {
            try (var first = server.accept()) {
                read(first);
                Thread.sleep(400);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            try (var second = server.accept()) {
                read(second);
                second.getInputStream().read(); // until the client goes
            }
        });
        long start = System.nanoTime();
        assertThrows(HttpTimeoutException.class, () -> send(Duration.ofMillis(800)));
        long took = (System.nanoTime() - start) / 1_000_000;
        assertEquals(true, took < 1_150, took + " ms: each had the whole limit");
    }

    @Test
    void the_limit_holds_to_the_last_byte_of_an_answer() throws Exception {
        serve(() -> {
            try (var each = server.accept()) {
                read(each);
                each.getOutputStream()
                        .write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nsome".getBytes(StandardCharsets.US_ASCII));
                each.getInputStream().read(); // until the client goes
            }
        });
        assertTimeoutPreemptively(
                LIMIT,
                () -> assertThrows(HttpTimeoutException.class, () -> send(Duration.ofMillis(300))),
                "waited for what never came");
    }
}
