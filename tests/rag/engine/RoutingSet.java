package rag.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import rag.config.Json;
import rag.config.SettingsLoader;
import rag.store.CollectionProfile;

/** The collections and questions of {@code tests/data/routing/set.json}, ingested. */
public record RoutingSet(String description, List<Held> collections, List<Asked> questions) {

    /** A collection. */
    public record Held(String name, String display_name, String description, List<Text> documents) {}

    /** A document. */
    public record Text(String path, String text) {}

    /** A question, where its answer is, and in which document. */
    public record Asked(String query, String collection, String source) {}

    public static RoutingSet read() throws IOException {
        return Json.read(Files.readString(Path.of("tests/data/routing/set.json")), RoutingSet.class);
    }

    /** Ingests the collections below a folder. */
    public Engine ingest(Path folder, boolean described) throws IOException {
        var root = Files.createDirectories(folder).toRealPath();
        var engine = new Engine(
                SettingsLoader.load(
                        null, Map.of(), Map.of("data", root.resolve("data").toString())),
                Clock.systemUTC());
        for (var held : collections) {
            var docs = root.resolve("files").resolve(held.name());
            for (var text : held.documents()) {
                var file = docs.resolve(text.path());
                Files.createDirectories(file.getParent());
                Files.writeString(file, text.text());
            }
            new Ingestion(engine)
                    .run(
                            new IngestRequest(
                                    held.name(), List.of(docs), false, false, false, Duration.ofSeconds(5), "test"),
                            Progress.NONE,
                            () -> false);
            if (described) {
                new Maintenance(engine, Duration.ofSeconds(5), "test")
                        .describe(new CollectionProfile(
                                held.name(), held.display_name(), held.description(), List.of(), List.of()));
            }
        }
        return engine;
    }
}
