package rag.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
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
        notes.addAll(told(runs, run -> run.degraded().isEmpty() ? run.notes().stream() : Stream.of(), "with a note"));
        return notes;
    }

    private static List<String> told(List<CaseRun> runs, Function<CaseRun, Stream<String>> saying, String what) {
        var cases = new LinkedHashMap<String, Integer>();
        var first = new LinkedHashMap<String, String>();
        for (var run : runs) {
            saying.apply(run).distinct().forEach(note -> {
                var kind = note.replaceAll("\\d+", "#"); // "no more than 43 passages" and "no more than 51" are one
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
