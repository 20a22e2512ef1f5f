package rag.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import rag.load.WorkingTree;

/**
 * The working trees of Git that folders lie in, each opened once. Usable from several threads.
 *
 * <p>Outside of such a tree no {@link WorkingTree} is loaded, as even a lambda that takes one would do: JGit's jar is
 * signed, so no cache of loaded classes takes it, and the JVM checks it in every process that needs one of its classes.
 */
final class WorkingTrees {

    private final Map<Path, Optional<WorkingTree>> byFolder = new ConcurrentHashMap<>();

    /** The innermost tree that a folder belongs to. */
    private Optional<WorkingTree> of(@Nullable Path folder) {
        if (folder == null) return Optional.empty();
        var known = byFolder.get(folder);
        if (known != null) return known;
        var tree = begins(folder) ? WorkingTree.open(folder) : of(folder.getParent());
        var other = byFolder.putIfAbsent(folder, tree);
        return other == null ? tree : other;
    }

    /** Whether a tree begins in this folder: it holds a repository, or a file that says where it is. */
    private static boolean begins(Path folder) {
        var git = folder.resolve(".git");
        return Files.isRegularFile(git) || Files.exists(git.resolve("HEAD"));
    }

    /** The commit that a file is of, as {@link WorkingTree#commit} has it. */
    Optional<String> commit(Path file) {
        var tree = of(file.getParent());
        return tree.isPresent() ? tree.get().commit(file) : Optional.empty();
    }

    /** Whether Git would leave a path out, as {@link WorkingTree#ignores} has it. */
    boolean ignores(Path path, boolean folder) {
        var tree = of(path.getParent());
        return tree.isPresent() && tree.get().ignores(path, folder);
    }
}
