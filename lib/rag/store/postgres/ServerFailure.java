package rag.store.postgres;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import rag.model.Failure;

/** What PostgreSQL, or the way to it, refused: where, what, and the mend. Its cause has the state that PostgreSQL names. */
public final class ServerFailure extends Failure {

    private static final long serialVersionUID = 1L;

    private final String state;
    private final boolean late;

    private ServerFailure(String message, String state, boolean late, Throwable cause) {
        super(message, cause);
        this.state = state;
        this.late = late;
    }

    /** @param limitS how many seconds an answer was waited for */
    static ServerFailure of(SQLException failed, Server server, int limitS) {
        var next = failed.getNextException();
        var e = next == null ? failed : next; // of a batch the first names every value that was sent
        var state = e.getSQLState() == null ? "" : e.getSQLState();
        boolean late = state.equals("57014")
                || e.getCause() instanceof SocketTimeoutException
                || String.valueOf(e.getMessage()).startsWith("Connection attempt timed out");
        return new ServerFailure(server + " " + words(e, state, late, server, limitS), state, late, e);
    }

    /** The same, with what was being done before it. */
    public ServerFailure during(String doing) {
        return new ServerFailure(doing + ": " + getMessage(), state, late, this);
    }

    private static String words(SQLException e, String state, boolean late, Server server, int limitS) {
        var said = String.valueOf(e.getMessage()).strip();
        if (late && limitS > server.timeoutS()) {
            return "did not answer within %d s, which no work of ours takes; see what it is about, then run the same command again"
                    .formatted(limitS);
        }
        if (late) {
            return "did not answer within %d s; ask again, or raise %s.timeout_s".formatted(limitS, server.section());
        }
        return switch (state) {
            case "08001", "08004", "08006", "08003", "57P01", "57P02", "57P03" ->
                "can't be reached (%s); start it, or name others in %s".formatted(said, server.place());
            case "28P01", "28000" ->
                "refuses user '%s' (%s); see %s.user and %3$s.password"
                        .formatted(server.user(), said, server.section());
            case "3D000" ->
                "has no data base '%s'; make it with: createdb %1$s, or name another as HOST:PORT/DATABASE in %s"
                        .formatted(server.address().database(), server.place());
            case "42501" -> "refuses it (%s); give user '%s' that right".formatted(said, server.user());
            case "53100", "53200", "53300" ->
                "has no room (%s); see to its disk and its number of connections".formatted(said);
            case "25006" ->
                "only answers questions, as it is a copy (%s); name the primary in %s".formatted(said, server.place());
            default -> "failed: " + said;
        };
    }

    /** Whether there was no answer in time. */
    public boolean late() {
        return late;
    }

    /** Whether the connection is gone, or never came about. */
    public boolean gone() {
        return state.startsWith("08") || state.startsWith("57P");
    }

    /** Whether a table is not there, or not there any more. */
    public boolean noTable() {
        return state.equals("42P01");
    }

    /** Whether another holds a lock that was not waited for. */
    public boolean locked() {
        return state.equals("55P03");
    }

    /** Whether a file of the server is missing: that of an extension. */
    public boolean noFile() {
        return state.equals("58P01") || state.equals("0A000");
    }

    /** Whether a right is missing. */
    public boolean noRight() {
        return state.equals("42501");
    }
}
