package rag.mcp;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import rag.config.SettingsLoader;
import rag.engine.Engine;
import rag.engine.IngestReport;
import rag.engine.IngestRequest;
import rag.engine.Ingestion;
import rag.engine.Progress;
import rag.mcp.wire.Limits;
import rag.mcp.wire.Offer;
import rag.mcp.wire.Pipes;
import rag.mcp.wire.StdioServer;

/** A folder of documents with a server on it, in this process, and a client that talks to it. */
final class HubFixture implements AutoCloseable {

    private final Path root;
    private final Path docs;
    private final Engine engine;
    private final Hub hub;
    private final Offer offer;
    private final Talk talk;

    HubFixture(Path folder, boolean admin) throws IOException {
        this(folder, admin, "");
    }

    /** @param more settings, in YAML */
    HubFixture(Path folder, boolean admin, String more) throws IOException {
        root = folder.toRealPath();
        docs = Files.createDirectories(root.resolve("docs"));
        engine = engine(root, more);
        hub = new Hub(new Opening(() -> engine), admin, () -> engine.domains().all());
        offer = hub.offer();
        var toServer = new PipedOutputStream();
        var toClient = new PipedOutputStream();
        var pipes = new Pipes(new PipedInputStream(toServer, 1 << 20), toClient);
        var fromServer = new PipedInputStream(toClient, 1 << 22);
        Thread.ofPlatform().daemon().start(() -> {
            try {
                new StdioServer(offer, Limits.USUAL, pipes, () -> {}).serve();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        talk = new Talk(fromServer, toServer).initialize();
    }

    /** An engine on the data folder of a fixture: another process, as far as the data goes. */
    static Engine engine(Path root) throws IOException {
        return engine(root, "");
    }

    private static Engine engine(Path root, String more) throws IOException {
        var settings = root.resolve("settings.yaml");
        var hosts = "crawl: {delay_ms: 0, private_hosts: [127.0.0.1]}\n";
        Files.writeString(settings, "mcp: {roots: ['%s']}\n".formatted(root.resolve("docs")) + hosts + more);
        return new Engine(
                SettingsLoader.load(
                        settings, Map.of(), Map.of("data", root.resolve("data").toString())),
                Clock.systemUTC());
    }

    Path root() {
        return root;
    }

    Path docs() {
        return docs;
    }

    Engine engine() {
        return engine;
    }

    Offer offer() {
        return offer;
    }

    Talk talk() {
        return talk;
    }

    HubFixture write(String name, String text) throws IOException {
        var file = docs.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }

    IngestReport ingest(String collection) {
        return ingest(engine, docs, collection);
    }

    static IngestReport ingest(Engine engine, Path docs, String collection) {
        var request = new IngestRequest(collection, List.of(docs), false, false, false, Duration.ofSeconds(20), "test");
        return new Ingestion(engine).run(request, Progress.NONE, () -> false);
    }

    /** The result of a tool. */
    Map<String, Object> call(String tool, Map<String, Object> arguments) throws IOException {
        return talk.call(tool, arguments);
    }

    /** The structured part of it. */
    Map<String, Object> data(String tool, Map<String, Object> arguments) throws IOException {
        return Talk.data(call(tool, arguments));
    }

    @Override
    public void close() throws IOException {
        talk.close();
        hub.close();
        engine.close();
    }
}
