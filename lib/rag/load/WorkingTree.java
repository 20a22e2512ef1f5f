package rag.load;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jgit.dircache.DirCache;
import org.eclipse.jgit.ignore.IgnoreNode;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.ConfigConstants;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;
import org.jspecify.annotations.Nullable;

/**
 * A working tree of Git: what it ignores, and which commit its files are of. Reads only; runs no program and no hook, so
 * a tree of unknown origin does no harm.
 */
public final class WorkingTree {

    private static final long LARGEST = 16L << 20;

    private final Path root;
    private final Set<String> tracked;
    private final Map<Path, IgnoreNode> nodes = new HashMap<>();
    private final IgnoreNode everywhere;
    private final IgnoreNode personal;
    private @Nullable Commit commit;

    /** The newest commit. @param files by their paths; none before the first one */
    private record Commit(String name, Map<String, ObjectId> files) {}

    /** JGit looks for the machine's settings by running Git; the user's own file is enough. */
    private static final class NoSystemConfig extends SystemReader.Delegate {

        private NoSystemConfig(SystemReader reader) {
            super(reader);
        }

        @Override
        public FileBasedConfig openSystemConfig(Config parent, FS fs) {
            return new FileBasedConfig(parent, null, fs) {
                @Override
                public void load() {
                    // there is none
                }

                @Override
                public boolean isOutdated() {
                    return false;
                }
            };
        }
    }

    private WorkingTree(Path root, Set<String> tracked, IgnoreNode everywhere, IgnoreNode personal) {
        this.root = root;
        this.tracked = tracked;
        this.everywhere = everywhere;
        this.personal = personal;
    }

    /** The tree that begins in a folder; empty when its repository can't be read. */
    public static Optional<WorkingTree> open(Path root) {
        try (var repository = repository(root)) {
            return Optional.of(new WorkingTree(
                    root,
                    tracked(repository),
                    rules(repository.getCommonDirectory().toPath().resolve(Constants.INFO_EXCLUDE)),
                    personal(repository)));
        } catch (IOException | RuntimeException broken) {
            return Optional.empty();
        }
    }

    private static synchronized Repository repository(Path root) throws IOException {
        if (!(SystemReader.getInstance() instanceof NoSystemConfig)) {
            SystemReader.setInstance(new NoSystemConfig(SystemReader.getInstance()));
        }
        return new FileRepositoryBuilder()
                .setWorkTree(root.toFile())
                .findGitDir(root.toFile())
                .setMustExist(true)
                .build();
    }

    private static Commit head(Path root) throws IOException {
        try (var repository = repository(root);
                var walk = new RevWalk(repository);
                var tree = new TreeWalk(repository)) {
            var files = new HashMap<String, ObjectId>();
            var head = repository.resolve(Constants.HEAD);
            if (head == null) return new Commit("", files);
            tree.addTree(walk.parseCommit(head).getTree());
            tree.setRecursive(true);
            while (tree.next()) files.put(tree.getPathString(), tree.getObjectId(0));
            return new Commit(head.name(), files);
        }
    }

    /** What is in the index is never ignored, nor is a folder with such a file. */
    private static Set<String> tracked(Repository repository) throws IOException {
        var tracked = new HashSet<String>();
        var index = DirCache.read(repository);
        for (int i = 0; i < index.getEntryCount(); i++) {
            var path = index.getEntry(i).getPathString();
            tracked.add(path);
            for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
                if (!tracked.add(path.substring(0, slash))) break;
            }
        }
        return tracked;
    }

    /** The user's own rules for all trees. */
    private static IgnoreNode personal(Repository repository) {
        var home = Path.of(System.getProperty("user.home"));
        var named = repository
                .getConfig()
                .getString(ConfigConstants.CONFIG_CORE_SECTION, null, ConfigConstants.CONFIG_KEY_EXCLUDESFILE);
        if (named == null) return rules(home.resolve(".config/git/ignore"));
        return rules(named.startsWith("~/") ? home.resolve(named.substring(2)) : home.resolve(named));
    }

    private static IgnoreNode rules(Path file) {
        var node = new IgnoreNode();
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) return node;
            try (InputStream in = Files.newInputStream(file)) {
                node.parse(file.toString(), in);
            }
        } catch (IOException unreadable) {
            // to Git too it is as if it were not there
        }
        return node;
    }

    /** Whether Git would leave a path out; those of its folders are asked before. */
    public boolean ignores(Path path, boolean folder) {
        var relative = relative(path);
        if (relative.isEmpty() || tracked.contains(relative)) return false;
        for (var at = path.getParent(); at != null && at.startsWith(root); at = at.getParent()) {
            var node = nodes.computeIfAbsent(at, place -> rules(place.resolve(Constants.DOT_GIT_IGNORE)));
            var verdict = node.checkIgnored(relative(at, path), folder);
            if (verdict != null) return verdict;
        }
        var verdict = everywhere.checkIgnored(relative, folder);
        if (verdict == null) verdict = personal.checkIgnored(relative, folder);
        return verdict != null && verdict;
    }

    /** The newest commit where it holds a file with this content; empty else. Usable from several threads. */
    public Optional<String> commit(Path file) {
        try {
            var head = head();
            var blob = head.files().get(relative(file));
            return blob != null && holds(file, blob) ? Optional.of(head.name()) : Optional.empty();
        } catch (IOException | RuntimeException broken) {
            return Optional.empty();
        }
    }

    private synchronized Commit head() throws IOException {
        if (commit == null) commit = head(root);
        return commit;
    }

    /** Git may keep a text with other line ends than the file has. */
    private static boolean holds(Path file, ObjectId blob) throws IOException {
        try (var inserter = new ObjectInserter.Formatter();
                var in = Files.newInputStream(file)) {
            if (inserter.idFor(Constants.OBJ_BLOB, Files.size(file), in).equals(blob)) return true;
            if (Files.size(file) > LARGEST) return false;
            var text = Files.readString(file, StandardCharsets.ISO_8859_1);
            var plain = text.replace("\r\n", "\n").getBytes(StandardCharsets.ISO_8859_1);
            return plain.length < text.length()
                    && inserter.idFor(Constants.OBJ_BLOB, plain).equals(blob);
        }
    }

    private String relative(Path path) {
        return relative(root, path);
    }

    private static String relative(Path folder, Path path) {
        return folder.relativize(path).toString().replace(File.separatorChar, '/');
    }
}
