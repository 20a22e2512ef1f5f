package rag.mcp;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import rag.config.Json;
import rag.engine.Engine;
import rag.engine.Jobs;
import rag.mcp.wire.BadParameters;
import rag.mcp.wire.Call;
import rag.mcp.wire.Stop;
import rag.model.Failure;
import rag.model.Ids;
import rag.text.Texts;
import rag.trace.ToolCalls;

/** Runs a tool, and leaves one line in the log of calls, however it ends. */
final class Recorded {

    /** What a client writes into the log with a call at most, in characters, for each of its words. */
    private static final int LONGEST = 500;

    private final Tool tool;
    private final Opening opening;
    private final Supplier<Jobs> jobs;

    Recorded(Tool tool, Opening opening, Supplier<Jobs> jobs) {
        this.tool = tool;
        this.opening = opening;
        this.jobs = jobs;
    }

    Map<String, Object> call(Call call) throws Exception {
        var started = Instant.now();
        long start = System.nanoTime();
        var engine = opening.get(call);
        var visit = new Visit(call, opening, jobs);
        String status = "ok", error = "";
        try {
            var result = answer(visit);
            error = visit.missing();
            if (result.error()) {
                status = "refused";
                error = result.text().lines().findFirst().orElse("");
            }
            return result.json();
        } catch (Exception e) {
            boolean mend = e instanceof Failure || e instanceof BadParameters;
            status = e instanceof CancellationException || call.cancelled() ? "cancelled" : mend ? "refused" : "failed";
            error = mend ? "" + e.getMessage() : "" + e;
            throw e;
        } finally {
            double elapsed = Math.round((System.nanoTime() - start) / 1e3) / 1e3;
            if (call.stopped() == Stop.OVERDUE) { // the client has had that for an answer, whatever came of the work
                status = "failed";
                error = "timeout: the call took too long and was stopped";
            }
            write(engine, started, call, tool.told().name(), status, elapsed, visit.traceId(), error);
        }
    }

    /** A call that did not reach its tool; does not wait for the engine, whose settings say where the log is. */
    static void refused(Opening opening, String tool, Call call, String problem) {
        var started = Instant.now();
        opening.whenOpen(engine -> write(engine, started, call, Texts.cut(tool, LONGEST), "refused", 0, "", problem));
    }

    private static void write(
            Engine engine,
            Instant started,
            Call call,
            String tool,
            String status,
            double elapsedMs,
            String traceId,
            String error) {
        if (!engine.settings().observability().traceEnabled()) return;
        var entry = new ToolCalls.Entry(
                started.toString(),
                ProcessHandle.current().pid(),
                call.client(),
                call.protocolVersion(),
                call.transport(),
                Quoted.line(tool),
                status,
                elapsedMs,
                digest(call.arguments()),
                traceId,
                Texts.cut(error, LONGEST));
        new ToolCalls(engine.settings().observability().traceFile()).append(entry);
    }

    private Result answer(Visit visit) throws Exception {
        try {
            return tool.answer(visit);
        } catch (SelectCollection e) {
            var result = e.result();
            return tool.told().output() == null
                    ? Result.text(result.text(), List.of()).asError()
                    : result;
        }
    }

    private static String digest(Map<String, Object> arguments) {
        var sorted = Json.line(new TreeMap<>(arguments));
        return Ids.sha256(sorted.getBytes(StandardCharsets.UTF_8)).substring(0, 16);
    }
}
