package rag.eval;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import rag.config.Secrets;
import rag.engine.Engine;
import rag.engine.Progress;
import rag.eval.ExperimentReport.Case;
import rag.eval.ExperimentReport.Cost;
import rag.eval.ExperimentReport.Index;
import rag.eval.ExperimentReport.Result;
import rag.model.Failure;
import rag.text.Counted;

/** Tries variants on the same cases, one after another, and remembers every case it has done. */
public final class Experiment {

    private final Function<Map<String, String>, Engine> opening;
    private final Progress progress;
    private final Consumer<String> said;

    /** @param opening an engine whose settings are changed so; the experiment closes it */
    public Experiment(Function<Map<String, String>, Engine> opening, Progress progress, Consumer<String> said) {
        this.opening = opening;
        this.progress = progress;
        this.said = said;
    }

    /** @throws Failure when no variant could be tried */
    public ExperimentReport run(ExperimentRequest request) {
        try (var engine = opening.apply(Map.of())) {
            var startedAt = engine.clock().instant();
            var index = new VariantIndex(request, engine.settings(), progress, said);
            var built = new HashMap<String, Double>();
            var used = new LinkedHashSet<String>();
            var results = new ArrayList<Result>();
            for (var variant : request.variants()) {
                results.add(tried(request, variant.completed(engine.settings()), index, built, used));
            }
            if (results.stream().noneMatch(r -> r.error().isEmpty())) {
                throw new Failure(
                        "no variant could be tried: " + results.getFirst().error());
            }
            for (var name : used) if (index.isTemporary(name)) VariantIndex.remove(engine, name);
            return new ExperimentReport(
                    Evaluation.newId(),
                    startedAt.toString(),
                    request.testSet().golden().name(),
                    request.testSet().golden().version(),
                    request.testSet().golden().hash(),
                    request.testSet().golden().cases().size(),
                    request.collection(),
                    request.topK(),
                    request.repeat(),
                    machine(),
                    primary(results),
                    compared(results),
                    request.testSet().golden().warnings());
        }
    }

    /** A variant that can't be tried costs itself alone. */
    private Result tried(
            ExperimentRequest request,
            Variant variant,
            VariantIndex index,
            Map<String, Double> built,
            Set<String> used) {
        said.accept(variant.name() + " …");
        try (var engine = opening.apply(variant.settings())) {
            var name = index.name(engine.settings());
            used.add(name);
            if (!built.containsKey(name)) built.put(name, index.build(engine, name));
            try (var search =
                    new CaseSearch(engine, request.testSet(), name, request.collection(), request.depth(), false)) {
                var cases = cases(request, variant, engine, name, search);
                if (cases.stream().noneMatch(one -> one.error().isEmpty()))
                    throw new Failure(
                            "no case was answered: " + cases.getFirst().error());
                return new Result(
                        variant.name(),
                        variant.shown(),
                        "",
                        new Index(
                                name,
                                Evaluation.builtWith(engine, name),
                                search.documents(),
                                search.chunks(),
                                Objects.requireNonNullElse(built.get(name), 0.0)),
                        summaries(request, cases),
                        latency(cases),
                        cost(cases),
                        List.of(),
                        cases);
            }
        } catch (Failure e) {
            return new Result(
                    variant.name(),
                    variant.shown(),
                    Secrets.mask(String.valueOf(e.getMessage())),
                    Index.NONE,
                    List.of(),
                    Map.of(),
                    new Cost(0, 0, 0),
                    List.of(),
                    List.of());
        }
    }

    private List<Case> cases(
            ExperimentRequest request, Variant variant, Engine engine, String collection, CaseSearch search) {
        var log = new ExperimentLog(request.output(), variant.name(), ExperimentKey.of(request, engine, collection));
        var tests = request.testSet().golden().cases();
        if (!log.done().isEmpty()) {
            said.accept("%s: %d of %s done before"
                    .formatted(variant.name(), log.done().size(), Counted.of(tests.size(), "case")));
        }
        boolean warm = false;
        int n = 0;
        for (var test : tests) {
            progress.at(variant.name(), ++n, tests.size());
            if (log.done().containsKey(test.id())) continue;
            if (!warm) search.run(test); // the first loads the model
            warm = true;
            log.add(ask(request, search, test));
        }
        var cases = tests.stream().map(test -> log.done().get(test.id())).toList();
        tell(variant, cases.stream().filter(one -> !one.isDone()).toList());
        return cases;
    }

    private void tell(Variant variant, List<Case> failed) {
        if (failed.isEmpty()) return;
        said.accept("%s: %s failed or lacked a stage, and will be asked again by the next run: %s"
                .formatted(
                        variant.name(),
                        Counted.of(failed.size(), "case"),
                        failed.getFirst().trouble()));
    }

    private static Case ask(ExperimentRequest request, CaseSearch search, GoldenSet.Case test) {
        var run = search.run(test);
        var ms = new ArrayList<>(List.of(run.elapsedMs()));
        var trouble = run.degraded();
        for (int i = 1; i < request.repeat(); i++) {
            var again = search.run(test);
            ms.add(again.elapsedMs());
            if (trouble.isEmpty()) trouble = again.error().isEmpty() ? again.degraded() : again.error();
        }
        var scores = new LinkedHashMap<String, Double>();
        for (var score : new RankingMetrics().evaluate(run, request.metrics(), request.topK())) {
            if (score.value() != null) scores.put(score.key(), score.value());
        }
        var first = run.hits().stream()
                .limit(3)
                .map(hit -> hit.chunk().source())
                .map(source -> source.substring(source.lastIndexOf('/') + 1))
                .toList();
        return new Case(test.id(), test.query(), scores, run.error(), ms, run.stages(), first, run.cost(), trouble);
    }

    private static List<MetricSummary> summaries(ExperimentRequest request, List<Case> cases) {
        var scores = new ArrayList<List<Score>>();
        for (var one : cases) {
            var ofCase = new ArrayList<Score>();
            for (var level : Level.values()) {
                for (var name : request.metrics()) {
                    var metric = name.name() + "@" + name.depth(request.topK());
                    var value = one.scores().get(level.key() + "/" + metric);
                    if (value != null) ofCase.add(Score.measured(metric, level, value));
                    else if (!one.error().isEmpty()) ofCase.add(Score.failed(metric, level, one.error()));
                    else ofCase.add(Score.notEvaluated(metric, level, "no truth"));
                }
            }
            scores.add(ofCase);
        }
        return MetricSummary.of(scores);
    }

    private static Map<String, Latency> latency(List<Case> cases) {
        var asked = cases.stream().filter(c -> c.error().isEmpty()).toList();
        return Latency.byStage(
                asked.stream().map(Case::stages).toList(),
                asked.stream().flatMap(c -> c.ms().stream()).toList());
    }

    private static Cost cost(List<Case> cases) {
        return new Cost(
                cases.stream().mapToLong(c -> c.cost().modelCalls()).sum(),
                cases.stream().mapToLong(c -> c.cost().promptTokens()).sum(),
                cases.stream().mapToLong(c -> c.cost().completionTokens()).sum());
    }

    /** nDCG at the finest level that was measured, else what stands first. */
    private static String primary(List<Result> results) {
        var keys = results.stream()
                .flatMap(r -> r.metrics().stream())
                .filter(m -> m.denominator() > 0)
                .map(MetricSummary::key)
                .toList();
        return keys.stream()
                .filter(key -> key.contains("ndcg"))
                .findFirst()
                .orElse(keys.isEmpty() ? "" : keys.getFirst());
    }

    /** Each with its differences from the first; p corrected for the number of variants. */
    private static List<Result> compared(List<Result> results) {
        var first =
                results.stream().filter(r -> r.error().isEmpty()).findFirst().orElse(results.getFirst());
        var keys = first.metrics().stream().map(MetricSummary::key).toList();
        var differences = new LinkedHashMap<String, List<Comparison.Difference>>();
        for (var result : results) {
            if (result == first || !result.error().isEmpty()) continue;
            differences.put(result.name(), Comparison.differences(keys, first.scores(), result.scores()));
        }
        var all = new ArrayList<Result>();
        for (var r : results) {
            var own = new ArrayList<Comparison.Difference>();
            for (var d : differences.getOrDefault(r.name(), List.of())) own.add(corrected(d, differences, r.name()));
            all.add(new Result(
                    r.name(), r.settings(), r.error(), r.index(), r.metrics(), r.latency(), r.cost(), own, r.cases()));
        }
        return all;
    }

    private static Comparison.Difference corrected(
            Comparison.Difference d, Map<String, List<Comparison.Difference>> all, String name) {
        var names = new ArrayList<String>();
        var p = new ArrayList<Double>();
        all.forEach((variant, list) -> list.stream()
                .filter(other -> other.key().equals(d.key()))
                .forEach(other -> {
                    names.add(variant);
                    p.add(other.p());
                }));
        var holm = Significance.holm(p.stream().mapToDouble(Double::doubleValue).toArray());
        return d.withHolm(holm[names.indexOf(name)]);
    }

    private static String machine() {
        return "%s %s, %d cores, Java %s"
                .formatted(
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"),
                        Runtime.getRuntime().availableProcessors(),
                        Runtime.version().feature());
    }
}
