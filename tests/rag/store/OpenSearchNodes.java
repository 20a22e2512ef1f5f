package rag.store;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rag.config.StoreSettings;
import rag.store.opensearch.OpenSearchStore;

/** A cluster of OpenSearch nodes, each a process that the tests start, or one that runs: {@code OPENSEARCH_HOSTS=host:port,…}. */
final class OpenSearchNodes implements AutoCloseable {

    private static final String SCRIPT = "tests/engines/opensearch.sh";
    private static @Nullable OpenSearchNodes shared;
    private static String whyNot = "";

    private final @Nullable Path folder;
    private final List<String> hosts;

    private OpenSearchNodes(@Nullable Path folder, List<String> hosts) {
        this.folder = folder;
        this.hosts = hosts;
    }

    /** One for all tests of this process, stopped at its end. Skips the test where there is none. */
    static synchronized OpenSearchNodes shared() throws Exception {
        assumeTrue(whyNot.isEmpty(), whyNot);
        if (shared != null) return shared;
        var given = System.getenv("OPENSEARCH_HOSTS");
        if (given != null) {
            shared = new OpenSearchNodes(null, List.of(given.split(",")));
            return shared;
        }
        var nodes = started(Files.createTempDirectory("opensearch-test-"), 1);
        Runtime.getRuntime().addShutdownHook(new Thread(nodes::close));
        shared = nodes;
        return nodes;
    }

    /** A new cluster. Skips the test where it can't be had. */
    static OpenSearchNodes started(Path folder, int nodes) throws Exception {
        var out = run(folder, "start", folder.toString(), "" + nodes);
        if (out.isEmpty()) whyNot = SCRIPT + " could not start OpenSearch: " + log(folder);
        assumeTrue(out.isPresent(), whyNot);
        var lines = out.orElseThrow().strip().split("\n");
        return new OpenSearchNodes(folder, List.of(lines[lines.length - 1].split(" ")));
    }

    private static String log(Path folder) {
        try {
            return Files.readString(folder.resolve("script.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** What the script says; empty when it fails. */
    private static Optional<String> run(Path folder, String... arguments) throws Exception {
        var command = new ArrayList<String>(List.of("bash", SCRIPT));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command)
                .redirectError(folder.resolve("script.log").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        var process = builder.start();
        var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor(5, TimeUnit.MINUTES) && process.exitValue() == 0 ? Optional.of(out) : Optional.empty();
    }

    List<String> hosts() {
        return hosts;
    }

    StoreSettings settings(String namespace) {
        boolean one = hosts.size() == 1;
        return StoreSettings.of("opensearch")
                .with(Map.of("hosts", hosts, "namespace", namespace, "shards", one ? 1 : 3, "replicas", one ? 0 : 1));
    }

    OpenSearchStore store(String namespace) {
        return new OpenSearchStore(settings(namespace));
    }

    /** The process of a node, from 1. */
    long pid(int node) throws IOException {
        return Long.parseLong(Files.readString(folder().resolve(node + "/pid")).strip());
    }

    private Path folder() {
        if (folder == null) throw new IllegalStateException("not started here");
        return folder;
    }

    void signal(int node, String signal) throws Exception {
        new ProcessBuilder("kill", "-" + signal, "" + pid(node)).start().waitFor();
    }

    void again(int node) throws Exception {
        if (run(folder(), "again", folder().toString(), "" + node).isEmpty()) throw new IOException(log(folder()));
    }

    /** What a node answers to a request. */
    String ask(int node, String method, String path) throws Exception {
        return ask(node, method, path, "");
    }

    /** What a node answers to a request. @param body JSON, or "" */
    String ask(int node, String method, String path, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://" + hosts.get(node - 1) + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(40))
                .build();
        try (var client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    /** Removes all indexes of a namespace. */
    void clear(String namespace) throws Exception {
        ask(1, "DELETE", "/" + namespace + "-*");
    }

    @Override
    public void close() {
        if (folder == null) return;
        try {
            run(folder, "stop", folder.toString());
            try (var files = Files.walk(folder)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
            }
        } catch (Exception e) {
            System.err.println("OpenSearch in " + folder + " may still run: " + e);
        }
    }
}
