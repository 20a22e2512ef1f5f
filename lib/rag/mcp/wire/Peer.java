package rag.mcp.wire;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.text.Texts;

/** The client of one request, and the way to it while the request runs. One for each generation of the protocol. */
interface Peer {

    int LONGEST_NAME = 200;

    /** "name/version"; empty if the client did not say. */
    String client();

    String protocolVersion();

    /** "stdio" or "http". */
    String transport();

    Ticket ticket();

    Map<String, Object> capabilities();

    /** Sends a notification that belongs to this request. */
    void notify(String method, Map<String, Object> parameters);

    /** Whether the client wants log lines of this level. */
    boolean logs(String level);

    Map<String, Object> ask(String key, String method, Map<String, Object> parameters);

    Map<String, Object> inputs();

    @Nullable
    String state();

    static String name(Map<String, Object> clientInfo) {
        if (!(clientInfo.get("name") instanceof String name)) return "";
        var whole = clientInfo.get("version") instanceof String version ? name + "/" + version : name;
        var seen = Texts.visible(whole).replaceAll("\\s+", " ");
        return seen.length() <= LONGEST_NAME ? seen : Texts.cut(seen, LONGEST_NAME);
    }
}
