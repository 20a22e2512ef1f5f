package rag.web;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import rag.eval.Comparison;
import rag.eval.EvalHistory;
import rag.eval.EvaluationReport;
import rag.eval.GoldenReader;
import rag.eval.GoldenSet;
import rag.model.Failure;
import rag.model.Query;

/** Evaluations: run, listed, shown case by case, and compared. */
final class Evaluations {

    private static final int RUNS = 15;
    private static final int CASES = 25;
    private static final int HISTORY = 2000;
    private static final int COLUMNS = 3;

    private final Site site;
    private final EvaluationRun run;
    private final GoldenCases cases;

    Evaluations(Site site, EvaluationRun run, GoldenCases cases) {
        this.site = site;
        this.run = run;
        this.cases = cases;
    }

    private List<EvaluationReport> history() {
        return EvalHistory.of(site.engine().settings()).read(HISTORY);
    }

    void list(Context ctx) {
        var params = new Params(ctx);
        var all = history();
        var text = params.text("text");
        var lower = text.toLowerCase(Locale.ROOT);
        var found = all.stream()
                .filter(report -> text.isEmpty()
                        || report.id().equals(text)
                        || report.testSet().toLowerCase(Locale.ROOT).contains(lower)
                        || report.collection().toLowerCase(Locale.ROOT).contains(lower))
                .toList();
        var paging = new Paging(params.page(), RUNS, found.size(), Url.of(ctx));
        var shown = found.subList(paging.from(), paging.to());
        var keys = keys(shown);
        var key = params.text("metric").isEmpty() && !keys.isEmpty() ? keys.getFirst() : params.text("metric");
        var model = new LinkedHashMap<String, Object>();
        model.put("runs", shown);
        model.put("paging", paging);
        model.put("text", text);
        model.put("keys", keys);
        model.put("shownKeys", shown(keys, key));
        model.put("metric", key);
        model.put("trend", Trend.of(found, key));
        model.put("means", means(shown));
        model.put("collections", TraceList.collections(site));
        model.put("usual", site.engine().settings().vectorStore().collectionName());
        model.put("mineFault", "");
        try {
            model.put("mine", mine());
        } catch (Failure e) { // what was measured before can be looked at all the same
            model.put("mine", List.of());
            model.put("mineFault", Failure.words(e));
        }
        model.put("mineFile", cases.file());
        model.put("set", params.text("set"));
        model.put("run", run.state());
        model.put("judge", site.engine().settings().llm().provider());
        site.show(ctx, "evaluation", model);
    }

    private List<GoldenSet.Case> mine() {
        return cases.exists() ? GoldenReader.read(cases.file()).cases() : List.of();
    }

    private static List<String> keys(List<EvaluationReport> reports) {
        var keys = new LinkedHashSet<String>();
        for (var report : reports) for (var metric : report.metrics()) keys.add(metric.key());
        return List.copyOf(keys);
    }

    /** The chosen measure first, then some others. */
    private static List<String> shown(List<String> keys, String chosen) {
        var shown = new LinkedHashSet<String>();
        if (!chosen.isEmpty()) shown.add(chosen);
        shown.addAll(keys);
        return shown.stream().limit(COLUMNS).toList();
    }

    /** Means by run and metric. */
    private static Map<String, Map<String, Double>> means(List<EvaluationReport> reports) {
        var means = new LinkedHashMap<String, Map<String, Double>>();
        for (var report : reports) {
            var of = new LinkedHashMap<String, Double>();
            for (var metric : report.metrics()) if (metric.mean() != null) of.put(metric.key(), metric.mean());
            means.put(report.id(), of);
        }
        return means;
    }

    void start(Context ctx) {
        site.guard().checkToken(ctx);
        var params = new Params(ctx);
        boolean own = params.text("set").equals("mine");
        if (own && !cases.exists()) {
            throw new Failure(
                    "there is no case of your own yet: ask a question, mark the hits that answer it, make a case");
        }
        var collection = params.text("collection");
        run.start(
                own ? cases.file() : null,
                collection.isEmpty() ? site.engine().settings().vectorStore().collectionName() : collection,
                params.number("top_k", 10, 1, Query.MAX_TOP_K));
        ctx.redirect("/evaluation#run", HttpStatus.SEE_OTHER);
    }

    void show(Context ctx) {
        var report = report(ctx.pathParam("id"));
        var params = new Params(ctx);
        var keys = keys(List.of(report));
        var key = params.text("metric").isEmpty() && !keys.isEmpty() ? keys.getFirst() : params.text("metric");
        var text = params.text("text").toLowerCase(Locale.ROOT);
        var sorted = report.cases().stream()
                .filter(c -> text.isEmpty()
                        || c.id().toLowerCase(Locale.ROOT).contains(text)
                        || c.query().toLowerCase(Locale.ROOT).contains(text))
                .sorted(java.util.Comparator.comparingDouble(c -> c.scores().getOrDefault(key, 2.0)))
                .toList();
        var paging = new Paging(params.page(), CASES, sorted.size(), Url.of(ctx));
        var model = new LinkedHashMap<String, Object>();
        model.put("report", report);
        model.put("cases", sorted.subList(paging.from(), paging.to()));
        model.put("paging", paging);
        model.put("keys", keys);
        model.put("metric", key);
        model.put("text", params.text("text"));
        model.put(
                "others",
                history().stream()
                        .filter(r -> !r.id().equals(report.id()))
                        .limit(30)
                        .toList());
        site.show(ctx, "run", model);
    }

    private EvaluationReport report(String id) {
        return history().stream()
                .filter(report -> report.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new NotFoundResponse("There is no evaluation run " + id + "."));
    }

    void compare(Context ctx) {
        var ids = ctx.queryParams("run").stream().filter(id -> !id.isBlank()).toList();
        if (ids.size() != 2) throw new Failure("mark two runs to compare, not " + ids.size());
        var both = new ArrayList<>(List.of(report(ids.getFirst()), report(ids.getLast())));
        both.sort(java.util.Comparator.comparing(EvaluationReport::startedAt));
        var before = both.getFirst();
        var after = both.getLast();
        var comparison = Comparison.of(before, after);
        var key = new Params(ctx).text("metric");
        var chosen = comparison.metrics().stream()
                .filter(d -> d.key().equals(key))
                .findFirst()
                .orElse(comparison.metrics().getFirst());
        var model = new LinkedHashMap<String, Object>();
        model.put("before", before);
        model.put("after", after);
        model.put("comparison", comparison);
        model.put("chosen", chosen);
        model.put("wins", pairs(before, after, chosen.wins(), chosen.key()));
        model.put("losses", pairs(before, after, chosen.losses(), chosen.key()));
        site.show(ctx, "runs", model);
    }

    /** A case that one run does better than the other. */
    record Pair(String id, String query, double before, double after) {}

    private static List<Pair> pairs(EvaluationReport before, EvaluationReport after, List<String> ids, String key) {
        var then = byId(before);
        var now = byId(after);
        return ids.stream()
                .filter(id -> then.containsKey(id) && now.containsKey(id))
                .map(id -> {
                    var one = Objects.requireNonNull(now.get(id));
                    double was = Objects.requireNonNull(then.get(id)).scores().getOrDefault(key, Double.NaN);
                    return new Pair(id, one.query(), was, one.scores().getOrDefault(key, Double.NaN));
                })
                .toList();
    }

    private static Map<String, EvaluationReport.CaseReport> byId(EvaluationReport report) {
        var byId = new LinkedHashMap<String, EvaluationReport.CaseReport>();
        for (var one : report.cases()) byId.put(one.id(), one);
        return byId;
    }
}
