package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import rag.model.Candidate;
import rag.model.Chunk;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Hit;
import rag.retrieve.Fused;

/**
 * The passages that fit what is looked for, the one that came furthest in a run first. What the run itself holds is looked
 * at before a store is asked, which names a few of many only.
 *
 * @param named whether they are what an id or a document's name means
 * @param exact whether they are that, or hold the words one behind another
 */
record Fitting(List<Chunk> chunks, boolean named, boolean exact) {

    /** So many a store is asked for: one to follow, the others to be named. */
    private static final int MOST = Explanation.MOST_OTHERS + 1;

    static Fitting in(Scope scope, SearchRun run, Wanted wanted) throws IOException {
        var reached = reached(scope, run);
        var found = new ArrayList<Chunk>();
        for (var group : scope.groups()) found.addAll(group.reader().find(wanted.text(), MOST));
        var named = both(reached, found, wanted::names);
        if (!named.isEmpty()) {
            boolean lost = reached.stream().noneMatch(wanted::names);
            return new Fitting(lost ? nearest(scope, run, named) : named, true, true);
        }
        var quoting = both(reached, found, wanted::quotes);
        if (!quoting.isEmpty()) return new Fitting(quoting, false, true);
        var nearly = found.stream().map(Chunk::id).toList();
        return new Fitting(both(reached, found, chunk -> nearly.contains(chunk.id())), false, false);
    }

    /** Ids of the passages beside the first. */
    List<String> others() {
        return chunks.stream()
                .skip(1)
                .limit(Explanation.MOST_OTHERS)
                .map(Chunk::id)
                .toList();
    }

    private static List<Chunk> both(List<Chunk> reached, List<Chunk> found, Predicate<Chunk> fits) {
        var all = new LinkedHashMap<String, Chunk>();
        Stream.of(reached, found)
                .flatMap(List::stream)
                .filter(fits)
                .forEach(chunk -> all.putIfAbsent(chunk.id(), chunk));
        return List.copyOf(all.values());
    }

    /** All that a run came upon: what came furthest first. */
    private static List<Chunk> reached(Scope scope, SearchRun run) throws IOException {
        var ids = new LinkedHashSet<String>();
        for (var hits : List.of(run.answer().hits(), run.trimmed())) {
            hits.forEach(hit -> ids.add(hit.chunk().id()));
            hits.stream().map(Hit::alsoIn).flatMap(List::stream).forEach(copy -> ids.add(copy.chunkId()));
        }
        run.ranked().stream().map(Fused::id).forEach(ids::add);
        Stream.of(run.dense(), run.sparse())
                .flatMap(List::stream)
                .map(Candidate::id)
                .forEach(ids::add);
        return scope.chunks(List.copyOf(ids));
    }

    /** Of documents that no list reached, the passage that has most of the question's words before the rest. */
    private static List<Chunk> nearest(Scope scope, SearchRun run, List<Chunk> chunks) throws IOException {
        if (chunks.size() == 1) return chunks;
        var documents = chunks.stream().map(Chunk::documentId).distinct().toList();
        var among = new Filter(List.of(new Condition("document", documents)));
        var all = new LinkedHashMap<String, Chunk>();
        for (var group : scope.groups()) {
            var best = group.reader().sparse(run.text(), among, 1).candidates();
            for (var chunk :
                    group.reader().chunks(best.stream().map(Candidate::id).toList())) all.put(chunk.id(), chunk);
        }
        for (var chunk : chunks) all.putIfAbsent(chunk.id(), chunk);
        return List.copyOf(all.values());
    }
}
