package rag.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import rag.engine.Engine;
import rag.engine.Jobs;
import rag.mcp.wire.BadParameters;
import rag.mcp.wire.Call;

/** One call of a tool as the tool sees it: its arguments by their types, and what it works with. */
final class Visit {

    private final Call call;
    private final Opening opening;
    private final Supplier<Jobs> jobs;
    private String traceId = "";
    private String missing = "";

    Visit(Call call, Opening opening, Supplier<Jobs> jobs) {
        this.call = call;
        this.opening = opening;
        this.jobs = jobs;
    }

    Call call() {
        return call;
    }

    /** Waits for it to open; a client that has to wait for long hears so. */
    Engine engine() {
        return opening.get(call);
    }

    Jobs jobs() {
        return jobs.get();
    }

    boolean has(String name) {
        return call.arguments().get(name) != null;
    }

    /** @throws IllegalStateException when it is missing: the schema says that it is required */
    String text(String name) {
        return text(name, null);
    }

    String text(String name, @Nullable String usual) {
        var value = optional(name);
        if (value != null) return value;
        if (usual == null) throw new IllegalStateException("argument " + name + " is missing");
        return usual;
    }

    @Nullable
    String optional(String name) {
        return call.arguments().get(name) instanceof String text ? text : null;
    }

    int whole(String name, int usual) {
        return call.arguments().get(name) instanceof Number number ? number.intValue() : usual;
    }

    boolean flag(String name, boolean usual) {
        return call.arguments().get(name) instanceof Boolean flag ? flag : usual;
    }

    /** A list of texts. */
    List<String> strings(String name, List<String> usual) {
        return call.arguments().get(name) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : usual;
    }

    Map<String, Object> map(String name) {
        var map = new LinkedHashMap<String, Object>();
        if (call.arguments().get(name) instanceof Map<?, ?> given)
            given.forEach((key, value) -> map.put("" + key, value));
        return map;
    }

    /**
     * Refuses arguments that nothing would be done with.
     *
     * @param choice the argument by which the client chose what the tool does
     * @param takes which others belong to what it chose
     */
    void refuseIdle(String choice, String chosen, List<String> takes) {
        var idle = call.arguments().keySet().stream()
                .filter(name -> !name.equals(choice) && !takes.contains(name) && has(name))
                .toList();
        if (idle.isEmpty()) return;
        throw new BadParameters("%s %s takes no %s, %s"
                .formatted(
                        choice,
                        chosen,
                        String.join(", ", idle),
                        takes.isEmpty() ? "and no other argument" : "only " + String.join(", ", takes)));
    }

    Map<String, String> about(String tool) {
        return about(call, tool);
    }

    /** What a trace says of who asked. @param tool the tool or prompt that was called */
    static Map<String, String> about(Call call, String tool) {
        var about = new LinkedHashMap<String, String>();
        about.put("origin", "mcp");
        about.put("tool", tool);
        about.put("client", call.client());
        about.put("protocol_version", call.protocolVersion());
        about.put("transport", call.transport());
        return about;
    }

    void traced(String id) {
        traceId = id;
    }

    String traceId() {
        return traceId;
    }

    /** What the answer lacks that it should have, for the log of calls. */
    void said(List<String> missing) {
        this.missing = String.join("; ", missing);
    }

    String missing() {
        return missing;
    }
}
