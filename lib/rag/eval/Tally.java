package rag.eval;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import rag.engine.Engine;
import rag.engine.Progress;
import rag.eval.EvaluationReport.CaseReport;
import rag.eval.EvaluationReport.Found;
import rag.eval.EvaluationReport.Verdicts;
import rag.model.Verdict;
import rag.text.Counted;

/** Takes in the cases of a run one by one and makes its report. Texts are kept only where a judge still needs them. */
final class Tally {

    /** Judgements under way at once. */
    private static final int SIDE_BY_SIDE = 4;

    private final EvaluationRequest request;
    private final Backends backends;
    private final boolean waits;
    private final List<CaseRun> runs = new ArrayList<>();
    private final List<List<Score>> scores = new ArrayList<>();
    private final Map<Level, Evaluation.Rankings> rankings = new LinkedHashMap<>();
    private int answerable;
    private int falseAlarms;
    private int unanswerable;
    private int misses;

    Tally(EvaluationRequest request, Backends backends) {
        this.request = request;
        this.backends = backends;
        this.waits = backends.waits();
    }

    void add(CaseRun run, boolean measurable) {
        if (!waits) scores.add(backends.evaluate(run, request.topK()));
        for (var level : Level.values()) {
            if (!run.truth().measures(level)) continue;
            var all = rankings.computeIfAbsent(
                    level, l -> new Evaluation.Rankings(new LinkedHashMap<>(), new LinkedHashMap<>()));
            all.names().put(run.test().id(), run.rankings().getOrDefault(level, List.of()));
            all.grades().put(run.test().id(), run.truth().at(level));
        }
        if (run.error().isEmpty()) count(run, measurable);
        runs.add(waits ? run : withoutTexts(run));
    }

    private void count(CaseRun run, boolean measurable) {
        boolean ok = run.verdict() == Verdict.OK;
        if (measurable) {
            answerable++;
            if (!ok) falseAlarms++;
        } else if (run.test().unanswerable()) {
            unanswerable++;
            if (ok) misses++;
        }
    }

    /** Keeps the hits that a report shows. */
    private CaseRun withoutTexts(CaseRun run) {
        int most = Math.min(run.hits().size(), request.topK());
        boolean small = request.testSet().corpus() == null;
        return new CaseRun(
                run.test(),
                run.truth(),
                small ? run.hits().subList(0, most) : List.of(),
                List.of(),
                Map.of(),
                run.verdict(),
                run.elapsedMs(),
                run.stages(),
                run.cost(),
                run.error(),
                run.degraded());
    }

    String firstError() {
        return runs.stream()
                .map(CaseRun::error)
                .filter(e -> !e.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Lets evaluators that wait for a model measure, several cases at once, in the order of the cases. */
    void judge(Progress progress, Consumer<String> said) {
        if (!waits) return;
        int calls = backends.forecast(runs, request.topK());
        int most = request.maxJudgeCalls();
        said.accept("judging takes at most %s of %s%s"
                .formatted(
                        Counted.of(calls, "call"),
                        request.model().map(m -> m.name()).orElse("the model"),
                        calls > most
                                ? "; only " + most + " are allowed (--max-judge-calls), the last cases go without"
                                : ""));
        // A limit is spent on the first cases, so that two runs judge the same ones.
        var places = new Semaphore(calls > most ? 1 : SIDE_BY_SIDE);
        var judged = new ArrayList<Future<List<Score>>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var run : runs) {
                places.acquire();
                judged.add(threads.submit(() -> {
                    try {
                        return backends.evaluate(run, request.topK());
                    } finally {
                        places.release();
                    }
                }));
                progress.at("judge", judged.size(), runs.size());
            }
            for (var scored : judged) scores.add(scored.get());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new rag.model.Failure("stopped before all cases were judged", e);
        } catch (java.util.concurrent.ExecutionException e) {
            throw new IllegalStateException("a judgement broke off", e.getCause());
        }
    }

    Evaluation.Outcome outcome(Engine engine, CaseSearch search, Instant startedAt, double elapsedMs) {
        var notes = new ArrayList<>(request.testSet().golden().warnings());
        notes.addAll(backends.notes());
        var corpus = request.testSet().corpus();
        if (corpus != null) strangers(corpus, notes);
        degraded(notes);
        var asked = runs.stream().filter(run -> run.elapsedMs() > 0).toList();
        var report = new EvaluationReport(
                Evaluation.newId(),
                startedAt.toString(),
                Math.round(elapsedMs),
                request.testSet().golden().name(),
                request.testSet().golden().version(),
                request.testSet().golden().hash(),
                request.collection(),
                Evaluation.builtWith(engine, request.collection()),
                search.documents(),
                search.chunks(),
                request.topK(),
                Evaluation.settings(engine),
                request.model().map(m -> m.name()).orElse(""),
                backends.calls(),
                backends.states(),
                MetricSummary.of(scores),
                new Verdicts(answerable, falseAlarms, unanswerable, misses),
                Latency.byStage(
                        asked.stream().map(CaseRun::stages).toList(),
                        asked.stream().map(CaseRun::elapsedMs).toList()),
                search.problems(),
                notes,
                cases(),
                null);
        return new Evaluation.Outcome(report, rankings);
    }

    /** A measure of half a search is none of the search. */
    private void degraded(List<String> notes) {
        var reasons =
                runs.stream().map(CaseRun::degraded).filter(d -> !d.isEmpty()).toList();
        if (!reasons.isEmpty()) {
            notes.add("%d of %s answered by a part of the search only, without %s"
                    .formatted(reasons.size(), Counted.of(runs.size(), "case"), reasons.getFirst()));
        }
    }

    private static void strangers(BeirSet corpus, List<String> notes) {
        long strangers = corpus.qrels().values().stream()
                .flatMap(grades -> grades.keySet().stream())
                .filter(id -> !corpus.corpus().containsKey(id))
                .count();
        if (strangers > 0) {
            notes.add(strangers + " judged documents are not in the corpus; they count as not found, as in trec_eval");
        }
    }

    private List<CaseReport> cases() {
        var reports = new ArrayList<CaseReport>();
        for (int i = 0; i < runs.size(); i++) reports.add(report(runs.get(i), scores.get(i)));
        return reports;
    }

    private CaseReport report(CaseRun run, List<Score> scored) {
        var values = new LinkedHashMap<String, Double>();
        var not = new LinkedHashMap<String, String>();
        var failed = new LinkedHashMap<String, String>();
        var details = new LinkedHashMap<String, Map<String, Object>>();
        for (var score : scored) {
            if (score.value() != null) values.put(score.key(), score.value());
            else if (score.state() == Score.State.FAILED) failed.put(score.key(), score.reason());
            else if (score.level() == null) not.put(score.key(), score.reason());
            if (!score.details().isEmpty()) details.put(score.key(), score.details());
        }
        if (!run.error().isEmpty()) failed.putIfAbsent("search", run.error());
        if (!run.degraded().isEmpty()) failed.putIfAbsent("search", "answered without " + run.degraded());
        return new CaseReport(
                run.test().id(),
                run.test().query(),
                run.test().tags(),
                run.verdict().key(),
                run.elapsedMs(),
                found(run),
                values,
                not,
                failed,
                details);
    }

    private List<Found> found(CaseRun run) {
        return run.hits().stream()
                .limit(request.topK())
                .map(hit -> new Found(
                        hit.rank(),
                        hit.chunk().id(),
                        hit.chunk().source(),
                        hit.chunk().pages() == null ? null : hit.chunk().pages().toString(),
                        right(run.truth(), hit)))
                .toList();
    }

    private static boolean right(Truth truth, rag.model.Hit hit) {
        var passage = new Truth.Passage(hit.chunk().id(), hit.chunk().source());
        // The finest level decides: a wrong passage of the right document is not what was expected.
        for (var level : Level.values()) {
            if (!truth.measures(level)) continue;
            return truth.names(level, passage).stream()
                            .anyMatch(name -> truth.at(level).getOrDefault(name, 0) > 0)
                    || hit.alsoIn().stream()
                            .map(copy -> new Truth.Passage(copy.chunkId(), copy.source()))
                            .flatMap(copy -> truth.names(level, copy).stream())
                            .anyMatch(name -> truth.at(level).getOrDefault(name, 0) > 0);
        }
        return false;
    }
}
