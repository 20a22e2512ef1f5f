package rag.store.postgres;

import java.util.List;
import rag.config.LedgerSettings;
import rag.config.StoreSettings;

/**
 * A PostgreSQL data base as settings name it, with the words for what has to be mended there.
 *
 * @param what it is to us, for messages
 * @param timeoutS seconds to wait for one answer to a question, and for a connection to one host
 * @param section of the settings
 * @param place the setting that names the hosts
 */
public record Server(
        String what, Address address, String user, String password, int timeoutS, String section, String place) {

    /** Where chunks are. */
    public static Server of(StoreSettings settings) {
        return new Server(
                "PostgreSQL",
                Address.of(settings.hosts(), "vector_store.hosts"),
                settings.user(),
                settings.password(),
                settings.timeoutS(),
                "vector_store",
                "vector_store.hosts");
    }

    /** Where history and pictures are. */
    public static Server of(LedgerSettings settings) {
        return new Server(
                "the ledger",
                Address.of(List.of(settings.url()), "ledger.url"),
                settings.user(),
                settings.password(),
                settings.timeoutS(),
                "ledger",
                "ledger.url");
    }

    /** "PostgreSQL at HOST:PORT/DATABASE". */
    @Override
    public String toString() {
        return "%s at %s/%s".formatted(what, address.hosts(), address.database());
    }
}
