package rag.store.pgvector;

import java.util.Map;
import rag.config.StoreSettings;
import rag.store.postgres.Session;

/** How the graph of a collection's vectors is made. */
final class VectorGraph {

    /** No graph takes so long for a vector: 3 ms where it fits into memory, ten times that where it does not. */
    private static final long EACH_MS = 100;

    /** A graph that does not fit is built ten times slower; a server that gives more already keeps that. */
    private static final String ROOM = """
        select set_config('maintenance_work_mem', '512MB', true)
        where pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('512MB')
        """;

    private VectorGraph() {}

    /** What a graph would be made with now. */
    static Map<String, Integer> madeWith(StoreSettings settings) {
        int efConstruction = Math.max(settings.efConstruction(), 2 * settings.hnswM());
        return Map.of("hnsw_m", settings.hnswM(), "ef_construction", efConstruction);
    }

    /** @param table the chunks, so many of them */
    static void make(Session session, String table, int size, StoreSettings settings) {
        var with = madeWith(settings);
        session.within(seconds(size));
        session.run(ROOM);
        session.run("create index on %s using hnsw (embedding vector_ip_ops) with (m = %s, ef_construction = %s)"
                .formatted(table, with.get("hnsw_m"), with.get("ef_construction")));
        session.within(Session.WORK_S);
    }

    /** What the graph of so many vectors may take. */
    static int seconds(int size) {
        return (int) Math.min(Session.LONGEST_S, Session.WORK_S + size * EACH_MS / 1000);
    }
}
