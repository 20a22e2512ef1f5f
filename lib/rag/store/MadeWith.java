package rag.store;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import rag.config.Command;

/** Settings that count only while an index is made: every store that has such says in these words what came too late. */
public final class MadeWith {

    private MadeWith() {}

    /**
     * What to say where settings differ from what is there; empty where they agree.
     *
     * @param made what the collection's index was made with, by the names of the section {@code vector_store}, such as
     *     {@code hnsw_m}
     * @param wanted the same as it would be made now
     */
    public static List<String> notes(String collection, Map<String, ?> made, Map<String, ?> wanted) {
        var late = wanted.keySet().stream()
                .filter(name -> made.containsKey(name) && !Objects.equals(made.get(name), wanted.get(name)))
                .sorted()
                .toList();
        if (late.isEmpty()) return List.of();
        return List.of("collection '%s' was made with %s; %s count%s for an index that is made anew: %s"
                .formatted(
                        collection,
                        late.stream().map(name -> name + " " + made.get(name)).collect(Collectors.joining(", ")),
                        late.stream()
                                .map(name -> "vector_store.%s: %s".formatted(name, wanted.get(name)))
                                .collect(Collectors.joining(" and ")),
                        late.size() == 1 ? "s only" : " only",
                        Command.of("ingest", "--reembed", "--force", "-c", collection)));
    }
}
