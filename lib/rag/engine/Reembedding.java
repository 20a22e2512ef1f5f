package rag.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Fingerprint;
import rag.store.Change;
import rag.store.EmbeddingCache;
import rag.store.Publication;

/** Gives a collection the vectors of another model. */
public final class Reembedding {

    private final Engine engine;
    private final Duration wait;
    private final String command;

    /** @param wait how long to wait for another writer @param command who writes, for the one that has to wait */
    public Reembedding(Engine engine, Duration wait, String command) {
        this.engine = engine;
        this.wait = wait;
        this.command = command;
    }

    /** What was done. */
    public record Done(String collection, Fingerprint before, Fingerprint after, int documents, int chunks) {}

    /**
     * Embeds a collection anew with the model that the settings name, from its stored text, without reading a source
     * again. The old state answers until the new one replaces it at once. Nothing is done, and 0 documents are told, when the
     * collection has that model already.
     *
     * @param force also with the same model
     */
    public Done run(String collection, boolean force, Progress progress) {
        try (var lock = engine.lock(command, wait);
                var ledger = engine.ledger();
                var publication = Publication.open(engine.data(), engine.store(), ledger);
                var cache = EmbeddingCache.open(engine.data());
                var reader = engine.store().reader(List.of(collection))) {
            publication.recover();
            var rows = ledger.history(collection).stream()
                    .filter(row -> row.chunks() > 0)
                    .toList();
            var embedder = engine.embedder(model(reader.languages()));
            var built = reader.fingerprint();
            var print = ModelChoice.fingerprint(engine, embedder).cutWith(built.splitter());
            if (!force && print.sameVectors(built) && print.sameAnalyzer(built))
                return new Done(collection, built, built, 0, 0);
            var vectors = new Vectors(embedder, cache, print);
            int chunks = 0;
            try (var session = publication.rewriting(collection, print)) {
                for (int i = 0; i < rows.size(); i++) {
                    var row = rows.get(i);
                    var document = reader.document(row.documentId());
                    var texts = document.stream().map(Chunk::searchText).toList();
                    session.stage(List.of(
                            new Change.Rewrite(row, document, vectors.of(texts).vectors())));
                    chunks += document.size();
                    progress.at("embed", i + 1, rows.size());
                }
                session.commit();
            }
            return new Done(collection, built, print, rows.size(), chunks);
        } catch (IOException e) {
            throw new Failure("'%s' stays as it was: %s".formatted(collection, Failure.words(e)), e);
        }
    }

    private String model(Map<String, Integer> languages) {
        var settings = engine.settings().embedding();
        if (!settings.model().equals("auto") || !settings.provider().equals("local")) return settings.model();
        int all = languages.values().stream().mapToInt(Integer::intValue).sum();
        return ModelChoice.local(2 * languages.getOrDefault("zh", 0) > all);
    }
}
