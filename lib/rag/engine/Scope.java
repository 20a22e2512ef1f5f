package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import rag.config.Command;
import rag.model.Chunk;
import rag.model.FieldType;
import rag.model.Fingerprint;
import rag.store.ChunkReader;
import rag.store.ChunkStore;
import rag.store.analysis.TextAnalysis;

/**
 * The collections a query looks in, opened: those whose vectors can be compared share one reader, so that one list with
 * one set of term statistics comes from them.
 */
final class Scope implements AutoCloseable {

    /** Collections with comparable vectors. */
    record Group(List<String> collections, ChunkReader reader) {

        /** What a reader calls it. */
        String name() {
            return String.join(", ", collections);
        }
    }

    private final List<Group> groups = new ArrayList<>();

    /** @param collections in any order: it changes nothing */
    static Scope open(ChunkStore store, Collection<String> collections) throws IOException {
        var names = new ArrayList<List<String>>();
        var prints = new ArrayList<Fingerprint>();
        for (var collection : new TreeSet<>(collections)) {
            var print = store.fingerprint(collection);
            int same = 0;
            while (same < prints.size() && print.isPresent() && !print.get().sameVectors(prints.get(same))) same++;
            if (print.isEmpty()) {
                store.reader(List.of(collection)).close(); // says that it does not exist, and which do
            } else if (same < prints.size()) {
                names.get(same).add(collection);
            } else {
                prints.add(print.get());
                names.add(new ArrayList<>(List.of(collection)));
            }
        }
        var scope = new Scope();
        try {
            for (var group : names) scope.groups.add(new Group(group, store.reader(group)));
        } catch (IOException | RuntimeException e) {
            scope.close();
            throw e;
        }
        return scope;
    }

    List<Group> groups() {
        return groups;
    }

    /** What the reader must know of how the collections were built. */
    List<String> notes() {
        var notes = new ArrayList<String>();
        for (var group : groups) {
            notes.addAll(group.reader.notes());
            var analyzer = group.reader.fingerprint().analyzer();
            if (analyzer.equals(TextAnalysis.VERSION)) continue;
            notes.add(
                    "the words of %s were indexed by another version of the analysis (%s, now %s), so some are not found: %s"
                            .formatted(
                                    group.name(),
                                    analyzer,
                                    TextAnalysis.VERSION,
                                    Command.of("ingest", "--reembed", "-c", group.collections.getFirst())));
        }
        return notes;
    }

    /** Metadata keys that a filter may name. */
    Collection<String> filterKeys() throws IOException {
        var keys = new TreeSet<String>();
        for (var group : groups) keys.addAll(group.reader.filterKeys());
        return keys;
    }

    /** Keys of metadata with numbers or dates under them. */
    Map<String, Set<FieldType>> orderedKeys() throws IOException {
        var types = new TreeMap<String, Set<FieldType>>();
        for (var group : groups) {
            group.reader
                    .orderedKeys()
                    .forEach((key, some) -> types.computeIfAbsent(key, k -> EnumSet.noneOf(FieldType.class))
                            .addAll(some));
        }
        return types;
    }

    /** Names of all collections. */
    List<String> collections() {
        return groups.stream().flatMap(group -> group.collections().stream()).toList();
    }

    /** Chunks in the order of the ids; unknown ids are left out. */
    List<Chunk> chunks(List<String> ids) throws IOException {
        if (groups.size() == 1) return groups.getFirst().reader.chunks(ids);
        var found = new HashMap<String, Chunk>();
        for (var group : groups) for (var chunk : group.reader.chunks(ids)) found.put(chunk.id(), chunk);
        return ids.stream().filter(found::containsKey).map(found::get).toList();
    }

    List<Chunk> document(String documentId) throws IOException {
        for (var group : groups) {
            var chunks = group.reader.document(documentId);
            if (!chunks.isEmpty()) return chunks;
        }
        return List.of();
    }

    @Override
    public void close() throws IOException {
        for (var group : groups) group.reader.close();
    }
}
