package rag.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rag.config.Nearest;
import rag.config.Plugin;
import rag.model.Failure;

/**
 * The evaluators of a run, each with its own part of the list of metrics. One that can't be opened, or throws, costs its own
 * metrics: the others' numbers stand.
 */
final class Backends implements AutoCloseable {

    private static final List<String> OURS = List.of("custom", "ragas");

    /** An evaluator at work. @param error why it can't work, "" when it can */
    private record Backend(String name, @Nullable Evaluator evaluator, List<MetricName> metrics, String error) {}

    private final List<Backend> backends = new ArrayList<>();

    private Backends() {}

    /** All that are to be had, by name: ours, and those of jars on the class path. */
    static Map<String, EvaluatorProvider> providers() {
        var providers = new LinkedHashMap<String, EvaluatorProvider>();
        providers.put("custom", provider("custom", parts -> new RankingMetrics()));
        providers.put("ragas", provider("ragas", Ragas::new));
        for (var found : Plugin.all(EvaluatorProvider.class)) providers.putIfAbsent(found.name(), found);
        return providers;
    }

    private interface Opening {
        Evaluator open(EvaluatorProvider.Parts parts);
    }

    static EvaluatorProvider provider(String name, Opening opening) {
        return new EvaluatorProvider() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Evaluator open(Parts parts) {
                return opening.open(parts);
            }
        };
    }

    /**
     * @param names evaluators to open
     * @param strict whether a metric that none of them measures is a mistake: the user has asked for it by name
     */
    static Backends open(
            Map<String, EvaluatorProvider> providers,
            List<String> names,
            List<MetricName> metrics,
            boolean strict,
            EvaluatorProvider.Parts parts) {
        var backends = new Backends();
        var known = new LinkedHashSet<String>();
        for (var name : names) {
            var provider = providers.get(name);
            if (provider == null) throw new Failure(unknown("evaluator", name, providers.keySet()));
            backends.add(provider, metrics, known, parts);
        }
        for (var b : backends.backends) b.metrics().forEach(metric -> refuseDepth(b, metric));
        for (var metric : metrics) {
            if (strict && !known.contains(metric.name())) throw new Failure(unknown("metric", metric.name(), known));
        }
        return backends;
    }

    private static void refuseDepth(Backend backend, MetricName metric) {
        if (metric.k() > 0 && backend.evaluator() instanceof Ragas)
            throw new Failure("%s looks at the answer's own passages and takes no depth: write %s without @%d"
                    .formatted(metric.name(), metric.name(), metric.k()));
    }

    private void add(
            EvaluatorProvider provider, List<MetricName> metrics, Set<String> known, EvaluatorProvider.Parts parts) {
        try {
            var evaluator = provider.open(parts);
            var own = metrics.stream()
                    .filter(metric -> evaluator.metrics().contains(metric.name()) && !known.contains(metric.name()))
                    .toList();
            // The settings know no names of metrics but ours: what a jar brings is measured whole unless some are
            // named.
            boolean all = own.isEmpty() && !OURS.contains(provider.name());
            var measured =
                    all ? evaluator.metrics().stream().map(MetricName::parse).toList() : own;
            known.addAll(evaluator.metrics());
            backends.add(new Backend(provider.name(), evaluator, measured, ""));
        } catch (RuntimeException e) {
            backends.add(new Backend(provider.name(), null, List.of(), Failure.words(e)));
        }
    }

    private static String unknown(String what, String name, Set<String> known) {
        var near = Nearest.to(name, known);
        return "no %s %s%s; there are: %s"
                .formatted(
                        what,
                        name,
                        near.isPresent() ? " (did you mean " + near.get() + "?)" : "",
                        String.join(", ", known));
    }

    boolean waits() {
        return backends.stream()
                .anyMatch(b -> b.evaluator() != null
                        && b.evaluator().waits()
                        && !b.metrics().isEmpty());
    }

    boolean readsTexts() {
        return backends.stream()
                .anyMatch(b -> b.evaluator() != null
                        && b.evaluator().readsTexts()
                        && !b.metrics().isEmpty());
    }

    int forecast(List<CaseRun> runs, int topK) {
        int calls = 0;
        for (var b : backends) if (b.evaluator() != null) calls += b.evaluator().forecast(runs, b.metrics(), topK);
        return calls;
    }

    /** Calls of the model that were made. */
    int calls() {
        int calls = 0;
        for (var b : backends) if (b.evaluator() != null) calls += b.evaluator().calls();
        return calls;
    }

    List<Score> evaluate(CaseRun run, int topK) {
        var scores = new ArrayList<Score>();
        for (var b : backends) {
            if (b.evaluator() == null || b.metrics().isEmpty()) continue;
            try {
                scores.addAll(b.evaluator().evaluate(run, b.metrics(), topK));
            } catch (RuntimeException e) {
                for (var metric : b.metrics()) scores.add(Score.failed(metric.name(), null, Failure.words(e)));
            }
        }
        return scores;
    }

    /** Every backend with what is wrong with it, "" when nothing is. */
    Map<String, String> states() {
        var states = new LinkedHashMap<String, String>();
        for (var b : backends) states.put(b.name(), b.error());
        return states;
    }

    List<String> notes() {
        var notes = new ArrayList<String>();
        for (var b : backends) {
            if (!b.error().isEmpty()) notes.add(b.name() + " can't measure: " + b.error());
            if (b.evaluator() != null && !b.metrics().isEmpty())
                notes.addAll(b.evaluator().notes());
        }
        return notes;
    }

    @Override
    public void close() {
        for (var b : backends) if (b.evaluator() != null) b.evaluator().close();
    }
}
