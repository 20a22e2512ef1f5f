package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;
import static rag.store.Samples.at;
import static rag.store.Samples.chunk;
import static rag.store.Samples.map;
import static rag.store.Samples.put;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.StoreSettings;
import rag.model.Candidate;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Ids;
import rag.store.pgvector.PgvectorStore;
import rag.store.postgres.Connections;
import rag.store.postgres.Server;

/** What only a store in PostgreSQL meets. */
@Tag("engine")
class PgvectorStoreTest {

    @TempDir
    Path data;

    private static StoreSettings as(StoreSettings settings, String user, String host) {
        return settings.with(Map.of("hosts", List.of(host), "user", user, "password", "hush-hush", "timeout_s", 5));
    }

    private static void sql(String statement) throws Exception {
        try (var connection = DriverManager.getConnection(
                        "jdbc:postgresql://" + PostgresServer.host() + "/postgres", "postgres", "");
                var each = connection.createStatement()) {
            each.execute(statement);
        }
    }

    private static String refusal(StoreSettings settings) throws Exception {
        try (var store = new PgvectorStore(settings)) {
            var message =
                    assertThrows(Failure.class, () -> store.writer("c", PRINT)).getMessage();
            assertFalse(message.contains("hush"), message);
            return message;
        }
    }

    @Test
    void aRightThatIsMissingIsNamed() throws Exception {
        sql("do $$ begin create role reader login; exception when duplicate_object then null; end $$");
        sql("create extension if not exists vector");
        var settings = PostgresServer.settings(data);
        var message = refusal(as(settings, "reader", PostgresServer.host()));
        assertTrue(message.contains("the right it takes: CREATE on the data base"), message);
        assertTrue(message.contains("give user 'reader' that right"), message);
    }

    @Test
    void aDataBaseOrServerThatIsNotThereIsNamedWithTheMend() throws Exception {
        var settings = PostgresServer.settings(data);
        var none = refusal(as(settings, "postgres", PostgresServer.host() + "/nowhere"));
        assertTrue(none.contains("createdb nowhere"), none);
        var refused = refusal(as(settings, "postgres", "127.0.0.1:1"));
        assertTrue(refused.startsWith("PostgreSQL at 127.0.0.1:1/postgres can't be reached"), refused);
        assertTrue(refused.contains("vector_store.hosts"), refused);
    }

    @Test
    void theFirstHostThatAnswersIsTaken() throws Exception {
        var settings = PostgresServer.settings(data);
        var two = settings.with(Map.of(
                "hosts", List.of("127.0.0.1:1", PostgresServer.host() + "/postgres?sslmode=disable"), "timeout_s", 5));
        try (var store = new PgvectorStore(two)) {
            Samples.write(store, "c", "apple");
            assertEquals(List.of("c"), store.collections());
        }
    }

    @Test
    void signsThatPostgresqlCanNotHoldDoNoHarm() throws Exception {
        var odd = chunk("c", "/a", 0, "nul \0 half \uD800 pair", List.of("x\0y"), map("k\0ey", "v\uDC00"));
        try (var store = new PgvectorStore(PostgresServer.settings(data))) {
            try (var writer = store.writer("c", PRINT)) {
                put(writer, odd, at(0));
                writer.commit(1);
            }
            try (var reader = store.reader(List.of("c"))) {
                assertEquals(odd, reader.chunks(List.of(odd.id())).getFirst());
                assertEquals(
                        1,
                        reader.sparse("half pair", Filter.NONE, 5).candidates().size());
                assertTrue(reader.passes(Samples.filter("tag", "x\0y"), odd.id()));
            }
        }
    }

    @Test
    void mergedPostingListsGiveTheSameScoresAndForgetWhatIsGone() throws Exception {
        try (var store = new PgvectorStore(PostgresServer.settings(data));
                var fresh = new LuceneChunkStore(data)) {
            try (var writer = store.writer("c", PRINT)) {
                for (int i = 0; i < 60; i++) {
                    put(writer, chunk("c", "/" + i, 0, "apple number " + i % 7 + " pear".repeat(i % 5)), at(i));
                    writer.commit(i + 1);
                }
                for (int i = 0; i < 60; i += 3) writer.delete(Ids.document("c", "/" + i));
                writer.commit(61);
                writer.optimise();
                writer.commit(62);
            }
            try (var writer = fresh.writer("c", PRINT)) {
                for (int i = 0; i < 60; i++) {
                    if (i % 3 == 0) continue;
                    put(writer, chunk("c", "/" + i, 0, "apple number " + i % 7 + " pear".repeat(i % 5)), at(i));
                }
                writer.commit(1);
            }
            try (var reader = store.reader(List.of("c"));
                    var expected = fresh.reader(List.of("c"))) {
                var question = "pear apple 3";
                assertEquals(
                        expected.sparse(question, Filter.NONE, 50).candidates(),
                        reader.sparse(question, Filter.NONE, 50).candidates());
                assertEquals(40, reader.size());
            }
        }
    }

    @Test
    void aTableThatIsNotUsedAnyMoreGoesWhenNobodyReadsIt() throws Exception {
        var settings = PostgresServer.settings(data);
        try (var store = new PgvectorStore(settings)) {
            var old = Samples.write(store, "c", "old apple");
            try (var reader = store.reader(List.of("c"))) {
                try (var writer = store.rewriter("c", PRINT)) {
                    put(writer, chunk("c", "/b", 0, "new apple"), at(0));
                    writer.commit(2);
                }
                Samples.write(store, "d", "pear");
                assertEquals(
                        old.stream().map(each -> each.id()).toList(),
                        reader.sparse("apple", Filter.NONE, 5).candidates().stream()
                                .map(Candidate::id)
                                .toList());
                assertEquals(6, tables(settings));
            }
            Samples.write(store, "e", "plum");
            assertEquals(6, tables(settings), "two for each of three collections");
        }
    }

    @Test
    void settingsThatComeTooLateForAGraphAreSaidWithTheMend() throws Exception {
        var settings = PostgresServer.settings(data);
        try (var store = new PgvectorStore(settings, 0)) {
            Samples.write(store, "c", "apple");
            try (var writer = store.writer("c", PRINT)) {
                assertEquals(List.of(), writer.notes());
            }
        }
        try (var other = new PgvectorStore(settings.with(Map.of("hnsw_m", 8, "ef_construction", 40)), 0)) {
            try (var writer = other.writer("c", PRINT)) {
                var note = writer.notes().getFirst();
                assertTrue(
                        note.startsWith("collection 'c' was made with ef_construction 100, hnsw_m 16;"
                                + " vector_store.ef_construction: 40 and vector_store.hnsw_m: 8 count only for an"
                                + " index that is made anew: "),
                        note);
                assertTrue(note.contains("--reembed --force -c c"), note);
            }
            try (var writer = other.rewriter("c", PRINT)) {
                assertEquals(List.of(), writer.notes(), "that is made anew");
            }
        }
    }

    @Test
    void whereTheDenseRouteTakesTooLongWordsAndTextsAreStillFound() throws Exception {
        var settings = PostgresServer.settings(data).with(Map.of("timeout_s", 1));
        try (var store = new PgvectorStore(settings)) {
            Samples.write(store, "c", "apple", "pear");
            var schema = '"' + settings.namespace() + '"';
            sql(
                    "create function %s.slow(vector, vector) returns float8 language sql as 'select pg_sleep(5); select 0.0::float8'"
                            .formatted(schema));
            sql("create operator %s.<#> (leftarg = vector, rightarg = vector, function = %1$s.slow)".formatted(schema));
            try (var reader = store.reader(List.of("c"))) {
                var late = assertThrows(Failure.class, () -> reader.dense(at(0), Filter.NONE, 5))
                        .getMessage();
                assertTrue(late.contains("did not answer within 1 s"), late);
                var found = reader.sparse("pear", Filter.NONE, 5).candidates();
                assertEquals(1, found.size());
                assertEquals(
                        "pear", reader.chunks(WithStore.ids(found)).getFirst().text());
            }
        }
    }

    @Test
    void aCollectionIsNotCopiedOntoItselfUnderAnotherAddress() throws Exception {
        var settings = PostgresServer.settings(data);
        var other = settings.with(Map.of("hosts", List.of(PostgresServer.host() + "/postgres?sslmode=disable")));
        try (var store = new PgvectorStore(settings);
                var same = new PgvectorStore(other)) {
            Samples.write(store, "c", "apple");
            var copy = new CollectionCopy(store, same, "c");
            var refused = assertThrows(
                            Failure.class, () -> copy.run(List.of(Ids.document("c", "/docs/0.md")), done -> {}))
                    .getMessage();
            assertTrue(refused.startsWith("'c' is the same collection in both"), refused);
            assertEquals(1, WithStore.count(store, "c", "apple"));
        }
    }

    @Test
    void aServerThatHangsEndsWhatIsBeingWritten() throws Exception {
        try (var wire = new Wire(PostgresServer.host())) {
            var settings =
                    as(PostgresServer.settings(data), "postgres", wire.at()).with(Map.of("timeout_s", 1));
            var setup = new Connections(Server.of(settings), Connections.Use.QUESTIONS, (connection, use) -> {});
            var session = setup.primary();
            session.within(2);
            wire.hang();
            var message =
                    assertThrows(Failure.class, () -> session.run("select 1")).getMessage();
            assertTrue(message.contains("did not answer within 2 s, which no work of ours takes"), message);
        }
    }

    private static int tables(StoreSettings settings) throws Exception {
        try (var connection = DriverManager.getConnection(
                        "jdbc:postgresql://" + PostgresServer.host() + "/postgres", "postgres", "");
                var statement = connection.createStatement();
                var count = statement.executeQuery("select count(*) from pg_tables where schemaname = '"
                        + settings.namespace() + "' and tablename ~ '_[0-9]+$'")) {
            count.next();
            return count.getInt(1);
        }
    }
}
