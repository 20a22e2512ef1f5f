package rag.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import rag.config.Settings;
import rag.text.Counted;

/** What a reader of a run's means must know of its answers, each thing said once with the number of its cases. */
final class CaseNotes {

    /** Of more kinds only the number is told. */
    private static final int MOST = 5;

    private CaseNotes() {}

    static List<String> of(List<CaseRun> runs) {
        var notes = new ArrayList<>(told(
                runs,
                run -> run.degraded().isEmpty() ? Stream.of() : Stream.of(run.degraded()),
                "lacked a stage, the others answered without it"));
        // A stage that failed is in its answer's notes too.
        notes.addAll(told(
                runs, run -> run.degraded().isEmpty() ? run.notes().stream() : Stream.of(), "with a note such as"));
        return notes;
    }

    /** What was not judged since the calls were spent. */
    static Optional<String> spared(List<List<Score>> scores, int most) {
        long spared = scores.stream()
                .filter(ofCase -> ofCase.stream().anyMatch(score -> score.state() == Score.State.SPARED))
                .count();
        if (spared == 0) return Optional.empty();
        return Optional.of("%d of %s not judged in full: the limit of %s was reached (--max-judge-calls)"
                .formatted(spared, Counted.of(scores.size(), "case"), Counted.of(most, "call")));
    }

    /** A reranker is given more to order where a measure looks deeper than the answers go. */
    static Optional<String> deep(Settings.Rerank rerank, int topK, int depth) {
        int usual = Math.max(rerank.candidates(), 2 * Math.max(topK, rerank.topK()));
        int now = Math.max(rerank.candidates(), 2 * Math.max(depth, rerank.topK()));
        if (!rerank.enabled() || now == usual) return Optional.empty();
        return Optional.of(
                "a measure looks %d deep, so the reranker orders up to %d passages, and %d for answers of %d: measure what is shallow in a run of its own"
                        .formatted(depth, now, usual, topK));
    }

    private static List<String> told(List<CaseRun> runs, Function<CaseRun, Stream<String>> saying, String what) {
        var cases = new LinkedHashMap<String, Integer>();
        var first = new LinkedHashMap<String, String>();
        for (var run : runs) {
            saying.apply(run).distinct().forEach(note -> {
                var kind = note.replaceAll(
                        "'[^']*'|\\d+", "#"); // "no more than 43 passages" and "no more than 51" are one
                cases.merge(kind, 1, Integer::sum);
                first.putIfAbsent(kind, note);
            });
        }
        var told = new ArrayList<String>();
        cases.entrySet().stream()
                .sorted((a, b) -> b.getValue() - a.getValue())
                .limit(MOST)
                .forEach(kind -> told.add("%d of %s %s: %s"
                        .formatted(kind.getValue(), Counted.of(runs.size(), "case"), what, first.get(kind.getKey()))));
        if (cases.size() > MOST) told.add("… and %d notes of other kinds".formatted(cases.size() - MOST));
        return told;
    }
}
