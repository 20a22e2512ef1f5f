package rag.store.chroma;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import rag.config.Json;
import rag.config.RepeatableRequests;
import rag.config.Secrets;
import rag.config.StoreSettings;
import rag.model.Failure;
import rag.text.Texts;

/**
 * Requests to a Chroma server by its REST interface, version 2, in one database of one tenant; each may be done twice. What
 * goes wrong is a {@link Failure} in words that name the server and what to do.
 */
final class ChromaClient implements AutoCloseable {

    private static final String USUAL = "http://localhost:8000";

    /** Writing builds the graph, which takes longer than a question. */
    private static final Duration WRITING = Duration.ofMinutes(2);

    private static final Duration CONNECTING = Duration.ofSeconds(3);
    private static final int LONGEST_MESSAGE = 300;

    private final RepeatableRequests http;
    private final String server;
    private final String key;
    private final String tenant;
    private final String database;
    private final Duration patience;

    ChromaClient(StoreSettings settings) {
        if (settings.hosts().size() > 1) {
            throw new Failure("vector_store.hosts names %d addresses; Chroma has one"
                    .formatted(settings.hosts().size()));
        }
        var host = settings.hosts().isEmpty() ? USUAL : settings.hosts().getFirst();
        this.server = (host.contains("://") ? host : "http://" + host).replaceFirst("/+$", "");
        this.key = settings.apiKey();
        this.tenant = settings.user().isEmpty() ? "default_tenant" : settings.user();
        this.database = settings.namespace();
        this.patience = Duration.ofSeconds(settings.timeoutS());
        this.http = new RepeatableRequests(CONNECTING, settings.certificates());
    }

    /** What a server says of itself. @param batch most records a request @param base64 whether vectors may come so */
    record Limits(int batch, boolean base64) {}

    Limits limits() {
        var said = required("GET", "/pre-flight-checks", null);
        return new Limits(
                Math.max(1, said.path("max_batch_size").asInt(100)),
                said.path("supports_base64_encoding").asBoolean());
    }

    /** Makes the database when it is not there. */
    void makeDatabase() {
        if (get(database("")).isPresent()) return;
        var answer = send("POST", "/tenants/" + encoded(tenant) + "/databases", Map.of("name", database));
        if (answer.statusCode() >= 300 && answer.statusCode() != 409) throw refused(answer);
    }

    /** A path below the database. */
    String database(String below) {
        return "/tenants/" + encoded(tenant) + "/databases/" + encoded(database) + below;
    }

    String server() {
        return Secrets.mask(server);
    }

    /** What is there; empty when it is not. */
    Optional<JsonNode> get(String path) {
        return optional("GET", path, null);
    }

    JsonNode post(String path, Map<String, ?> body) {
        return required("POST", path, body);
    }

    /** As {@link #post}; empty when what the path names is gone. */
    Optional<JsonNode> ask(String path, Map<String, ?> body) {
        return optional("POST", path, body);
    }

    void delete(String path) {
        optional("DELETE", path, null);
    }

    private Optional<JsonNode> optional(String method, String path, @Nullable Object body) {
        var answer = send(method, path, body);
        return answer.statusCode() == 404 && isJson(answer) ? Optional.empty() : Optional.of(read(answer));
    }

    private JsonNode required(String method, String path, @Nullable Object body) {
        return read(send(method, path, body));
    }

    private JsonNode read(HttpResponse<String> answer) {
        if (answer.statusCode() >= 300) throw refused(answer);
        try {
            return Json.tree(answer.body());
        } catch (JsonProcessingException e) {
            throw foreign();
        }
    }

    /** A server that is no Chroma, or an old one, knows none of the paths. */
    private static boolean isJson(HttpResponse<String> answer) {
        return answer.body().strip().startsWith("{") && answer.body().contains("\"error\"");
    }

    private HttpResponse<String> send(String method, String path, @Nullable Object body) {
        boolean asking = method.equals("GET") || path.endsWith("/query");
        try {
            return http.send(request(method, path, body, asking ? patience : WRITING));
        } catch (HttpTimeoutException e) {
            throw new Failure(
                    ("Chroma at %s did not answer within %d s; see whether it is busy, or raise "
                                    + "vector_store.timeout_s")
                            .formatted(server(), (asking ? patience : WRITING).toSeconds()),
                    e);
        } catch (SSLException e) {
            throw new Failure(
                    ("Chroma at %s has no certificate that is trusted here, or speaks no TLS (%s); set "
                                    + "vector_store.ca_file where the authority is your own")
                            .formatted(server(), shown("" + e.getMessage())),
                    e);
        } catch (ConnectException e) {
            throw new Failure(
                    "Chroma at %s can't be reached; see whether it runs and vector_store.hosts is right"
                            .formatted(server()),
                    e);
        } catch (IOException e) {
            throw new Failure(
                    "the connection to Chroma at %s broke (%s); see whether it runs, then try again"
                            .formatted(server(), shown("" + e)),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("Chroma at " + server() + " was not waited for: interrupted", e);
        }
    }

    private HttpRequest request(String method, String path, @Nullable Object body, Duration patience) {
        try {
            var request = HttpRequest.newBuilder(URI.create(server + "/api/v2" + path))
                    .timeout(patience);
            if (!key.isEmpty()) request.header("X-Chroma-Token", key).header("Authorization", "Bearer " + key);
            if (body == null)
                return request.method(method, BodyPublishers.noBody()).build();
            return request.header("Content-Type", "application/json")
                    .method(method, BodyPublishers.ofByteArray(Json.bytes(body)))
                    .build();
        } catch (IllegalArgumentException e) {
            throw new Failure(
                    "'%s' is no address of a Chroma server; write it as http://host:8000".formatted(server()), e);
        }
    }

    private Failure refused(HttpResponse<String> answer) {
        int status = answer.statusCode();
        if (status == 401 || status == 403) {
            return new Failure(
                    "Chroma at %s does not accept the key (%d); set vector_store.api_key".formatted(server(), status));
        }
        if (!isJson(answer)) return foreign();
        return new Failure("Chroma at %s refuses (%d): %s".formatted(server(), status, shown(answer.body())));
    }

    private Failure foreign() {
        return new Failure(
                ("what answers at %s does not speak Chroma's interface v2; it takes Chroma 1.0 or later, see "
                                + "vector_store.hosts")
                        .formatted(server()));
    }

    private static String shown(String message) {
        var line = Secrets.mask(message).strip().replaceAll("\\s+", " ");
        return Texts.shortened(line, LONGEST_MESSAGE);
    }

    static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Key, value, key, value. */
    static Map<String, Object> map(Object... entries) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < entries.length; i += 2) map.put((String) entries[i], entries[i + 1]);
        return map;
    }

    @Override
    public void close() {
        http.close();
    }
}
