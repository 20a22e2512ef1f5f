package rag.store.pgvector;

import java.util.HashMap;
import java.util.Map;
import rag.config.StoreSettings;
import rag.model.Failure;
import rag.store.postgres.Connections;
import rag.store.postgres.Server;
import rag.store.postgres.ServerFailure;
import rag.store.postgres.Session;

/** Makes the schema and its tables, and removes tables that no collection uses any more. */
final class Schema {

    private final Session session;
    private final Server server;
    private final StoreSettings settings;

    /** @param session for writing, with nothing under way */
    Schema(Session session, Server server, StoreSettings settings) {
        this.session = session;
        this.server = server;
        this.settings = settings;
    }

    /** The table of the collections, with its schema: another one on the search path may have such a name. */
    static String table(StoreSettings settings) {
        return Connections.quoted(settings.namespace()) + ".collection";
    }

    /** Makes what is missing. @return false when nothing was, and the session can go on as it is */
    boolean make() {
        if (session.test("select to_regclass(?) is not null and to_regtype('vector') is not null", table(settings))) {
            session.commit();
            return false;
        }
        session.run("select pg_advisory_xact_lock(hashtextextended('knowledge-hub schema', 0))");
        if (!session.test("select exists (select from pg_extension where extname = 'vector')")) extension();
        var schema = Connections.quoted(settings.namespace());
        if (!session.test("select exists (select from pg_namespace where nspname = ?)", settings.namespace())) {
            allowed("create schema " + schema, "CREATE on the data base, or a schema " + schema + " of its own");
        }
        allowed(CollectionRow.TABLE, "CREATE on the schema " + schema);
        session.run("create sequence if not exists table_number");
        session.commit();
        return true;
    }

    private void extension() {
        try {
            allowed(
                    "create extension vector schema public",
                    "CREATE on the data base, or CREATE EXTENSION vector made by another");
        } catch (ServerFailure e) {
            if (!e.noFile()) throw e;
            throw new Failure(
                    "%s has no pgvector: install it on the server (Debian: postgresql-VERSION-pgvector), then go on"
                            .formatted(server),
                    e);
        }
    }

    private void allowed(String statement, String right) {
        try {
            session.run(statement);
        } catch (ServerFailure e) {
            if (!e.noRight()) throw e;
            throw new Failure("%s; the right it takes: %s".formatted(e.getMessage(), right), e);
        }
    }

    /** Makes empty tables of chunks and posting lists. @return their number */
    int tables(int dimension) {
        int number = number();
        session.run("""
            create table chunk_%s (number int primary key, id text collate "C" not null unique,
            document text collate "C" not null, language text not null, filter text[] collate "C" not null,
            ordered text[] collate "C" not null, tokens int not null, chunk text not null, ord int not null,
            likeness bigint not null, stale boolean not null, embedding vector(%s) not null)
            """.formatted(number, dimension));
        session.run("create index on chunk_%s (document)".formatted(number));
        session.run("create index on chunk_%s using gin (filter)".formatted(number));
        if (Vectors.inRow(dimension)) {
            session.run("alter table chunk_%s alter embedding set storage plain".formatted(number));
        }
        postings(number);
        return number;
    }

    int number() {
        return session.number("select nextval('table_number')");
    }

    void postings(int number) {
        session.run(
                "create table posting_%s (term text collate \"C\" not null, data bytea not null)".formatted(number));
        session.run("create index on posting_%s (term)".formatted(number));
        session.run("alter table posting_%s alter data set storage external".formatted(number));
    }

    /** What the graph of a table was made with, by the names of the settings. */
    Map<String, Integer> graph(String table) {
        var made = new HashMap<String, Integer>();
        session.rows("""
            select case option_name when 'm' then 'hnsw_m' else option_name end, option_value::int
            from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam,
            pg_options_to_table(reloptions) where indrelid = ?::regclass and amname = 'hnsw'
            """, row -> made.put(row.getString(1), row.getInt(2)), table);
        return made;
    }

    /** Removes tables that no collection names, but for those that a reader is still at. Nothing may be under way. */
    void sweep() {
        var left = session.rows("""
            select relname from pg_class where relnamespace = current_schema::regnamespace and relkind = 'r'
            and relname ~ '^(chunk|posting)_[0-9]+$'
            and relname not in (select 'chunk_' || chunk_table from collection)
            and relname not in (select 'posting_' || posting_table from collection)
            """, row -> row.getString(1));
        session.commit();
        for (var table : left) {
            try {
                session.run("lock table " + table + " in access exclusive mode nowait");
                session.run("drop table " + table);
                session.commit();
            } catch (ServerFailure e) {
                session.rollback();
                if (!e.locked() && !e.noTable()) throw e;
            }
        }
    }
}
