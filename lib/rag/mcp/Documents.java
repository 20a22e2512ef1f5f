package rag.mcp;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rag.engine.Engine;
import rag.engine.Maintenance;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Ids;
import rag.store.HistoryRow;

/** Finds a document by whatever a client has of it. */
final class Documents {

    private final Engine engine;
    private final CollectionChoice choice;

    Documents(Engine engine) {
        this.engine = engine;
        this.choice = new CollectionChoice(engine);
    }

    /**
     * A document.
     *
     * @param named its id, that of a passage of it, the hash in it, its source, or the end of its source
     * @param collection null looks in all
     * @throws Failure when none fits, or several, or they are not to be had at the moment
     */
    HistoryRow find(String named, @Nullable String collection) {
        var names = collection == null ? choice.all() : List.of(choice.one(collection));
        var found = fitting(named, names);
        if (found.size() == 1) return found.getFirst();
        if (found.isEmpty()) {
            throw new Failure("There is no document '%s' in %s. list_documents shows what is there."
                    .formatted(named, names.isEmpty() ? "the hub" : String.join(", ", names)));
        }
        var holders = found.stream().map(HistoryRow::collection).distinct().toList();
        if (holders.size() == 1) throw new Failure(Maintenance.several(named, found));
        throw new Failure("'%s' is in several collections (%s): name one as 'collection'."
                .formatted(named, String.join(", ", holders)));
    }

    /** Those of these collections that may be meant. */
    List<HistoryRow> fitting(String named, List<String> collections) {
        var uri = named.startsWith("rag://") ? named.substring(named.lastIndexOf('/') + 1) : named;
        var wanted = Ids.indexOf(uri).isPresent() ? Ids.documentOf(uri) : uri;
        var maintenance = CollectionChoice.maintenance(engine);
        return collections.stream()
                .flatMap(name -> maintenance.fitting(name, wanted).stream())
                .toList();
    }

    /** Its passages in reading order; empty when it could not be read. */
    List<Chunk> chunks(HistoryRow row) {
        if (row.chunks() == 0) return List.of();
        try (var reader = engine.store().reader(List.of(row.collection()))) {
            return reader.document(row.documentId());
        } catch (IOException e) {
            throw new Failure("the passages of " + row.source() + " can't be read: " + e.getMessage(), e);
        }
    }
}
