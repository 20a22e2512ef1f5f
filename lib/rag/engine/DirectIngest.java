package rag.engine;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.model.Chunk;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.Ids;
import rag.store.Change;
import rag.store.CollectionNames;
import rag.store.EmbeddingCache;
import rag.store.HistoryRow;
import rag.store.Publication;
import rag.text.Language;

/** Puts documents that do not come from files into a collection, such as those of a test collection. */
public final class DirectIngest {

    private static final int GROUP = 256;

    private final Engine engine;
    private final Duration wait;

    public DirectIngest(Engine engine, Duration wait) {
        this.engine = engine;
        this.wait = wait;
    }

    /**
     * Makes one chunk of each document, however long; what the collection already holds with the same text is left.
     *
     * @param documents by source
     * @return chunk id by source
     */
    public Map<String, String> whole(String named, Map<String, Document> documents, Progress progress) {
        var collection = CollectionNames.check(named);
        var chunks = new LinkedHashMap<String, Chunk>();
        documents.forEach((source, document) -> chunks.put(source, chunk(collection, source, document)));
        try (var lock = engine.lock("evaluation", wait);
                var ledger = engine.ledger();
                var publication = Publication.open(engine.data(), engine.store(), ledger);
                var cache = EmbeddingCache.open(engine.data())) {
            publication.recover();
            var known = new LinkedHashMap<String, String>();
            for (var row : ledger.history(collection)) known.put(row.source(), row.contentHash());
            var missing = chunks.values().stream()
                    .filter(chunk -> !hash(chunk).equals(known.get(chunk.source())))
                    .toList();
            if (!missing.isEmpty()) put(collection, documents, missing, publication, cache, progress);
        }
        var ids = new LinkedHashMap<String, String>();
        chunks.forEach((source, chunk) -> ids.put(source, chunk.id()));
        return ids;
    }

    private void put(
            String collection,
            Map<String, Document> documents,
            List<Chunk> chunks,
            Publication publication,
            EmbeddingCache cache,
            Progress progress) {
        var choice = ModelChoice.of(engine, collection, engine.built(collection), List.copyOf(documents.values()));
        var vectors = new Vectors(choice.embedder(), cache, choice.fingerprint());
        try (var session = publication.session(collection, choice.fingerprint())) {
            for (int i = 0; i < chunks.size(); i += GROUP) {
                var group = chunks.subList(i, Math.min(chunks.size(), i + GROUP));
                var of = vectors.of(group.stream().map(Chunk::searchText).toList())
                        .vectors();
                var changes = new ArrayList<Change>();
                for (int j = 0; j < group.size(); j++) {
                    var chunk = group.get(j);
                    changes.add(new Change.Put(row(chunk), List.of(chunk), List.of(of.get(j)), List.of()));
                }
                session.publish(changes);
                progress.at("embed " + collection, i + group.size(), chunks.size());
            }
            session.optimise();
        }
    }

    private static Chunk chunk(String collection, String source, Document document) {
        var id = Ids.document(collection, source);
        return new Chunk(
                Ids.chunk(id, 0, document.text()),
                id,
                collection,
                source,
                0,
                document.text(),
                document.title(),
                List.of(),
                document.type(),
                Language.of(document.title() + " " + document.text()),
                null,
                0,
                document.text().length(),
                List.of(),
                List.of(),
                "",
                List.of(),
                false,
                document.metadata());
    }

    private static String hash(Chunk chunk) {
        return Ids.sha256((chunk.title() + "\0" + chunk.text()).getBytes(StandardCharsets.UTF_8));
    }

    private HistoryRow row(Chunk chunk) {
        return new HistoryRow(
                chunk.collection(),
                chunk.source(),
                chunk.documentId(),
                "",
                hash(chunk),
                "",
                chunk.text().length(),
                DocumentState.READY,
                "",
                false,
                chunk.title(),
                chunk.type(),
                chunk.language(),
                0,
                1,
                0,
                0,
                engine.clock().instant());
    }
}
