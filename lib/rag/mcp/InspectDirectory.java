package rag.mcp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import rag.engine.Forecast;
import rag.engine.IngestRequest;
import rag.engine.Ingestion;
import rag.engine.Plan;
import rag.model.Failure;
import rag.text.Counted;

/** {@code inspect_directory}: what an ingestion of a folder would do. */
final class InspectDirectory implements Tool {

    private static final int MOST = 20;

    @Override
    public Told told() {
        var input = Schema.object()
                .text("path", "A file or folder, absolute, inside the folders that the server may read.", 4000)
                .text("collection", "To compare with. Default: the default one.", 64)
                .required("path");
        var kind = Schema.object()
                .text("ending", "")
                .whole("files", "")
                .whole("bytes", "")
                .required("ending", "files");
        var file = Schema.object()
                .text("source", "")
                .text("action", "")
                .text("reason", "")
                .whole("bytes", "")
                .required("source", "action");
        return new Told(
                "inspect_directory",
                "Inspect a folder",
                "Shows what index_documents would do with a folder, and changes nothing: files by ending and size,"
                        + " which are new, changed, unchanged, gone, too large or of a kind that is not read, about how"
                        + " long it would take and how many model calls.",
                input,
                SelectCollection.in(Schema.object()
                        .text("summary", "")
                        .text("path", "")
                        .text("collection", "")
                        .numbers("counts", "files by what would be done with them")
                        .whole("left_out", "files and folders left out by a pattern (ingestion.exclude)")
                        .whole("ignored_by_git", "files and folders that Git ignores in a working tree")
                        .whole("links", "links that are not followed")
                        .whole("passages", "about so many would be made")
                        .number("seconds", "about so long it would take")
                        .whole("llm_calls", "calls of the language model, about")
                        .whole("embedding_requests", "requests to an embedding service, about; none where it runs here")
                        .list("kinds", "by ending", kind)
                        .list("examples", "files that would not be read, and some that would", file)
                        .texts("notes", "")),
                Effects.NONE);
    }

    @Override
    public Result answer(Visit visit) {
        var engine = visit.engine();
        var path = Roots.inside(engine, visit.text("path"));
        var collection = new CollectionChoice(engine).oneToFill(visit.optional("collection"));
        var request =
                new IngestRequest(collection, List.of(path), false, false, false, Duration.ZERO, "mcp_server.java");
        var call = visit.call();
        var plan = new Ingestion(engine).plan(request, (stage, done, total) -> {
            if (call.cancelled()) throw new Failure("cancelled");
            if (done % 200 == 0) call.progress((double) done, (double) total, "comparing files with what is known");
        });
        long work = plan.items().stream().filter(item -> reads(item.action())).count();
        var forecast = Forecast.of(engine, plan);
        var worthShowing = plan.items().stream()
                .filter(item -> item.action() != Plan.Action.UNCHANGED)
                .sorted(Comparator.comparing(item -> reads(item.action())))
                .toList();
        var data = new LinkedHashMap<String, Object>();
        data.put(
                Facts.SUMMARY,
                plan.items().isEmpty()
                        ? "No file here."
                        : "%d of %s would be read; index_documents does it."
                                .formatted(work, Counted.of(plan.items().size(), "file")));
        data.put("path", Quoted.line(path.toString()));
        data.put("collection", collection);
        data.put("counts", counts(plan));
        data.put("left_out", plan.skipped());
        if (plan.ignored() > 0) data.put("ignored_by_git", plan.ignored());
        data.put("links", plan.links());
        if (forecast.files() > 0) {
            data.put("passages", forecast.passages());
            data.put("seconds", forecast.seconds());
            data.put("llm_calls", forecast.llmCalls());
            if (forecast.embeddingRequests() > 0) data.put("embedding_requests", forecast.embeddingRequests());
        }
        data.put("kinds", kinds(plan));
        data.put(
                "examples",
                worthShowing.stream().limit(MOST).map(InspectDirectory::row).toList());
        var notes = notes(worthShowing.size(), forecast);
        if (!notes.isEmpty()) data.put("notes", notes);
        return Result.of(data);
    }

    private static Map<String, Object> counts(Plan plan) {
        var counts = new LinkedHashMap<String, Object>();
        plan.counts().forEach((action, n) -> {
            if (n > 0) counts.put(action.key(), n);
        });
        return counts;
    }

    private static List<String> notes(int worthShowing, Forecast forecast) {
        var notes = new ArrayList<String>();
        if (worthShowing > MOST) notes.add("%d of %d files are shown".formatted(MOST, worthShowing));
        if (forecast.files() == 0) return notes;
        notes.add(
                forecast.measured()
                        ? "time and passages are estimates, from what earlier runs took"
                        : "time and passages are estimates by rules of thumb");
        if (forecast.captions()) notes.add("each new image is a call of the vision model beside");
        return notes;
    }

    private static boolean reads(Plan.Action action) {
        return switch (action) {
            case NEW, CHANGED, MOVED -> true;
            case METADATA, UNCHANGED, DELETED, UNSUPPORTED, TOO_LARGE, UNREADABLE -> false;
        };
    }

    private static Map<String, Object> row(Plan.Item item) {
        var row = new LinkedHashMap<String, Object>();
        row.put("source", Quoted.line(item.source()));
        row.put("action", item.action().key());
        if (!item.reason().isEmpty()) row.put("reason", Quoted.line(item.reason()));
        row.put("bytes", item.bytes());
        return row;
    }

    private static List<Map<String, Object>> kinds(Plan plan) {
        var kinds = new TreeMap<String, long[]>();
        for (var item : plan.items()) {
            var name = item.source().substring(item.source().lastIndexOf('/') + 1);
            int dot = name.lastIndexOf('.');
            var kind = kinds.computeIfAbsent(
                    dot < 1 ? "(none)" : name.substring(dot + 1).toLowerCase(Locale.ROOT), ending -> new long[2]);
            kind[0]++;
            kind[1] += item.bytes();
        }
        var rows = new ArrayList<Map<String, Object>>();
        kinds.forEach((ending, sums) -> {
            var row = new LinkedHashMap<String, Object>();
            row.put("ending", Quoted.line(ending));
            row.put("files", sums[0]);
            row.put("bytes", sums[1]);
            rows.add(row);
        });
        return rows;
    }
}
