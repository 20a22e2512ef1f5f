package rag.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import rag.config.SettingsLoader;

/** A folder of documents with a data folder beside it, for tests. */
public final class Corpus implements AutoCloseable {

    private final Path docs;
    private final Engine engine;

    public Corpus(Path folder, Map<String, String> settings) {
        this(folder, settings, "");
    }

    /** @param yaml settings as a file has them */
    public Corpus(Path folder, Map<String, String> settings, String yaml) {
        try {
            var root = folder.toRealPath();
            docs = Files.createDirectories(root.resolve("docs"));
            var given = new LinkedHashMap<>(settings);
            given.put("data", root.resolve("data").toString());
            var file = yaml.isEmpty() ? null : Files.writeString(root.resolve("settings.yaml"), yaml);
            engine = new Engine(SettingsLoader.load(file, Map.of(), given), Clock.systemUTC());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Engine engine() {
        return engine;
    }

    public Path docs() {
        return docs;
    }

    public Path write(String name, String text) {
        try {
            var file = docs.resolve(name);
            Files.createDirectories(file.getParent());
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public IngestReport ingest(String collection) {
        return ingest(collection, false, false, false);
    }

    public IngestReport ingest(String collection, boolean force, boolean prune, boolean yes) {
        return ingest(collection, docs, force, prune, yes);
    }

    /** @param part of the documents' folder */
    public IngestReport ingest(String collection, Path part, boolean force, boolean prune, boolean yes) {
        var request = new IngestRequest(collection, List.of(part), force, prune, yes, Duration.ofSeconds(5), "test");
        var report = new Ingestion(engine).run(request, Progress.NONE, () -> false);
        settle();
        return report;
    }

    /** Waits until the traces of what was done lie on the disk; nobody else waits for them. */
    public void settle() {
        var done = new CompletableFuture<Void>();
        engine.scribe().later(() -> done.complete(null));
        done.join();
    }

    @Override
    public void close() {
        engine.close();
    }
}
