package rag.store;

import org.junit.jupiter.api.Assumptions;

/** A PostgreSQL server for tests. */
final class Postgres {

    private Postgres() {}

    /** Its address, host:port; user postgres without a password. The test is skipped where there is none. */
    static String server() {
        var server = System.getenv("RAG_TEST_POSTGRES");
        Assumptions.assumeTrue(server != null, "no PostgreSQL: set RAG_TEST_POSTGRES to host:port");
        return server;
    }
}
