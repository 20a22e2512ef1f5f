package rag.store;

import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import rag.config.LedgerSettings;

/** A PostgreSQL, and for each test a schema of its own. */
class WithSharedLedger {

    static String server = "";

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.host();
    }

    final LedgerSettings settings =
            settings("rag_" + UUID.randomUUID().toString().substring(0, 8));

    static LedgerSettings settings(String schema) {
        return new LedgerSettings("postgresql://" + server + "/postgres", "postgres", "", schema, 2);
    }
}
