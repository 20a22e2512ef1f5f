package rag.mcp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rag.engine.Engine;
import rag.model.Chunk;
import rag.model.Failure;
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
     * @param named its id, the hash in it, its source, or the end of its source
     * @param collection null looks in all
     * @throws Failure when none fits, or several
     */
    HistoryRow find(String named, @Nullable String collection) {
        var maintenance = CollectionChoice.maintenance(engine);
        var uri = named.startsWith("rag://") ? named.substring(named.lastIndexOf('/') + 1) : named;
        var wanted = uri.matches("doc_[0-9a-f]{16}_[0-9]{4}_[0-9a-f]{8}") ? uri.substring(0, 20) : uri;
        var names = collection == null ? choice.all() : List.of(choice.one(collection));
        var found = new ArrayList<HistoryRow>();
        Failure several = null;
        for (var name : names) {
            try {
                found.add(maintenance.find(name, wanted));
            } catch (Failure e) {
                if ((e.getMessage() + "").contains(" fits ")) several = e;
            }
        }
        if (found.size() == 1) return found.getFirst();
        if (found.isEmpty() && several != null) throw several;
        if (found.isEmpty()) {
            throw new Failure("There is no document '%s' in %s. list_documents shows what is there."
                    .formatted(named, names.isEmpty() ? "the hub" : String.join(", ", names)));
        }
        throw new Failure("'%s' is in several collections (%s): name one as 'collection'."
                .formatted(
                        named,
                        String.join(
                                ", ", found.stream().map(HistoryRow::collection).toList())));
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
