package rag.eval;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import rag.config.Command;
import rag.engine.Engine;
import rag.engine.Maintenance;
import rag.engine.Progress;
import rag.model.Failure;

/**
 * Runs a test set: asks every case, lets the evaluators measure, sums up. A script, a page or a test calls {@link #run}.
 */
public final class Evaluation {

    private final Engine engine;
    private final Progress progress;
    private final Consumer<String> said;

    /** @param said hears what a person should know before long work begins */
    public Evaluation(Engine engine, Progress progress, Consumer<String> said) {
        this.engine = engine;
        this.progress = progress;
        this.said = said;
    }

    /** A report with the rankings it was made from, which a run file is written of. */
    public record Outcome(EvaluationReport report, Map<Level, Rankings> rankings) {}

    /** Rankings and grades of a level by case. */
    public record Rankings(Map<String, List<String>> names, Map<String, Map<String, Integer>> grades) {}

    /** @throws Failure when the set does not fit the collection, or no case could be asked */
    public Outcome run(EvaluationRequest request) {
        long start = System.nanoTime();
        var startedAt = engine.clock().instant();
        fill(request);
        var wanted = request.metrics().isEmpty() ? ofSettings() : request.metrics();
        var asked = new EvaluationRequest(
                request.testSet(),
                request.collection(),
                request.topK(),
                wanted,
                request.backends(),
                request.model(),
                request.maxJudgeCalls());
        try (var backends = backends(asked, !request.metrics().isEmpty());
                var search = new CaseSearch(
                        engine,
                        asked.testSet(),
                        asked.collection(),
                        asked.collection(),
                        asked.depth(),
                        backends.readsTexts())) {
            var tally = new Tally(asked, backends);
            ask(asked, search, tally);
            tally.judge(progress, said);
            return tally.outcome(engine, search, startedAt, (System.nanoTime() - start) / 1e6);
        }
    }

    /** Puts a test collection's documents into the collection. */
    private void fill(EvaluationRequest request) {
        var corpus = request.testSet().corpus();
        if (corpus != null) BeirIndex.build(engine, request.collection(), corpus, progress);
        else refuseMissing(engine, request.testSet(), request.collection());
    }

    /** @throws Failure when the shipped set is to be asked and its documents were never brought in; names the command */
    public static void refuseMissing(Engine engine, TestSet set, String collection) {
        if (!set.isShipped() || !builtWith(engine, collection).isEmpty()) return;
        throw new Failure(
                "there is no collection '%s' yet; the shipped questions are over the example documents, bring them in with: %s"
                        .formatted(collection, Command.of("ingest", "-c", collection, "examples/documents")));
    }

    /** The name of a collection that a test collection's documents go into for a while. */
    public static String temporary(TestSet set) {
        var name = "evaluation-" + set.golden().name().replaceAll("[^\\p{L}\\p{Nd}_-]", "-");
        return name.length() > 60 ? name.substring(0, 60) : name;
    }

    /** Removes what {@link #run} put in for a test collection. */
    public void remove(String collection) {
        new Maintenance(engine, Duration.ofMinutes(1), "evaluation").clear(collection);
    }

    private List<MetricName> ofSettings() {
        return engine.settings().evaluation().metrics().stream()
                .map(MetricName::parse)
                .toList();
    }

    private Backends backends(EvaluationRequest request, boolean strict) {
        var evaluation = engine.settings().evaluation();
        var names = !request.backends().isEmpty()
                ? request.backends()
                : evaluation.provider().equals("composite") ? evaluation.backends() : List.of(evaluation.provider());
        var parts = new EvaluatorProvider.Parts(
                engine.settings(),
                engine.data(),
                request.model(),
                texts -> embed(request.collection(), texts),
                request.maxJudgeCalls());
        return Backends.open(Backends.providers(), names, request.metrics(), strict, parts);
    }

    private List<float[]> embed(String collection, List<String> texts) {
        try {
            var built = engine.store().fingerprint(collection);
            var embedder =
                    engine.embedder(collection, built.orElseThrow(() -> new Failure("no collection " + collection)));
            return texts.stream().map(embedder::query).toList();
        } catch (java.io.IOException e) {
            throw new Failure("collection '" + collection + "' can't be read: " + e.getMessage(), e);
        }
    }

    private void ask(EvaluationRequest request, CaseSearch search, Tally tally) {
        var cases = request.testSet().golden().cases();
        cases.stream().filter(c -> !c.query().isBlank()).findFirst().ifPresent(search::run); // loads the model
        int failed = 0;
        for (int i = 0; i < cases.size(); i++) {
            var run = search.run(cases.get(i));
            if (!run.error().isEmpty()) failed++;
            tally.add(run, search.measurable(cases.get(i)));
            progress.at("search", i + 1, cases.size());
        }
        if (failed == cases.size()) {
            throw new Failure("no case could be asked: " + tally.firstError());
        }
    }

    /** @return a short name for a run */
    static String newId() {
        return UUID.randomUUID().toString().substring(0, 8);
    }

    static Map<String, Object> settings(Engine engine) {
        var shown = engine.settings().shown();
        var kept = new LinkedHashMap<String, Object>();
        for (var section : List.of("retrieval", "rerank")) {
            Optional.ofNullable(shown.get(section)).ifPresent(value -> kept.put(section, value));
        }
        return kept;
    }

    static String builtWith(Engine engine, String collection) {
        try {
            return engine.store()
                    .fingerprint(collection)
                    .map(print -> print + ", splitter " + print.splitter())
                    .orElse("");
        } catch (java.io.IOException e) {
            throw new Failure("collection '" + collection + "' can't be read: " + e.getMessage(), e);
        }
    }
}
