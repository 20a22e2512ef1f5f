package rag.engine;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/** A web site on this machine. A page has an ETag, and is sent only to those who do not have it. */
public final class Site implements AutoCloseable {

    /** @param headers as "Name: value" */
    private record Reply(int status, byte[] body, List<String> headers) {}

    private final HttpServer server;
    private final Map<String, Reply> replies = new ConcurrentHashMap<>();
    private final List<String> requests = new ArrayList<>();

    public Site() {
        this("127.0.0.1");
    }

    public Site(String address) {
        try {
            server = HttpServer.create(new InetSocketAddress(address, 0), 0);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
    }

    /** The address of a page. */
    public String at(String path) {
        return "http://" + authority() + path;
    }

    public String authority() {
        return server.getAddress().getHostString() + ":" + server.getAddress().getPort();
    }

    /** Settings under which it may be crawled. */
    public String allowed() {
        return "crawl: {delay_ms: 0, timeout_s: 2, max_page_mb: 1, private_hosts: [\"" + authority() + "\"]}\n";
    }

    public Site page(String path, String html) {
        return reply(path, 200, html.getBytes(StandardCharsets.UTF_8), "Content-Type: text/html");
    }

    /** A page with these words and links. */
    public Site links(String path, String words, String... links) {
        var html = new StringBuilder("<html><head><title>" + words + "</title></head><body><p>" + words + ".</p>");
        for (var link : links) html.append("<a href='").append(link).append("'>on</a> ");
        return page(path, html + "</body></html>");
    }

    public Site redirect(String path, String to) {
        return reply(path, 302, new byte[0], "Location: " + to);
    }

    public Site reply(String path, int status, byte[] body, String... headers) {
        replies.put(path, new Reply(status, body, List.of(headers)));
        return this;
    }

    public Site remove(String path) {
        replies.remove(path);
        return this;
    }

    /** Paths that were asked for since the last call, in their order, each with the status it got. */
    public List<String> requests() {
        synchronized (requests) {
            var all = List.copyOf(requests);
            requests.clear();
            return all;
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().toString();
        var reply =
                replies.getOrDefault(path, new Reply(404, "nothing here".getBytes(StandardCharsets.UTF_8), List.of()));
        if (path.equals("/slow")) sleep();
        var headers = new LinkedHashMap<String, String>();
        for (var header : reply.headers()) {
            var parts = header.split(": ", 2);
            headers.put(parts[0], parts[1]);
        }
        var etag = "\"" + java.util.Arrays.hashCode(reply.body()) + "\"";
        int status = reply.status();
        if (status == 200) {
            headers.putIfAbsent("ETag", etag);
            if (etag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) status = 304;
        }
        headers.forEach(exchange.getResponseHeaders()::add);
        synchronized (requests) {
            requests.add(path + " " + status);
        }
        boolean empty = status == 304 || reply.body().length == 0;
        exchange.sendResponseHeaders(status, empty ? -1 : reply.body().length);
        try (var out = exchange.getResponseBody()) {
            if (!empty) out.write(reply.body());
        } catch (IOException gone) {
            // who asked has had enough
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(4000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
