package rag.store.chroma;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import rag.config.StoreSettings;
import rag.model.Failure;
import rag.model.Fingerprint;
import rag.store.ChunkReader;
import rag.store.ChunkStore;
import rag.store.ChunkWriter;
import rag.store.LuceneChunkStore;
import rag.store.MadeWith;
import rag.store.VectorSearch;
import rag.text.Counted;

/**
 * Collections whose nearest vectors Chroma finds. Text, filters, words and the moment of publication are those of a
 * Lucene index below {@code <data>/chroma}; it holds the vectors too, so that cosines are exact, nothing but the nearest
 * is asked for over the network, and what Chroma lacks is given to it again without a model.
 *
 * <p>Vectors reach Chroma before the index commits, under names that say which vector they are ({@link
 * rag.store.VectorKey}): a reader takes what its state of the index knows, whatever else is there.
 */
public final class ChromaChunkStore implements ChunkStore {

    /** Chunks that pass a filter up to which each vector is looked at: about a millisecond, less than a request. */
    private static final int FEW = 5_000;

    private final ChromaClient client;
    private final ChromaVectors vectors;
    private final Owner owner;
    private final LuceneChunkStore lucene;
    private final Clock clock;
    private final int few;

    /** Chroma's collections by name, in which the vectors of a published state are known to be. */
    private final Map<String, Complete> complete = new ConcurrentHashMap<>();

    private record Complete(String id, long seq) {}

    /** @throws Failure for an address that is none; whether Chroma is there is seen when it is asked */
    public ChromaChunkStore(StoreSettings settings, Path data) {
        this(settings, data, Clock.systemUTC(), FEW);
    }

    /** @param clock for the time after which older versions are cleared away @param few see {@link VectorSearch#few} */
    public ChromaChunkStore(StoreSettings settings, Path data, Clock clock, int few) {
        var folder = data.resolve("chroma");
        this.client = new ChromaClient(settings);
        this.vectors = new ChromaVectors(client, settings);
        this.owner = new Owner(folder);
        this.lucene = new LuceneChunkStore(folder, Nearest::new);
        this.clock = clock;
        this.few = few;
    }

    private final class Nearest implements VectorSearch {

        private final String collection;
        private final Fingerprint print;
        private final String generation;
        private final long seq;
        private final int chunks;

        private Nearest(String collection, Fingerprint print, String generation, long seq, int chunks) {
            this.collection = collection;
            this.print = print;
            this.generation = generation;
            this.seq = seq;
            this.chunks = chunks;
        }

        @Override
        public int few() {
            return few;
        }

        @Override
        public List<String> nearest(float[] query, int n) {
            var name = Owner.name(owner.known(collection), collection, print, generation);
            var known = complete.get(name);
            var found = known == null || known.seq() != seq
                    ? Optional.<List<String>>empty()
                    : vectors.nearest(known.id(), query, n);
            if (found.isPresent()) return found.get();
            var id = whole(name);
            complete.put(name, new Complete(id, seq));
            return vectors.nearest(id, query, n).orElseThrow(() -> lacking(0));
        }

        private String whole(String name) {
            var id = vectors.find(name).orElseThrow(() -> lacking(0));
            int there = vectors.count(id).orElse(0);
            if (there < chunks) throw lacking(there);
            return id;
        }

        private Failure lacking(int there) {
            return new Failure("Chroma at %s holds %s of the %d of collection '%s'; bring them there anew with: %s"
                    .formatted(
                            client.server(), Counted.of(there, "vector"), chunks, collection, Owner.mend(collection)));
        }
    }

    @Override
    public List<String> collections() throws IOException {
        return lucene.collections();
    }

    @Override
    public ChunkReader reader(List<String> collections) throws IOException {
        return lucene.reader(collections);
    }

    @Override
    public Optional<Fingerprint> fingerprint(String collection) throws IOException {
        return lucene.fingerprint(collection);
    }

    @Override
    public long committedSeq(String collection) throws IOException {
        return lucene.committedSeq(collection);
    }

    @Override
    public Optional<String> lineage(String collection) throws IOException {
        return lucene.lineage(collection);
    }

    @Override
    public ChunkWriter writer(String collection, Fingerprint fingerprint) throws IOException {
        var writer = lucene.writer(collection, fingerprint);
        return opened(collection, fingerprint, lucene.generation(collection), writer, true);
    }

    /** With a collection of its own in Chroma, whose graph is made with the settings of now. */
    @Override
    public ChunkWriter rewriter(String collection, Fingerprint fingerprint) throws IOException {
        var generation = UUID.randomUUID().toString();
        return opened(collection, fingerprint, generation, lucene.rewriter(collection, fingerprint, generation), false);
    }

    /** @param mend whether what is in Chroma is to be compared with the index */
    private ChunkWriter opened(
            String collection, Fingerprint print, String generation, ChunkWriter writer, boolean mend)
            throws IOException {
        try {
            var word = owner.own();
            var name = Owner.name(word, collection, print, generation);
            var metadata = Owner.metadata(word, collection);
            var made = vectors.make(name, metadata);
            if (mend) new Mending(lucene, vectors, clock).run(collection, name, made.id(), metadata);
            return new ChromaWriter(
                    writer, vectors.new Batch(made.id()), MadeWith.notes(collection, made.graph(), vectors.graph()));
        } catch (IOException | RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    /** The texts first: they go even where Chroma is down. */
    @Override
    public boolean drop(String collection) throws IOException {
        boolean there = lucene.drop(collection);
        for (var name : vectors.named(Owner.metadata(owner.own(), collection))) vectors.remove(name);
        return there;
    }

    @Override
    public void close() throws IOException {
        lucene.close();
        client.close();
    }
}
