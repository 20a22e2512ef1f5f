package rag.engine;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.config.PathPatterns;
import rag.model.Failure;
import rag.model.Misuse;
import rag.trace.LogFiles;

/**
 * Finds the files below the paths that a user names. Links inside a folder are not followed, so there are no loops and
 * nothing outside the folder is read; a path that is named may itself be a link.
 */
final class FileScan {

    private final Path dataFolder;
    private final PastedTexts texts;
    private final PathPatterns excluded;
    private final @Nullable LogFiles logs;
    private final Map<String, Found> files = new LinkedHashMap<>();
    private final List<Path> roots = new ArrayList<>();
    private final List<Path> folders = new ArrayList<>();
    private final List<Unreadable> unreadable = new ArrayList<>();
    private final List<Unreadable> noFiles = new ArrayList<>();
    private final @Nullable WorkingTrees trees;
    private int links;
    private int skipped;
    private int ignored;

    /** A file, by its normalised source: the absolute path without links, with slashes. */
    record Found(String source, Path path, long bytes) {}

    record Unreadable(String source, String reason) {}

    /** @param exclude {@link PathPatterns} below the folder that was named */
    FileScan(Path dataFolder, List<String> exclude) {
        this(dataFolder, exclude, false, null);
    }

    static FileScan of(Engine engine) {
        var settings = engine.settings().ingestion();
        var logs = new LogFiles(engine.settings().observability().traceFile());
        return new FileScan(engine.data(), settings.exclude(), settings.respectGitignore(), logs);
    }

    /** @param git leave out what Git ignores, in a working tree */
    private FileScan(Path dataFolder, List<String> exclude, boolean git, @Nullable LogFiles logs) {
        this.trees = git ? new WorkingTrees() : null;
        this.dataFolder = real(dataFolder);
        this.texts = new PastedTexts(this.dataFolder);
        this.excluded = new PathPatterns(exclude);
        this.logs = logs;
    }

    FileScan add(Path named) {
        return add(named, List.of());
    }

    /**
     * Looks through a file or folder.
     *
     * @param within folders that a person named; of one in them, the rules of the whole decide whether it is read at all
     */
    FileScan add(Path named, List<Path> within) {
        var root = root(named);
        roots.add(root);
        try {
            var whole = within.stream().filter(root::startsWith).findFirst().orElse(root);
            var visitor = new Visitor(Files.isDirectory(whole) ? whole : root);
            if (!root.equals(whole) && visitor.leavesOut(root)) return this;
            if (Files.isDirectory(root)) Files.walkFileTree(root, visitor);
            else if (!Files.isRegularFile(root)) {
                throw new Misuse("'" + named + "' is neither a file nor a folder (a pipe, a device or a socket)");
            } else {
                found(root, Files.size(root));
                folders.add(root.getParent());
            }
        } catch (IOException e) {
            throw new Failure("could not look through '" + named + "': " + Failure.words(e), e);
        }
        return this;
    }

    /** Where a path that a user names leads. @throws Failure when it leads nowhere */
    static Path root(Path named) {
        try {
            return named.toRealPath();
        } catch (IOException e) {
            throw new Misuse(
                    Files.isSymbolicLink(named)
                            ? "'" + named + "' is a link that leads nowhere"
                            : "there is no file or folder '" + named + "' (seen from "
                                    + Path.of("").toAbsolutePath() + ")",
                    e);
        }
    }

    /** Leaves a file out that lies among the others, such as the list of them. */
    void leaveOut(Path file) {
        files.remove(source(file));
    }

    Map<String, Found> files() {
        return files;
    }

    List<Unreadable> unreadable() {
        return unreadable;
    }

    /** Pipes, sockets and devices, which are never opened: who reads one may wait for ever. */
    List<Unreadable> noFiles() {
        return noFiles;
    }

    /** Folders that were looked through; of a file that was named, the one it lies in. */
    List<Path> folders() {
        return folders;
    }

    /** Links that were not followed. */
    int links() {
        return links;
    }

    /** Files and folders left out by a pattern. */
    int skipped() {
        return skipped;
    }

    /** Files and folders left out since Git ignores them. */
    int ignored() {
        return ignored;
    }

    /** Whether a source lies where this scan looked. */
    boolean covers(String source) {
        return roots.stream()
                .map(FileScan::source)
                .anyMatch(root -> source.equals(root) || source.startsWith(root.equals("/") ? root : root + "/"));
    }

    static String source(Path path) {
        return slashed(path.toString());
    }

    /** A source as it is kept: elsewhere than on Windows a backslash is a letter of the name. */
    static String slashed(String source) {
        return source.replace(File.separatorChar, '/');
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            return folder; // nothing was kept there yet
        }
    }

    /** Whether a source is a file, not an address or a text that was pasted: one letter before ":" is a drive. */
    static boolean isFile(String source) {
        return !source.matches("[a-z][a-z0-9+.-]+:.*");
    }

    private void found(Path path, long bytes) {
        if (!FileNames.isText(path)) {
            unreadable.add(new Unreadable(slashed(FileNames.escaped(path)), FileNames.REASON));
            return;
        }
        var source = texts.source(path).orElse(source(path));
        files.put(source, new Found(source, path, bytes));
    }

    private final class Visitor extends SimpleFileVisitor<Path> {

        private final Path root;

        private Visitor(Path root) {
            this.root = root;
        }

        /** Whether a path or a folder above it is left out. */
        private boolean leavesOut(Path path) {
            for (int i = root.getNameCount() + 1; i <= path.getNameCount(); i++) {
                var part = path.getRoot().resolve(path.subpath(0, i));
                if (leftOut(part, Files.isDirectory(part))) return true;
            }
            return false;
        }

        private boolean leftOut(Path path, boolean folder) {
            if (path.equals(dataFolder)) return ++skipped > 0;
            if (logs != null && logs.hold(path)) return ++skipped > 0;
            if (path.equals(root)) return false;
            if (excluded.fit(root.relativize(path), folder)) return ++skipped > 0;
            return trees != null && trees.ignores(path, folder) && ++ignored > 0;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            if (leftOut(folder, true)) return FileVisitResult.SKIP_SUBTREE;
            folders.add(folder);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (leftOut(file, false)) return FileVisitResult.CONTINUE;
            if (attributes.isSymbolicLink()) links++;
            else if (attributes.isRegularFile()) found(file, attributes.size());
            else noFiles.add(new Unreadable(source(file), "no file, but a pipe, a socket or a device"));
            return FileVisitResult.CONTINUE;
        }

        /** What kept a folder from being listed to its end hides files, but not those of other folders. */
        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
            if (e != null) unreadable.add(new Unreadable(source(folder), "not listed whole: " + Failure.words(e)));
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            if (leftOut(file, Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))) return FileVisitResult.CONTINUE;
            unreadable.add(new Unreadable(
                    source(file),
                    Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                            ? "not readable: check its permissions"
                            : Failure.words(e)));
            return FileVisitResult.CONTINUE;
        }
    }
}
