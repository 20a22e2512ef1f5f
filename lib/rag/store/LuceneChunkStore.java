package rag.store;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import rag.model.Failure;
import rag.model.Fingerprint;

/**
 * Collections as Lucene indexes, each in {@code <data>/index/<collection>}, each with text, filters and vectors. Reading
 * changes no file, so a read-only folder answers.
 */
public final class LuceneChunkStore implements ChunkStore {

    static {
        Vectorization.quiet();
    }

    private final Path index;
    private final @Nullable Elsewhere elsewhere;
    private final Map<String, Published> open = new HashMap<>();

    /** @param data the data folder; need not exist before something is written */
    public LuceneChunkStore(Path data) {
        this(data, null);
    }

    /** @param elsewhere who searches the vectors; null searches them here */
    public LuceneChunkStore(Path data, @Nullable Elsewhere elsewhere) {
        this.index = data.resolve("index");
        this.elsewhere = elsewhere;
    }

    /** Who searches the vectors of an index in its stead. */
    public interface Elsewhere {

        /** @param generation see {@link #generation} @param seq of the index's state @param chunks that it holds */
        VectorSearch vectors(String collection, Fingerprint fingerprint, String generation, long seq, int chunks);
    }

    @Override
    public List<String> collections() throws IOException {
        if (!Files.isDirectory(index)) return List.of();
        try (var folders = Files.list(index)) {
            var names = new ArrayList<String>();
            for (var folder : (Iterable<Path>) folders::iterator) {
                if (Published.Stamp.of(folder).isPresent())
                    names.add(folder.getFileName().toString());
            }
            return names.stream().sorted().toList();
        }
    }

    @Override
    public synchronized ChunkReader reader(List<String> collections) throws IOException {
        if (collections.isEmpty()) throw new IllegalArgumentException("no collection named");
        var states = new ArrayList<Published>();
        var vectors = new ArrayList<VectorSearch>();
        for (var name : new LinkedHashSet<>(collections)) {
            var state = newest(name).orElseThrow(() -> missing(name));
            if (!states.isEmpty()) {
                CollectionRules.comparable(
                        collections.getFirst(), states.getFirst().fingerprint(), name, state.fingerprint());
            }
            states.add(state);
            if (elsewhere != null) {
                int chunks = state.reader().numDocs();
                vectors.add(elsewhere.vectors(name, state.fingerprint(), state.generation(), state.seq(), chunks));
            }
        }
        return new LuceneReader(states.getFirst().fingerprint(), states, vectors);
    }

    @Override
    public synchronized Optional<Fingerprint> fingerprint(String collection) throws IOException {
        return newest(collection).map(Published::fingerprint);
    }

    @Override
    public synchronized Optional<String> lineage(String collection) throws IOException {
        return newest(collection).map(Published::lineage);
    }

    /**
     * A word that is another one whenever a collection was written anew from nothing; "" for one that never was, or does
     * not exist.
     */
    public synchronized String generation(String collection) throws IOException {
        return newest(collection).map(Published::generation).orElse("");
    }

    /** When the newest state of a collection was published; empty when it does not exist. */
    public Optional<Instant> published(String collection) throws IOException {
        return Published.Stamp.of(index.resolve(CollectionNames.check(collection)))
                .map(stamp -> stamp.written().toInstant());
    }

    @Override
    public synchronized long committedSeq(String collection) throws IOException {
        return newest(collection).map(Published::seq).orElse(0L);
    }

    /** The newest published state of a collection; what is open of it already is used as far as it is still true. */
    private Optional<Published> newest(String collection) throws IOException {
        var name = CollectionNames.check(collection);
        var folder = index.resolve(name);
        try {
            var known = open.get(name);
            if (known != null && known.isNewest()) return Optional.of(known);
            open.remove(name);
            var stamp = Published.Stamp.of(folder);
            if (stamp.isEmpty()) {
                if (known != null) known.close();
                return Optional.empty();
            }
            var newest = Published.newest(folder, stamp.get(), known);
            open.put(name, newest);
            return Optional.of(newest);
        } catch (IOException e) {
            throw DamagedIndex.of(name, folder, e);
        }
    }

    private Failure missing(String name) {
        try {
            return CollectionRules.missing(name, collections(), "below " + index);
        } catch (IOException e) {
            return new Failure("there is no collection '%s' below %s".formatted(name, index), e);
        }
    }

    @Override
    public ChunkWriter writer(String collection, Fingerprint fingerprint) throws IOException {
        var name = writable(collection);
        return LuceneWriter.append(name, index.resolve(name), fingerprint);
    }

    @Override
    public ChunkWriter rewriter(String collection, Fingerprint fingerprint) throws IOException {
        return rewriter(collection, fingerprint, UUID.randomUUID().toString());
    }

    /** As {@link #rewriter(String, Fingerprint)}. @param generation what {@link #generation} says once it is published */
    public ChunkWriter rewriter(String collection, Fingerprint fingerprint, String generation) throws IOException {
        var name = writable(collection);
        return LuceneWriter.replace(name, index.resolve(name), fingerprint, generation);
    }

    private String writable(String collection) throws IOException {
        var name = CollectionRules.writable(collection, collections());
        if (Files.isSymbolicLink(index.resolve(name)))
            throw new Failure(index.resolve(name) + " is a link; nothing is written there");
        return name;
    }

    @Override
    public void rehearse() {
        LuceneWriter.rehearse();
    }

    @Override
    public synchronized boolean drop(String collection) throws IOException {
        var name = CollectionNames.check(collection);
        var folder = index.resolve(name);
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) return false;
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS))
            throw new Failure(folder + " is a link or a file; nothing is removed there");
        var known = open.remove(name);
        if (known != null) known.close();
        try (var states = Files.newDirectoryStream(folder, "segments_*")) {
            for (var state : states) Files.delete(state); // first, so that what is half removed is no collection
        }
        Files.walkFileTree(folder, new Removal());
        return true;
    }

    /** Removes a folder and what lies in it; links in it are removed, not followed. */
    private static final class Removal extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes facts) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) throws IOException {
            if (e != null) throw e;
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }

    @Override
    public synchronized void close() throws IOException {
        for (var state : open.values()) state.close();
        open.clear();
    }
}
