package rag.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.MMapDirectory;
import org.jspecify.annotations.Nullable;
import rag.model.Fingerprint;

/** A collection's newest published state, as far as this process has seen it. */
final class Published implements Closeable {

    private final MMapDirectory directory;
    private Stamp stamp;
    private DirectoryReader reader;
    private CommitData commit;
    private IndexFacts facts;

    private Published(Path folder, Stamp stamp) throws IOException {
        this.stamp = stamp;
        this.directory = new MMapDirectory(folder);
        try {
            this.reader = DirectoryReader.open(directory);
            this.commit = CommitData.of(reader.getIndexCommit().getUserData());
            this.facts = new IndexFacts(reader);
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    /** The newest state of the index in a folder; what is open already is taken where nothing changed. */
    static Published newest(Path folder, Stamp stamp, @Nullable Published open) throws IOException {
        if (open == null) return new Published(folder, stamp);
        try {
            if (open.stamp.equals(stamp) || open.refreshed(stamp)) return open;
        } catch (IOException | RuntimeException e) {
            open.close();
            throw e;
        }
        open.close();
        return new Published(folder, stamp);
    }

    /** False when the folder holds another index by now, whose files may bear the same names. */
    private boolean refreshed(Stamp newer) throws IOException {
        if (!CommitData.newest(directory).lineage().equals(commit.lineage())) return false;
        var changed = DirectoryReader.openIfChanged(reader);
        if (changed != null) {
            commit = CommitData.of(changed.getIndexCommit().getUserData());
            reader.close();
            reader = changed;
            facts = new IndexFacts(reader);
        }
        stamp = newer;
        return true;
    }

    boolean isNewest() throws IOException {
        return stamp.isNewest(directory.getDirectory());
    }

    /** Stays usable after {@link #close} for whoever has taken a reference to it. */
    DirectoryReader reader() {
        return reader;
    }

    IndexFacts facts() {
        return facts;
    }

    Fingerprint fingerprint() {
        return commit.fingerprint();
    }

    String lineage() {
        return commit.lineage();
    }

    String generation() {
        return commit.generation();
    }

    long seq() {
        return commit.seq();
    }

    @Override
    public void close() throws IOException {
        try (directory) {
            reader.close();
        }
    }

    /** Tells one commit from the next without reading it: the newest {@code segments_N} file and what the disk says of it. */
    record Stamp(
            String file,
            long bytes,
            FileTime written,
            @Nullable Object key) {

        private static final String PREFIX = "segments_";

        /** Empty when the folder is none, or a link, or holds no published state. */
        static Optional<Stamp> of(Path folder) throws IOException {
            while (true) {
                if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) return Optional.empty();
                try {
                    return newest(folder);
                } catch (NoSuchFileException e) {
                    // a writer has published the next state meanwhile, or dropped the collection: look again
                }
            }
        }

        private static Optional<Stamp> newest(Path folder) throws IOException {
            var newest = "";
            try (var files = Files.newDirectoryStream(folder)) {
                for (var file : files) {
                    var name = file.getFileName().toString();
                    if (!name.startsWith(PREFIX)) continue; // what follows is a number to the base of 36
                    if (name.length() > newest.length()
                            || name.length() == newest.length() && name.compareTo(newest) > 0) {
                        newest = name;
                    }
                }
            }
            return newest.isEmpty() ? Optional.empty() : Optional.of(of(folder, newest));
        }

        private static Stamp of(Path folder, String file) throws IOException {
            var facts = Files.readAttributes(folder.resolve(file), BasicFileAttributes.class);
            return new Stamp(file, facts.size(), facts.lastModifiedTime(), facts.fileKey());
        }

        /** Whether this commit still is the newest: its file is there and the next one's is not. Quicker than a list. */
        private boolean isNewest(Path folder) throws IOException {
            long next = 1 + Long.parseLong(file, PREFIX.length(), file.length(), Character.MAX_RADIX);
            try {
                return of(folder, file).equals(this)
                        && Files.notExists(folder.resolve(PREFIX + Long.toString(next, Character.MAX_RADIX)));
            } catch (NoSuchFileException e) {
                return false;
            }
        }
    }
}
