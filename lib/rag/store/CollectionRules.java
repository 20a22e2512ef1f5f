package rag.store;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import rag.config.Command;
import rag.config.Nearest;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Fingerprint;
import rag.model.Misuse;
import rag.text.Counted;

/** What every store refuses, in the same words. */
public final class CollectionRules {

    private CollectionRules() {}

    /** What to say of a name that no collection has. @param where such as "below /data/index" */
    public static Failure missing(String name, List<String> collections, String where) {
        var names = new ArrayList<>(collections);
        if (names.isEmpty()) {
            return new Misuse("there is no collection '%s', nor any other %s; make one with: %s"
                    .formatted(name, where, Command.of("ingest", "--path", "FOLDER", "-c", name)));
        }
        Nearest.to(name, names).ifPresent(nearest -> {
            names.remove(nearest);
            names.addFirst(nearest);
        });
        return new Misuse("there is no collection '%s'; there are: %s".formatted(name, String.join(", ", names)));
    }

    /** Those that are named, or all where none is; a slip in a name is told before anything is done. */
    public static List<String> chosen(List<String> named, List<String> all, String where) {
        var chosen = named.isEmpty() ? all : named;
        if (chosen.isEmpty()) throw new Failure("there is no collection " + where);
        for (var name : chosen) if (!all.contains(name)) throw missing(name, all, where);
        return chosen;
    }

    /** Two names that differ in case alone are one folder, or one index, on many systems. */
    public static String writable(String collection, List<String> collections) {
        var name = CollectionNames.check(collection);
        for (var other : collections) {
            if (other.equalsIgnoreCase(name) && !other.equals(name)) {
                throw new Failure("there is a collection '%s' already; a name that differs only in case is not another"
                        .formatted(other));
            }
        }
        return name;
    }

    /** Only collections of one model are searched together. */
    public static void comparable(String a, Fingerprint first, String b, Fingerprint second) {
        if (first.sameVectors(second)) return;
        throw new Failure("collections '%s' (%s) and '%s' (%s) have vectors that can't be compared; ask one at a time"
                .formatted(a, first, b, second));
    }

    /** Nothing is added to a collection that was built in another way. */
    public static void same(String collection, Fingerprint built, Fingerprint wanted) {
        if (built.sameVectors(wanted) && built.sameAnalyzer(wanted)) return;
        throw new Failure(
                "collection '%s' was built with %s; now it would be %s, and the two don't mix. Convert it with: %s"
                        .formatted(collection, built, wanted, Command.of("ingest", "--reembed", "-c", collection)));
    }

    /** What {@link ChunkWriter#put} takes. @throws IllegalArgumentException for anything else */
    public static void check(
            String collection, int dimension, String documentId, List<Chunk> chunks, List<float[]> vectors) {
        if (chunks.size() != vectors.size()) {
            throw new IllegalArgumentException("%s: %s, %s"
                    .formatted(documentId, Counted.of(chunks.size(), "chunk"), Counted.of(vectors.size(), "vector")));
        }
        var ids = new HashSet<String>();
        for (int i = 0; i < chunks.size(); i++) {
            var chunk = chunks.get(i);
            var of = "%s, chunk %d".formatted(documentId, chunk.index());
            if (!chunk.documentId().equals(documentId) || !chunk.collection().equals(collection)) {
                throw new IllegalArgumentException("%s belongs to %s in %s, not to %s in %s"
                        .formatted(chunk.id(), chunk.documentId(), chunk.collection(), documentId, collection));
            }
            if (!ids.add(chunk.id())) throw new IllegalArgumentException(of + " repeats the id " + chunk.id());
            UnitVector.check(vectors.get(i), dimension, of + ": its vector");
        }
    }
}
