package rag.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import rag.engine.Corpus;

/** A dashboard over a folder of documents, and a client that asks it. */
final class Web implements AutoCloseable {

    private static final Pattern TOKEN = Pattern.compile("name=\"token\" value=\"([0-9a-f]+)\"");

    private final Corpus corpus;
    private final Dashboard dashboard;
    private final HttpClient client = HttpClient.newHttpClient();

    Web(Path folder) {
        this(folder, Map.of());
    }

    Web(Path folder, Map<String, String> settings) {
        this(new Corpus(folder, settings), Duration.ofSeconds(30)); // tests wait for all that was written
    }

    /** @param soon how long a page waits for the log of traces */
    Web(Corpus corpus, Duration soon) {
        this.corpus = corpus;
        dashboard = Dashboard.start(corpus.engine(), "localhost", 0, soon);
    }

    Corpus corpus() {
        return corpus;
    }

    URI address() {
        return dashboard.address();
    }

    HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(address().resolve(path)).build());
    }

    /** The text of a page that is there. */
    String page(String path) {
        var answer = get(path);
        if (answer.statusCode() != 200)
            throw new AssertionError(path + ": " + answer.statusCode() + " " + answer.body());
        return answer.body();
    }

    /** What a form needs to change anything. */
    String token() {
        var match = TOKEN.matcher(page("/ingest"));
        if (!match.find()) throw new AssertionError("no token in the form");
        return match.group(1);
    }

    /** Sends a form with the token. @param fields names and values by turns */
    HttpResponse<String> post(String path, String... fields) {
        var all = new ArrayList<>(List.of(fields));
        all.addAll(List.of("token", token()));
        return postPlain(path, all.toArray(String[]::new));
    }

    /** Sends a form as it is. */
    HttpResponse<String> postPlain(String path, String... fields) {
        var body = new StringBuilder();
        for (int i = 0; i < fields.length; i += 2) {
            body.append(i == 0 ? "" : "&")
                    .append(Url.encode(fields[i]))
                    .append('=')
                    .append(Url.encode(fields[i + 1]));
        }
        return send(HttpRequest.newBuilder(address().resolve(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body.toString()))
                .build());
    }

    /** Sends a file as a browser does. */
    HttpResponse<String> upload(String name, byte[] bytes) {
        var border = "----border";
        var head =
                "--%s\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n%s\r\n--%s\r\nContent-Disposition: form-data; name=\"files\"; filename=\"%s\"\r\nContent-Type: application/octet-stream\r\n\r\n"
                        .formatted(border, token(), border, name.replace("\"", "%22"));
        var tail = "\r\n--" + border + "--\r\n";
        return send(HttpRequest.newBuilder(address().resolve("/ingest/upload"))
                .header("Content-Type", "multipart/form-data; boundary=" + border)
                .POST(BodyPublishers.concat(
                        BodyPublishers.ofString(head),
                        BodyPublishers.ofByteArray(bytes),
                        BodyPublishers.ofString(tail)))
                .build());
    }

    HttpResponse<String> send(HttpRequest request) {
        try {
            var answer = client.send(request, BodyHandlers.ofString());
            if (!request.method().equals("GET")) corpus.settle();
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The status of a request whose headers no client would send by itself. */
    int status(String method, String path, String... headers) {
        return Integer.parseInt(answer(method, path, headers).split(" ")[1]);
    }

    /** All that is answered to such a request. */
    String answer(String method, String path, String... headers) {
        try (var socket = new Socket("localhost", address().getPort())) {
            var request = "%s %s HTTP/1.1\r\n%s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    .formatted(method, path, String.join("\r\n", headers));
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        dashboard.close();
        corpus.close();
    }
}
