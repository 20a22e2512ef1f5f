package rag.web;

import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import rag.text.Quantiles;
import rag.trace.ToolCalls;

/** What assistants do: the tool calls of all server processes. */
final class Calls {

    private static final int ALL = 50_000;
    private static final int SIZE = 25;
    private static final int TAIL = 12;
    private static final int MINUTES = 60;

    private final Site site;
    private final ToolCalls log;

    Calls(Site site) {
        this.site = site;
        this.log = new ToolCalls(site.engine().settings().observability().traceFile());
    }

    /** Calls of one tool. */
    record Tool(String name, int calls, int refused, int failed, double median, double p95, String last) {}

    /** A process that served. @param alive whether it still runs on this machine */
    record Server(long pid, boolean alive, String client, String transport, int calls, String last) {}

    void show(Context ctx) throws IOException {
        var params = new Params(ctx);
        var page = log.read(ALL, entry -> true);
        var all = page.values();
        var found = all.stream()
                .filter(e -> fits(e.tool(), params.text("tool")) && fits(e.status(), params.text("status")))
                .filter(e -> holds(e, params.text("text").toLowerCase(Locale.ROOT)))
                .toList();
        var paging = new Paging(params.page(), SIZE, found.size(), Url.of(ctx));
        var model = new LinkedHashMap<String, Object>();
        model.put("all", all.size());
        model.put("unreadable", page.unreadable());
        model.put("calls", found.subList(paging.from(), paging.to()));
        model.put("paging", paging);
        model.put("tools", tools(all));
        model.put("servers", servers(all));
        model.put("minutes", minutes(all));
        model.put("failures", all.stream().filter(e -> !e.status().equals("ok")).count());
        for (var name : List.of("tool", "status", "text")) model.put(name, params.text(name));
        model.put("tail", all.subList(0, Math.min(TAIL, all.size())));
        site.show(ctx, "mcp", model);
    }

    /** The newest calls, for a page that stays open. */
    void tail(Context ctx) throws IOException {
        ctx.html(site.text("tail", Map.of("tail", log.read(TAIL, entry -> true).values())));
    }

    private static boolean fits(String value, String wanted) {
        return wanted.isEmpty() || value.equals(wanted);
    }

    private static boolean holds(ToolCalls.Entry entry, String text) {
        return text.isEmpty()
                || (entry.client() + " " + entry.error() + " " + entry.tool() + " " + entry.pid())
                        .toLowerCase(Locale.ROOT)
                        .contains(text);
    }

    private static List<Tool> tools(List<ToolCalls.Entry> newestFirst) {
        var byName = new TreeMap<String, List<ToolCalls.Entry>>();
        for (var entry : newestFirst)
            byName.computeIfAbsent(entry.tool(), t -> new ArrayList<>()).add(entry);
        var tools = new ArrayList<Tool>();
        byName.forEach((name, calls) -> {
            var times = calls.stream().map(ToolCalls.Entry::elapsedMs).sorted().toList();
            tools.add(new Tool(
                    name,
                    calls.size(),
                    count(calls, "refused"),
                    count(calls, "failed"),
                    Quantiles.at(times, 0.5),
                    Quantiles.at(times, 0.95),
                    calls.getFirst().time()));
        });
        return tools;
    }

    private static int count(List<ToolCalls.Entry> calls, String status) {
        return (int) calls.stream().filter(e -> e.status().equals(status)).count();
    }

    private static List<Server> servers(List<ToolCalls.Entry> newestFirst) {
        var byPid = new LinkedHashMap<Long, List<ToolCalls.Entry>>();
        for (var entry : newestFirst)
            byPid.computeIfAbsent(entry.pid(), p -> new ArrayList<>()).add(entry);
        var servers = new ArrayList<Server>();
        byPid.forEach((pid, calls) -> servers.add(new Server(
                pid,
                ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false),
                calls.getFirst().client(),
                calls.getFirst().transport(),
                calls.size(),
                calls.getFirst().time())));
        return servers.subList(0, Math.min(10, servers.size()));
    }

    /** Calls a minute. @param height in percent of the busiest minute */
    record Minute(int calls, int bad, double height, double badHeight) {}

    /** The last hour, oldest first. */
    private List<Minute> minutes(List<ToolCalls.Entry> newestFirst) {
        var now = site.engine().clock().instant();
        int[] calls = new int[MINUTES], bad = new int[MINUTES];
        for (var entry : newestFirst) {
            long ago = Duration.between(Instant.parse(entry.time()), now).toMinutes();
            if (ago >= MINUTES) break;
            int at = MINUTES - 1 - (int) Math.max(0, ago);
            calls[at]++;
            if (!entry.status().equals("ok")) bad[at]++;
        }
        int most = 1;
        for (int n : calls) most = Math.max(most, n);
        var minutes = new ArrayList<Minute>();
        for (int i = 0; i < MINUTES; i++)
            minutes.add(new Minute(calls[i], bad[i], 100.0 * calls[i] / most, 100.0 * bad[i] / most));
        return minutes;
    }
}
