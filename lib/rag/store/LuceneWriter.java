package rag.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.LockObtainFailedException;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Fingerprint;

/** Writes one collection's index. Its thread must not be interrupted: that closes Lucene's files under its hands. */
final class LuceneWriter implements ChunkWriter {

    private static final double BUFFER_MB = 64;

    private final String collection;
    private final Path folder;
    private final Fingerprint fingerprint;
    private final Directory directory;
    private final IndexWriter writer;
    private final CommitData begun;
    private volatile long committedSeq;

    private LuceneWriter(
            String collection,
            Path folder,
            Fingerprint fingerprint,
            Directory directory,
            OpenMode mode,
            CommitData newest)
            throws IOException {
        this.collection = collection;
        this.folder = folder;
        this.fingerprint = fingerprint;
        this.directory = directory;
        this.begun = newest;
        this.committedSeq = newest.seq();
        this.writer = new IndexWriter(directory, config().setOpenMode(mode));
    }

    private static IndexWriterConfig config() {
        return new IndexWriterConfig(new KeywordAnalyzer())
                .setCodec(VectorFormat.codec())
                .setSimilarity(LuceneReader.BM25)
                .setMergePolicy(new FewSegments())
                .setMergeScheduler(new ConcurrentMergeScheduler() {
                    @Override
                    protected void handleMergeException(Throwable cause) {
                        // The writer keeps it and says so to whoever writes next: no trace on the terminal as well.
                    }
                })
                .setRAMBufferSizeMB(BUFFER_MB)
                .setCommitOnClose(false);
    }

    /** Writes a chunk into the void as a collection's are written, for the classes that this loads. */
    static void rehearse() {
        var words = "Text to rehearse the writing of an index, in a sentence or two. It is forgotten at once.";
        var chunk = new Chunk(
                "id",
                "document",
                "none",
                "none",
                0,
                words,
                words,
                List.of(),
                "text",
                "en",
                null,
                0,
                words.length(),
                List.of(),
                List.of(),
                "",
                List.of(),
                false,
                Map.of());
        try (var directory = new ByteBuffersDirectory();
                var writer = new IndexWriter(directory, config())) {
            writer.addDocument(ChunkFields.document(chunk, new float[] {1}));
            writer.commit();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static LuceneWriter append(String collection, Path folder, Fingerprint fingerprint) throws IOException {
        return open(collection, folder, fingerprint, OpenMode.CREATE_OR_APPEND, "");
    }

    /** Starts from nothing; the old state answers until the first commit. @param generation another than the old one's */
    static LuceneWriter replace(String collection, Path folder, Fingerprint fingerprint, String generation)
            throws IOException {
        return open(collection, folder, fingerprint, OpenMode.CREATE, generation);
    }

    /** @param generation of what starts from nothing */
    private static LuceneWriter open(
            String collection, Path folder, Fingerprint fingerprint, OpenMode mode, String generation)
            throws IOException {
        var directory = FSDirectory.open(folder);
        try {
            var newest = newest(directory, fingerprint, mode);
            if (mode == OpenMode.CREATE) newest = newest.next(generation);
            else CollectionRules.same(collection, newest.fingerprint(), fingerprint);
            return new LuceneWriter(collection, folder, fingerprint, directory, mode, newest);
        } catch (LockObtainFailedException e) {
            directory.close();
            throw new Failure(
                    "collection '%s' is being written by another process; try again".formatted(collection), e);
        } catch (IOException e) {
            directory.close();
            throw DiskFailure.readOnly(e)
                    ? DiskFailure.of("opening collection '" + collection + "' for writing", folder, e)
                    : DamagedIndex.of(collection, folder, e);
        } catch (RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    private static CommitData newest(Directory directory, Fingerprint fingerprint, OpenMode mode) throws IOException {
        var none = new CommitData(0, fingerprint, UUID.randomUUID().toString(), "");
        try {
            return DirectoryReader.indexExists(directory) ? CommitData.newest(directory) : none;
        } catch (IOException e) {
            if (mode != OpenMode.CREATE) throw e;
            for (var file : directory.listAll()) { // what is replaced need not be readable, but Lucene would read it
                if (file.startsWith(IndexFileNames.SEGMENTS)) directory.rename(file, "unreadable_" + file);
            }
            return none;
        }
    }

    @Override
    public void put(String documentId, List<Chunk> chunks, List<float[]> vectors) throws IOException {
        CollectionRules.check(collection, fingerprint.dimension(), documentId, chunks, vectors);
        if (chunks.isEmpty()) {
            delete(documentId);
            return;
        }
        Iterable<Document> documents = () -> IntStream.range(0, chunks.size())
                .mapToObj(i -> ChunkFields.document(chunks.get(i), vectors.get(i)))
                .iterator();
        write(() -> writer.updateDocuments(new Term(ChunkFields.DOCUMENT, documentId), documents));
    }

    @Override
    public void delete(String documentId) throws IOException {
        write(() -> writer.deleteDocuments(new Term(ChunkFields.DOCUMENT, documentId)));
    }

    @Override
    public void stale(String documentId, boolean stale) throws IOException {
        if (!writer.getFieldNames().contains(ChunkFields.STALE)) return; // an empty collection has no columns
        var document = new Term(ChunkFields.DOCUMENT, documentId);
        write(() -> writer.updateNumericDocValue(document, ChunkFields.STALE, stale ? 1 : 0));
    }

    @Override
    public void commit(long seq) throws IOException {
        write(() -> {
            writer.setLiveCommitData(begun.with(seq, fingerprint).map().entrySet());
            writer.commit();
        });
        committedSeq = seq;
    }

    @Override
    public long committedSeq() {
        return committedSeq;
    }

    @Override
    public void optimise() throws IOException {
        write(() -> writer.forceMerge(1));
    }

    @Override
    public void close() throws IOException {
        try (directory) {
            writer.rollback();
        }
    }

    private void write(Change change) {
        try {
            change.make();
        } catch (IOException e) {
            throw DiskFailure.of("writing collection '" + collection + "'", folder, e);
        }
    }

    /** A step that may meet a full disk. */
    private interface Change {
        void make() throws IOException;
    }
}
