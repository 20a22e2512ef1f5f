package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import rag.engine.Plan.Item;
import rag.model.Chunk;
import rag.model.Failure;
import rag.store.Change;
import rag.store.ChunkReader;
import rag.store.PublicationSession;
import rag.trace.Trace;

/** Gives other metadata to documents that are there: same chunks, same ids, same vectors, nothing parsed or embedded. */
final class MetadataRewrite {

    private final Engine engine;
    private final String collection;

    MetadataRewrite(Engine engine, String collection) {
        this.engine = engine;
        this.collection = collection;
    }

    /** Publishes the items in groups. @return what became of those that were done before it was cancelled */
    List<Outcome> run(PublicationSession session, List<Item> items, Progress progress, BooleanSupplier cancelled) {
        var outcomes = new ArrayList<Outcome>();
        if (items.isEmpty()) return outcomes;
        int size = engine.settings().ingestion().batchSize();
        try (var reader = engine.store().reader(List.of(collection))) {
            for (int i = 0; i < items.size() && !cancelled.getAsBoolean(); i += size) {
                var group = items.subList(i, Math.min(items.size(), i + size));
                outcomes.addAll(publish(session, reader, group));
                progress.at("metadata", i + group.size(), items.size());
            }
        } catch (IOException e) {
            throw new Failure("collection '" + collection + "' can't be read: " + Failure.words(e), e);
        }
        return outcomes;
    }

    private List<Outcome> publish(PublicationSession session, ChunkReader reader, List<Item> group) throws IOException {
        var traces = new ArrayList<Trace>();
        var upserts = new ArrayList<Trace.Running>();
        var changes = new ArrayList<Change>();
        for (var item : group) {
            var trace = engine.trace(Trace.Type.INGESTION);
            trace.put("collection", collection)
                    .put("source", item.source())
                    .put("action", item.action().key());
            traces.add(trace);
            changes.add(change(reader, item));
            upserts.add(trace.stage("upsert"));
        }
        session.publish(changes);
        var outcomes = new ArrayList<Outcome>();
        for (int i = 0; i < group.size(); i++) {
            upserts.get(i)
                    .put("method", "commit")
                    .put("documents_in_commit", changes.size())
                    .close();
            outcomes.add(outcome(group.get(i), traces.get(i)));
            engine.scribe().write(traces.get(i));
        }
        return outcomes;
    }

    private Change change(ChunkReader reader, Item item) throws IOException {
        var before = Objects.requireNonNull(item.before());
        Map<String, Object> given = Objects.requireNonNull(item.given());
        var chunks = reader.document(before.documentId()).stream()
                .map(chunk -> GivenMetadata.over(chunk, given))
                .toList();
        var vectors = reader.vectors(chunks.stream().map(Chunk::id).toList());
        var title = chunks.isEmpty() ? before.title() : chunks.getFirst().title();
        var row = before.described(
                GivenMetadata.hash(given), title, engine.clock().instant());
        return new Change.Rewrite(row, chunks, List.copyOf(vectors.values()));
    }

    private static Outcome outcome(Item item, Trace trace) {
        var row = Objects.requireNonNull(item.before());
        trace.put("state", row.state().key()).put("chunks", row.chunks()).put("images", row.images());
        return new Outcome(
                item.action(),
                item.source(),
                row.state(),
                row.reason(),
                row.stale(),
                row.chunks(),
                row.images(),
                trace.elapsedMs());
    }
}
