package rag.store.pgvector;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import rag.config.StoreSettings;
import rag.model.Failure;

/** What PostgreSQL, or the way to it, refused: where, what, and the mend. Its cause has the state that PostgreSQL names. */
final class ServerFailure extends Failure {

    private static final long serialVersionUID = 1L;

    private final String state;

    private ServerFailure(String message, String state, SQLException cause) {
        super(message, cause);
        this.state = state;
    }

    static ServerFailure of(SQLException failed, Address address, StoreSettings settings) {
        var next = failed.getNextException();
        var e = next == null ? failed : next; // of a batch the first names every value that was sent
        var state = e.getSQLState() == null ? "" : e.getSQLState();
        return new ServerFailure(address + " " + words(e, state, address, settings), state, e);
    }

    private static String words(SQLException e, String state, Address address, StoreSettings settings) {
        var said = String.valueOf(e.getMessage()).strip();
        if (late(e)) {
            return "did not answer within %d s; ask again, or raise vector_store.timeout_s"
                    .formatted(settings.timeoutS());
        }
        return switch (state) {
            case "08001", "08004", "08006", "08003", "57P01", "57P02", "57P03" ->
                "can't be reached (%s); start it, or name others in vector_store.hosts".formatted(said);
            case "28P01", "28000" ->
                "refuses user '%s' (%s); see vector_store.user and vector_store.password"
                        .formatted(settings.user(), said);
            case "3D000" ->
                "has no data base '%s'; make it with: createdb %1$s, or name another as HOST:PORT/DATABASE in vector_store.hosts"
                        .formatted(address.database());
            case "42501" -> "refuses it (%s); give user '%s' that right".formatted(said, settings.user());
            case "53100", "53200", "53300" -> "has no room (%s)".formatted(said);
            case "25006" ->
                "only answers questions, as it is a copy (%s); name the primary among the hosts".formatted(said);
            default -> "failed: " + said;
        };
    }

    private static boolean late(SQLException e) {
        return "57014".equals(e.getSQLState()) || e.getCause() instanceof SocketTimeoutException;
    }

    /** Whether the connection is gone. */
    boolean gone() {
        return state.startsWith("08") || state.startsWith("57P");
    }

    /** Whether a table is not there, or not there any more. */
    boolean noTable() {
        return state.equals("42P01");
    }

    /** Whether another holds a lock that was not waited for. */
    boolean locked() {
        return state.equals("55P03");
    }

    /** Whether a file of the server is missing: that of an extension. */
    boolean noFile() {
        return state.equals("58P01") || state.equals("0A000");
    }

    /** Whether a right is missing. */
    boolean noRight() {
        return state.equals("42501");
    }
}
