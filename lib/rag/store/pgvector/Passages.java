package rag.store.pgvector;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import rag.model.Chunk;
import rag.store.analysis.QueryTerms;
import rag.store.analysis.TextAnalysis;
import rag.store.postgres.Session;

/** Chunks that hold a text, or nearly. */
final class Passages {

    /** Chunks read at once. */
    private static final int LOT = 64;

    private final Session session;
    private final List<CollectionRow> rows;
    private final SparseSearch search;

    Passages(Session session, List<CollectionRow> rows, SparseSearch search) {
        this.session = session;
        this.rows = rows;
        this.search = search;
    }

    /** Chunks with the words one behind another, as far as the first few tell. */
    List<Chunk> phrase(int limit) {
        var phrase = search.words().phrase();
        if (phrase.isEmpty()) return List.of();
        var found = new ArrayList<Chunk>();
        for (int part = 0; part < rows.size(); part++) {
            var numbers = search.holding(part, phrase);
            for (int from = 0; from < numbers.size() && found.size() < limit; from += LOT) {
                for (var chunk : read(part, numbers.subList(from, Math.min(numbers.size(), from + LOT)))) {
                    if (found.size() < limit && holds(chunk, phrase)) found.add(chunk);
                }
            }
        }
        return found;
    }

    /** Chunks with three of four words, the best first. */
    List<Chunk> nearly(int limit) {
        var found = new ArrayList<Chunk>();
        for (int part = 0; part < rows.size(); part++) {
            var numbers = search.holding(part, search.words().nearlyAll());
            for (int from = 0; from < numbers.size() && found.size() < limit; from += LOT) {
                found.addAll(read(part, numbers.subList(from, Math.min(numbers.size(), from + LOT))));
            }
        }
        return found.subList(0, Math.min(limit, found.size()));
    }

    /** The chunks of these numbers, as far as they are still there, in their order. */
    private List<Chunk> read(int part, List<Integer> numbers) {
        var chunks = new HashMap<Integer, Chunk>();
        session.rows(
                "select chunk, stale, number from %s where number = any(?)"
                        .formatted(rows.get(part).chunks()),
                row -> chunks.put(row.getInt(3), ChunkTables.chunk(row)),
                (Object) numbers.toArray(Integer[]::new));
        return numbers.stream().filter(chunks::containsKey).map(chunks::get).toList();
    }

    private static boolean holds(Chunk chunk, List<QueryTerms.Word> phrase) {
        Map<Integer, Set<String>> places = new HashMap<>();
        int place = -1;
        for (var token : TextAnalysis.tokens(chunk.searchText(), chunk.language())) {
            place += token.step();
            places.computeIfAbsent(place, each -> new HashSet<>()).add(token.term());
        }
        for (int start = 0; start <= place; start++) {
            int shift = start - phrase.getFirst().position();
            if (phrase.stream()
                    .allMatch(word -> word.variants().stream()
                            .anyMatch(places.getOrDefault(shift + word.position(), Set.of())::contains))) return true;
        }
        return false;
    }
}
