package rag.engine;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import rag.load.WorkingTree;

/** The working trees of Git that folders lie in, each opened once. Usable from several threads. */
final class WorkingTrees {

    private final Map<Path, Optional<WorkingTree>> byFolder = new ConcurrentHashMap<>();

    /** The innermost tree that a folder belongs to. */
    Optional<WorkingTree> of(@Nullable Path folder) {
        if (folder == null) return Optional.empty();
        var known = byFolder.get(folder);
        if (known != null) return known;
        var tree = WorkingTree.begins(folder) ? WorkingTree.open(folder) : of(folder.getParent());
        var other = byFolder.putIfAbsent(folder, tree);
        return other == null ? tree : other;
    }

    /** The commit that a file is of, as {@link WorkingTree#commit} has it. */
    Optional<String> commit(Path file) {
        return of(file.getParent()).flatMap(tree -> tree.commit(file));
    }
}
