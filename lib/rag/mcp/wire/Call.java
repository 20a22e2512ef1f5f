package rag.mcp.wire;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One call of a tool: what was asked, by whom, and the way back to the client while it runs. */
public interface Call {

    Map<String, Object> arguments();

    /** "name/version" of the client; empty if it did not say. */
    String client();

    /** The protocol revision spoken, as "2025-11-25". */
    String protocolVersion();

    /** "stdio" or "http". */
    String transport();

    /**
     * Tells the client how far the call has come, if it wants to know. Not for the moment before the answer: clients
     * take the last one for a stray.
     *
     * @throws java.util.concurrent.CancellationException if the work should end
     */
    void progress(double done, @Nullable Double total, String message);

    /** How long ago the call came in; it has waited for its turn since, and for what it needs. */
    Duration age();

    /** Why the work should end; null while it should go on. */
    @Nullable
    Stop stopped();

    /** Whether the work should end. To be looked at in every long loop. */
    default boolean cancelled() {
        return stopped() != null;
    }

    /** A line in the client's log; no more than the client has asked for arrives. */
    void log(String level, String text);

    /**
     * Asks the client (elicitation/create, sampling/createMessage, roots/list) and waits for its answer. In the
     * protocol without sessions the call ends here with {@link InputNeeded} and comes again with the answer.
     */
    Map<String, Object> ask(String key, String method, Map<String, Object> parameters);

    /** The answers that came with the call (protocol without sessions), by the key they were asked under. */
    Map<String, Object> inputs();

    /** The state handed out with {@link InputNeeded}, back unforged; null with the first call. */
    @Nullable
    String state();

    /** What the client says it can do. */
    Map<String, Object> capabilities();
}
