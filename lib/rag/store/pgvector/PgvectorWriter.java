package rag.store.pgvector;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.config.StoreSettings;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Fingerprint;
import rag.store.ChunkWriter;
import rag.store.CollectionRules;
import rag.store.FilterTerms;
import rag.store.MadeWith;
import rag.store.OrderedTerms;
import rag.store.SimHash;
import rag.store.postgres.Session;

/**
 * Writes one collection. All since the last commit is one transaction of PostgreSQL, so a process or a server that dies
 * leaves nothing behind. While it is open a lock of the session keeps other writers out, wherever they run.
 */
final class PgvectorWriter implements ChunkWriter {

    /** Up to so many vectors all are looked at, which takes PostgreSQL 25 ms; more get a graph. */
    static final int EXACT = 20_000;

    /** Chunks that are sent at once. */
    private static final int LOT = 500;

    /** How long the server may take to end a session. */
    private static final Duration ENDING = Duration.ofSeconds(1);

    /** Posting lists are merged when they were added to so often, or when so many of their chunks are gone. */
    private static final int MOST_LOTS = 50;

    private static final double MOST_GONE = 0.2;

    private final Session session;
    private final Schema schema;
    private final StoreSettings settings;
    private final int exact;
    private final Fingerprint fingerprint;
    private final Map<String, List<Waiting>> waiting = new LinkedHashMap<>();
    private int waits;
    private CollectionRow published;
    private State state;

    /** A chunk that is still to be sent. */
    private record Waiting(Chunk chunk, float[] vector) {}

    /** The collection as it will be published: what changes of its row. */
    private static final class State {

        private final int chunkTable;
        private int postingTable;
        private int size;
        private int numbered;
        private int counted;
        private long tokens;
        private int lots;
        private boolean graph;
        private final Facts facts;

        State(CollectionRow row) {
            chunkTable = row.chunkTable();
            postingTable = row.postingTable();
            size = row.size();
            numbered = row.numbered();
            counted = row.counted();
            tokens = row.tokens();
            lots = row.lots();
            graph = row.graph();
            facts = row.facts();
        }
    }

    private PgvectorWriter(
            Session session,
            Schema schema,
            StoreSettings settings,
            int exact,
            CollectionRow published,
            Fingerprint fingerprint) {
        this.exact = exact;
        this.session = session;
        this.schema = schema;
        this.settings = settings;
        this.published = published;
        this.fingerprint = fingerprint;
        this.state = new State(published);
    }

    /**
     * @param session ended when this is closed
     * @param fresh whether to start from nothing, the old state answering until the first commit
     */
    static PgvectorWriter open(
            Session session,
            Schema schema,
            StoreSettings settings,
            int exact,
            String collection,
            Fingerprint fingerprint,
            boolean fresh) {
        lock(session, settings, collection);
        schema.sweep();
        var there = CollectionRow.read(session, collection);
        if (there.isPresent() && !fresh) {
            CollectionRules.same(collection, there.get().fingerprint(), fingerprint);
            return new PgvectorWriter(session, schema, settings, exact, there.get(), fingerprint);
        }
        var row = CollectionRow.created(collection, fingerprint, schema.tables(fingerprint.dimension()));
        return new PgvectorWriter(
                session,
                schema,
                settings,
                exact,
                there.map(old -> row.after(old)).orElse(row),
                fingerprint);
    }

    @Override
    public synchronized List<String> notes() {
        return published.graph() && published.chunkTable() == state.chunkTable
                ? MadeWith.notes(published.name(), schema.graph(chunks()), VectorGraph.madeWith(settings))
                : List.of();
    }

    /**
     * Held by the session until it ends, however that comes about. Of one that was ended a moment ago the server may not
     * know yet.
     */
    static void lock(Session session, StoreSettings settings, String collection) {
        var name = "knowledge-hub " + settings.namespace() + " " + collection;
        for (long end = System.nanoTime() + ENDING.toNanos(); ; pause()) {
            if (session.test("select pg_try_advisory_lock(hashtextextended(?, 0))", name)) return;
            if (System.nanoTime() > end)
                throw new Failure(
                        "collection '%s' is being written by another process; try again".formatted(collection));
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("stopped while another writer was waited for", e);
        }
    }

    @Override
    public synchronized void put(String documentId, List<Chunk> chunks, List<float[]> vectors) {
        CollectionRules.check(published.name(), fingerprint.dimension(), documentId, chunks, vectors);
        var rows = new ArrayList<Waiting>(chunks.size());
        for (int i = 0; i < chunks.size(); i++) rows.add(new Waiting(chunks.get(i), vectors.get(i)));
        var before = waiting.put(documentId, rows);
        waits += rows.size() - (before == null ? 0 : before.size());
        if (waits >= LOT) send();
    }

    @Override
    public synchronized void delete(String documentId) {
        put(documentId, List.of(), List.of());
    }

    @Override
    public synchronized void stale(String documentId, boolean stale) {
        send();
        session.run("update " + chunks() + " set stale = ? where document = ?", stale, StoredText.of(documentId));
    }

    private String chunks() {
        return "chunk_" + state.chunkTable;
    }

    private void send() {
        if (waiting.isEmpty()) return;
        remove(waiting.keySet().stream().map(StoredText::of).toArray(String[]::new));
        var postings = new Postings();
        session.does(connection -> {
            try (var insert = connection.prepareStatement(
                    "insert into " + chunks() + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::vector)")) {
                for (var document : waiting.values()) {
                    for (var each : document) {
                        Session.bind(connection, insert, row(each, postings));
                        insert.addBatch();
                    }
                }
                return insert.executeBatch();
            }
        });
        postings.write(session, "posting_" + state.postingTable);
        state.lots++;
        waiting.clear();
        waits = 0;
    }

    private void remove(String[] documents) {
        if (state.size == 0) return;
        var gone = session.rows(
                "delete from " + chunks() + " where document = any(?) returning language, filter, ordered",
                row -> {
                    state.facts.count(row.getString(1), terms(row.getArray(2)), terms(row.getArray(3)), -1);
                    return row.getString(1);
                },
                (Object) documents);
        state.size -= gone.size();
    }

    private static List<String> terms(java.sql.Array stored) throws java.sql.SQLException {
        return Arrays.stream((String[]) stored.getArray()).map(StoredText::term).toList();
    }

    /** The columns of a chunk, which gets the next number; its words go into the posting lists. */
    private Object[] row(Waiting each, Postings postings) {
        var chunk = each.chunk();
        var words = Postings.Words.of(chunk);
        int number = state.numbered++;
        postings.add(number, words);
        state.size++;
        if (words.tokens() > 0) state.counted++;
        state.tokens += words.tokens();
        var filter = FilterTerms.of(chunk);
        var ordered = OrderedTerms.of(chunk);
        state.facts.count(chunk.language(), filter, ordered, 1);
        return new Object[] {
            number,
            StoredText.of(chunk.id()),
            StoredText.of(chunk.documentId()),
            StoredText.of(chunk.language()),
            StoredText.all(filter),
            StoredText.all(ordered),
            words.tokens(),
            rag.store.ChunkJson.of(chunk),
            chunk.index(),
            SimHash.of(chunk.text()),
            chunk.stale(),
            Vectors.text(each.vector())
        };
    }

    @Override
    public synchronized void commit(long seq) {
        send();
        if (!state.graph && state.size > exact && Vectors.canHaveGraph(fingerprint.dimension())) {
            VectorGraph.make(session, chunks(), state.size, settings);
            state.graph = true;
        }
        var next = new CollectionRow(
                published.name(),
                state.chunkTable,
                state.postingTable,
                seq,
                fingerprint,
                published.lineage(),
                state.size,
                state.numbered,
                state.counted,
                state.tokens,
                state.lots,
                state.graph,
                state.facts);
        next.write(session);
        session.commit();
        published = next;
    }

    @Override
    public long committedSeq() {
        return published.seq();
    }

    @Override
    public synchronized void optimise() {
        send();
        if (state.lots > MOST_LOTS || state.counted - state.size > MOST_GONE * state.counted) merge();
        session.run("analyze " + chunks());
    }

    /** Writes the posting lists anew: one list a term, without the chunks that are gone. */
    private void merge() {
        int table = schema.number();
        schema.postings(table);
        var merged = new MergedPostings(session, chunks());
        merged.write("posting_" + state.postingTable, "posting_" + table);
        state.postingTable = table;
        state.counted = merged.counted();
        state.tokens = merged.tokens();
        state.lots = 1;
    }

    @Override
    public synchronized void close() {
        session.end();
    }
}
