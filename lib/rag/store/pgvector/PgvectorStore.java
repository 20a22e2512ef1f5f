package rag.store.pgvector;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rag.config.StoreSettings;
import rag.model.Failure;
import rag.model.Fingerprint;
import rag.store.ChunkReader;
import rag.store.ChunkStore;
import rag.store.ChunkWriter;
import rag.store.CollectionNames;
import rag.store.CollectionRules;
import rag.store.postgres.Connections;
import rag.store.postgres.Server;
import rag.store.postgres.ServerFailure;
import rag.store.postgres.Session;

/**
 * Collections in a schema of PostgreSQL 15 or newer with pgvector 0.8 or newer: a row in {@code collection}, a table of
 * chunks with their vectors, and one of posting lists for BM25. Nothing is connected to before it is needed.
 */
public final class PgvectorStore implements ChunkStore {

    /** How often a reader is opened again, when a table went away or the server was restarted meanwhile. */
    private static final int ATTEMPTS = 3;

    private final StoreSettings settings;
    private final Connections connections;

    /** The statement that held the tables of some collections the last time. */
    private final Map<List<String>, String> tables = new ConcurrentHashMap<>();

    private volatile boolean made;

    /** How long a primary that could not be reached is not looked for again. */
    private static final long LOST_NS = TimeUnit.SECONDS.toNanos(10);

    /** That the primary could not be reached. */
    private record Lost(Failure failure, long at) {}

    private volatile @Nullable Lost lost;

    private final int exact;

    public PgvectorStore(StoreSettings settings) {
        this(settings, PgvectorWriter.EXACT);
    }

    /** @param exact number of chunks up to which every vector is looked at; more get a graph when they are written */
    public PgvectorStore(StoreSettings settings, int exact) {
        this.settings = settings;
        this.exact = exact;
        this.connections = new Connections(Server.of(settings), Connections.Use.QUESTIONS, new SessionSetup(settings));
    }

    /** Does something in one reading transaction. */
    private <T> T read(Function<Session, T> work) {
        return again(() -> {
            var session = connections.take();
            try {
                return work.apply(session);
            } finally {
                connections.back(session);
            }
        });
    }

    private interface Attempt<T> {
        T make();
    }

    private <T> T again(Attempt<T> attempt) {
        for (int i = 1; ; i++) {
            try {
                return attempt.make();
            } catch (ServerFailure e) {
                if (i == ATTEMPTS || e.late() || !(e.gone() || e.noTable())) throw e;
                if (e.gone()) connections.forget();
            }
        }
    }

    /** Whether nothing was ever written; once something was, that is not asked again. */
    private boolean empty(Session session) {
        if (!made) made = session.test("select to_regclass(?) is not null", Schema.table(settings));
        return !made;
    }

    @Override
    public List<String> collections() {
        return read(session -> empty(session)
                ? List.of()
                : session.rows("select name from collection order by name", row -> row.getString(1)));
    }

    @Override
    public ChunkReader reader(List<String> collections) {
        if (collections.isEmpty()) throw new IllegalArgumentException("no collection named");
        var names = List.copyOf(new LinkedHashSet<>(collections));
        names.forEach(CollectionNames::check);
        var reader = again(() -> {
            var session = connections.take();
            boolean open = false;
            try {
                var rows = rows(session, names);
                if (rows.size() < names.size()) return Optional.<ChunkReader>empty();
                open = true;
                return Optional.<ChunkReader>of(new PgvectorReader(connections, session, rows, settings.efSearch()));
            } finally {
                if (!open) connections.back(session);
            }
        });
        return reader.orElseThrow(() -> missing(names));
    }

    /**
     * The collections' rows in the order of their names, as far as there are any. Their tables are kept from removal as
     * long as the session reads; those of the last time are held in the same step, since they are mostly the same.
     */
    private List<CollectionRow> rows(Session session, List<String> names) {
        if (empty(session)) return List.of();
        var guess = tables.getOrDefault(names, "");
        List<CollectionRow> found;
        try {
            found = CollectionRow.read(session, names, guess);
        } catch (ServerFailure e) {
            tables.remove(names);
            throw e;
        }
        var rows = new ArrayList<CollectionRow>();
        for (var name : names)
            found.stream().filter(row -> row.name().equals(name)).forEach(rows::add);
        if (rows.size() < names.size()) return List.of();
        for (var row : rows) {
            CollectionRules.comparable(
                    rows.getFirst().name(), rows.getFirst().fingerprint(), row.name(), row.fingerprint());
        }
        var lock = rows.stream()
                .map(row -> row.chunks() + ", " + row.postings())
                .collect(Collectors.joining(", ", "lock table ", " in access share mode"));
        if (!lock.equals(guess)) session.run(lock);
        tables.put(names, lock);
        return rows;
    }

    private Failure missing(List<String> names) {
        var there = collections();
        var name =
                names.stream().filter(each -> !there.contains(each)).findFirst().orElse(names.getFirst());
        return CollectionRules.missing(
                name, there, "in schema " + settings.namespace() + " of " + connections.server());
    }

    private Optional<CollectionRow> row(String collection) {
        var name = CollectionNames.check(collection);
        return read(session -> empty(session) ? Optional.empty() : CollectionRow.read(session, name));
    }

    @Override
    public Optional<Fingerprint> fingerprint(String collection) {
        return row(collection).map(CollectionRow::fingerprint);
    }

    @Override
    public Optional<String> lineage(String collection) {
        return row(collection).map(CollectionRow::lineage);
    }

    @Override
    public boolean elsewhere() {
        return true;
    }

    /** From the primary: a copy may not have heard of the newest commit yet. */
    @Override
    public long committedSeq(String collection) {
        var name = CollectionNames.check(collection);
        return read(session -> {
            return session.copy() ? atThePrimary(name) : seq(session, name);
        });
    }

    private long atThePrimary(String name) {
        var last = lost;
        if (last != null && System.nanoTime() - last.at < LOST_NS) throw last.failure;
        try {
            var primary = connections.primary();
            try {
                primary.within(settings.timeoutS());
                return seq(primary, name);
            } finally {
                primary.end();
            }
        } catch (ServerFailure e) {
            var failure = new Failure(
                    "the newest commit of '%s' can't be told, as only a copy of the data base answers: %s"
                            .formatted(name, e.getMessage()),
                    e);
            lost = new Lost(failure, System.nanoTime());
            throw failure;
        }
    }

    private long seq(Session session, String name) {
        if (empty(session)) return 0L;
        return CollectionRow.read(session, name).map(CollectionRow::seq).orElse(0L);
    }

    @Override
    public ChunkWriter writer(String collection, Fingerprint fingerprint) {
        return writer(collection, fingerprint, false);
    }

    @Override
    public ChunkWriter rewriter(String collection, Fingerprint fingerprint) {
        return writer(collection, fingerprint, true);
    }

    private ChunkWriter writer(String collection, Fingerprint fingerprint, boolean fresh) {
        var name = CollectionRules.writable(collection, collections());
        var session = writing();
        try {
            var schema = new Schema(session, connections.server(), settings);
            return PgvectorWriter.open(session, schema, settings, exact, name, fingerprint, fresh);
        } catch (RuntimeException e) {
            session.end();
            throw e;
        }
    }

    /** A session on the primary, in a schema that has its tables. */
    private Session writing() {
        var session = connections.primary();
        try {
            if (!new Schema(session, connections.server(), settings).make()) return session;
        } catch (RuntimeException e) {
            session.end();
            throw e;
        }
        session.end();
        connections.forget(); // what was connected before knows nothing of the extension's schema
        return connections.primary();
    }

    @Override
    public boolean drop(String collection) {
        var name = CollectionNames.check(collection);
        if (read(this::empty)) return false;
        var session = writing();
        try {
            PgvectorWriter.lock(session, settings, name);
            var gone = session.rows("delete from collection where name = ? returning name", row -> 0, name);
            session.commit();
            new Schema(session, connections.server(), settings).sweep();
            return !gone.isEmpty();
        } finally {
            session.end();
        }
    }

    @Override
    public void close() {
        connections.close();
    }
}
