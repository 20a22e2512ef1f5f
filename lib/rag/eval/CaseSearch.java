package rag.eval;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.config.Command;
import rag.engine.DomainQuery;
import rag.engine.DomainSearch;
import rag.engine.Engine;
import rag.engine.Search;
import rag.eval.ExperimentReport.Cost;
import rag.model.Failure;
import rag.model.Query;
import rag.model.Verdict;

/** Asks the cases of a test set, and knows what each expects. */
final class CaseSearch implements AutoCloseable {

    private static final Cost NO_COST = new Cost(0, 0, 0);

    private final Engine engine;
    private final Search search;
    private final TestSet set;
    private final String collection;
    private final String index;
    private final int depth;
    private final boolean references;
    private final Map<String, TruthFinder> finders = new LinkedHashMap<>();
    private final Map<String, Truth> truths = new HashMap<>();
    private final List<Problem> problems = new ArrayList<>();

    /**
     * @param collection as cases call it, and where those are asked that name none
     * @param index what is searched in its place, by its rules all the same
     * @param references whether cases carry whole passages that answer them
     */
    CaseSearch(Engine engine, TestSet set, String collection, String index, int depth, boolean references) {
        this.engine = engine;
        this.search = new Search(engine);
        this.set = set;
        this.collection = collection;
        this.index = index;
        this.depth = depth;
        this.references = references && set.corpus() == null;
        // One that is not there is a mistake of the run; of a case that names it, a mistake of the case.
        if (set.golden().cases().stream().anyMatch(test -> test.collection() == null)) finder(index);
        for (var test : set.golden().cases()) truths.put(test.id(), set.corpus() == null ? truth(test) : judged(test));
        if (set.corpus() == null) refuseStrangeSet();
    }

    private TruthFinder finder(String name) {
        return finders.computeIfAbsent(name, n -> new TruthFinder(engine, n));
    }

    private String collectionOf(GoldenSet.Case test) {
        return test.collection() == null ? collection : test.collection();
    }

    private String indexOf(GoldenSet.Case test) {
        var named = collectionOf(test);
        return named.equals(collection) ? index : named;
    }

    private Truth truth(GoldenSet.Case test) {
        if (test.asOf() != null && engine.domain(collectionOf(test)).isEmpty())
            problems.add(new Problem(test.id(), "not_used", "as_of means something in a domain's collection only"));
        try {
            return finder(indexOf(test)).find(test);
        } catch (Failure e) {
            problems.add(new Problem(test.id(), "unknown_collection", String.valueOf(e.getMessage())));
            return Truth.NONE;
        }
    }

    private Truth judged(GoldenSet.Case test) {
        int prefix = set.golden().name().length() + 1;
        return Truth.of(
                Map.of(Level.SOURCE, test.sources()), Map.of(Level.SOURCE, passage -> own(passage.source(), prefix)));
    }

    /** The collection may hold other documents too. */
    private List<String> own(String source, int prefix) {
        return source.startsWith(set.golden().name() + ":") ? List.of(source.substring(prefix)) : List.of();
    }

    /** A set that nothing fits was made for another collection. */
    private void refuseStrangeSet() {
        boolean wanted = set.golden().cases().stream().anyMatch(GoldenSet.Case::hasTruth);
        boolean any = truths.values().stream()
                .anyMatch(t -> java.util.Arrays.stream(Level.values()).anyMatch(t::measures));
        if (!wanted || any) return;
        var first = problems().getFirst();
        throw new Failure("collection '%s' holds nothing that the test set '%s' expects (%s); %s"
                .formatted(
                        collection,
                        set.golden().name(),
                        first.what(),
                        set.isShipped()
                                ? "it is over the example documents: "
                                        + Command.of("ingest", "-c", collection, "examples/documents")
                                : "name the right collection with -c"));
    }

    List<Problem> problems() {
        var all = new ArrayList<>(problems);
        for (var finder : finders.values()) all.addAll(finder.problems());
        return all;
    }

    /** The run's collection, or the first of those that the cases name in its place. */
    String asked() {
        return finders.isEmpty() || finders.containsKey(index)
                ? index
                : finders.keySet().iterator().next();
    }

    int documents() {
        return finder(asked()).documents();
    }

    int chunks() {
        return finder(asked()).chunks();
    }

    boolean measurable(GoldenSet.Case test) {
        var truth = truths.getOrDefault(test.id(), Truth.NONE);
        for (var level : Level.values()) if (truth.measures(level)) return true;
        return false;
    }

    /** In a domain's collection its rules hold, on the day that the case names. */
    private Query query(GoldenSet.Case test) {
        var plain = new Query(test.query(), List.of(indexOf(test)), depth, null, test.filter(), true, 0, null);
        return engine.domain(collectionOf(test))
                .map(domain ->
                        new DomainSearch(engine, domain).query(new DomainQuery(plain, test.asOf(), false, false)))
                .orElse(plain);
    }

    CaseRun run(GoldenSet.Case test) {
        var truth = truths.getOrDefault(test.id(), Truth.NONE);
        if (test.query().isBlank()) return nothing(test, truth, "");
        try {
            var run = search.run(query(test));
            var hits = run.answer().hits();
            var rankings = new LinkedHashMap<Level, List<String>>();
            for (var level : Level.values()) {
                if (truth.measures(level)) rankings.put(level, ranking(level, truth, hits));
            }
            var stages = new LinkedHashMap<String, Double>();
            for (var stage : run.trace().stages()) stages.merge(stage.stage(), stage.elapsedMs(), Double::sum);
            return new CaseRun(
                    test,
                    truth,
                    hits,
                    references ? finder(indexOf(test)).references(test) : List.of(),
                    rankings,
                    run.answer().verdict(),
                    run.answer().elapsedMs(),
                    stages,
                    cost(run.trace()),
                    "",
                    degraded(run.trace()),
                    run.answer().notes());
        } catch (RuntimeException e) {
            return nothing(test, truth, Failure.words(e));
        }
    }

    private List<String> ranking(Level level, Truth truth, List<rag.model.Hit> hits) {
        if (set.corpus() == null) return Ranking.of(level, hits, truth);
        var ids = new LinkedHashSet<String>();
        for (var source : Ranking.unfolded(hits)) ids.addAll(truth.names(level, new Truth.Passage("", source)));
        return List.copyOf(ids);
    }

    private static CaseRun nothing(GoldenSet.Case test, Truth truth, String error) {
        return new CaseRun(
                test, truth, List.of(), List.of(), Map.of(), Verdict.EMPTY, 0, Map.of(), NO_COST, error, "", List.of());
    }

    private static String degraded(rag.trace.Trace.Finished trace) {
        return trace.stages().stream()
                .filter(stage -> stage.error() != null)
                .map(stage -> stage.stage() + ": " + stage.error())
                .findFirst()
                .orElse("");
    }

    private static Cost cost(rag.trace.Trace.Finished trace) {
        long calls = 0, prompt = 0, completion = 0;
        for (var stage : trace.stages()) {
            boolean asked = stage.data().containsKey("prompt_tokens"); // a stage that tells no number asks once
            calls += stage.data().containsKey("calls") ? number(stage.data().get("calls")) : asked ? 1 : 0;
            prompt += number(stage.data().get("prompt_tokens"));
            completion += number(stage.data().get("completion_tokens"));
        }
        return calls == 0 ? NO_COST : new Cost(calls, prompt, completion);
    }

    private static long number(@Nullable Object value) {
        return value instanceof Number n ? n.longValue() : 0;
    }

    @Override
    public void close() {
        finders.values().forEach(TruthFinder::close);
    }
}
