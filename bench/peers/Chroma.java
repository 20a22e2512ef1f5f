import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import rag.config.Json;
import rag.model.Failure;

/** A Chroma server of our own on a free port of this machine, with one collection; its settings are its defaults. */
final class Chroma implements AutoCloseable {

    private static final String COLLECTIONS =
            "http://127.0.0.1:%d/api/v2/tenants/default_tenant/databases/default_database/collections";

    private final Process process;
    private final URI collections;
    private final URI collection;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** @param command that {@code run} may follow */
    Chroma(Program command, Path folder) throws IOException, InterruptedException {
        int port = freePort();
        this.collections = URI.create(COLLECTIONS.formatted(port));
        var log = folder.resolve("chroma.log");
        this.process = command.with(
                        "run",
                        "--path",
                        folder.resolve("chroma").toString(),
                        "--host",
                        "127.0.0.1",
                        "--port",
                        "" + port)
                .start(log);
        awaitStart(log);
        var made = Json.tree(post(
                collections,
                Json.line(Map.of("name", "bench", "configuration", Map.of("hnsw", Map.of("space", "cosine"))))));
        this.collection = URI.create(collections + "/" + made.get("id").asText());
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitStart(Path log) throws InterruptedException {
        for (int tries = 0; tries < 300; tries++) {
            if (!process.isAlive()) throw new Failure("the Chroma server did not start; see " + log);
            try {
                client.send(HttpRequest.newBuilder(collections).build(), HttpResponse.BodyHandlers.discarding());
                return;
            } catch (IOException e) {
                Thread.sleep(100);
            }
        }
        throw new Failure("the Chroma server does not answer; see " + log);
    }

    /** @param from number of the first chunk; numbers are the ids */
    void add(int from, List<float[]> vectors, List<String> texts) throws IOException, InterruptedException {
        var ids = new ArrayList<String>();
        for (int i = 0; i < vectors.size(); i++) ids.add("" + (from + i));
        var metadata =
                texts.stream().map(text -> Map.of("source", "/made/up.md")).toList();
        var records = Map.of("ids", ids, "embeddings", vectors, "documents", texts, "metadatas", metadata);
        post(URI.create(collection + "/add"), Json.line(records));
    }

    /**
     * A request for the nearest ten, written beforehand: what a client takes for that is not the server's fault.
     *
     * @param texts true asks for texts and metadata too, as Chroma's clients do unless told otherwise
     */
    HttpRequest request(float[] vector, boolean texts) {
        var include = texts ? List.of("metadatas", "documents", "distances") : List.of("distances");
        var body = Json.line(Map.of("query_embeddings", List.of(vector), "n_results", 10, "include", include));
        return request(URI.create(collection + "/query"), body);
    }

    String send(HttpRequest request) throws IOException, InterruptedException {
        var response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) throw new Failure("Chroma answers " + response.body());
        return response.body();
    }

    /** Numbers of the chunks in an answer. */
    static List<Integer> numbers(String answer) throws IOException {
        var numbers = new ArrayList<Integer>();
        Json.tree(answer).get("ids").get(0).forEach(id -> numbers.add(Integer.parseInt(id.asText())));
        return numbers;
    }

    private String post(URI where, String body) throws IOException, InterruptedException {
        return send(request(where, body));
    }

    private static HttpRequest request(URI where, String body) {
        return HttpRequest.newBuilder(where)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    /** Asked politely it stops listening and lives on. */
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        client.close();
    }
}
