package rag.engine;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;

/** A service on this machine that answers what a test wants, byte by byte where it must, and keeps what came. */
final class OddService implements AutoCloseable {

    /** A request as it came. */
    record Came(String path, Map<String, List<String>> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name, List.of("")).getFirst();
        }
    }

    interface Behaviour {
        /** @param number of the request, from 1 */
        void answer(HttpExchange exchange, int number) throws IOException, InterruptedException;
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Came> came = new CopyOnWriteArrayList<>();

    OddService(Behaviour behaviour) throws IOException {
        this("127.0.0.1", behaviour);
    }

    OddService(String host, Behaviour behaviour) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(host), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            came.add(new Came(exchange.getRequestURI().toString(), Map.copyOf(exchange.getRequestHeaders()), body));
            try (exchange) {
                behaviour.answer(exchange, came.size());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
    }

    /** Sends a body whole. @param headers name, value, name, value */
    static void send(HttpExchange exchange, int status, String body, String... headers) throws IOException {
        send(exchange, status, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    static void send(HttpExchange exchange, int status, byte[] body, String... headers) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        for (int i = 0; i < headers.length; i += 2)
            exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) exchange.getResponseBody().write(body);
    }

    static byte[] gzip(String text) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return out.toByteArray();
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url() {
        return "http://127.0.0.1:" + port();
    }

    List<Came> came() {
        return came;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
