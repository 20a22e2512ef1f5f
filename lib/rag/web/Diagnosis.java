package rag.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rag.trace.Trace;

/** What is worth a look in an ingestion. @param kind bad, note, or good */
record Diagnosis(String kind, String words) {

    static List<Diagnosis> of(Trace.Finished trace) {
        var found = new ArrayList<Diagnosis>();
        var facts = trace.metadata();
        for (var stage : trace.stages()) {
            if (stage.error() != null) found.add(new Diagnosis("bad", stage.stage() + " failed: " + stage.error()));
            if (stage.data().get("problems") instanceof List<?> problems) {
                for (var problem : problems) found.add(new Diagnosis("note", String.valueOf(problem)));
            }
        }
        if (facts.get("reason") instanceof String reason
                && found.stream().noneMatch(d -> d.words().contains(reason))) {
            found.add(new Diagnosis("note", reason));
        }
        slowest(trace, found);
        for (var stage : trace.stages()) {
            if (stage.data().get("cached") instanceof Number cached
                    && stage.data().get("texts") instanceof Number texts
                    && cached.intValue() > 0) {
                found.add(new Diagnosis(
                        "good", "%s of %s vectors were known and not computed again".formatted(cached, texts)));
            }
        }
        if (trace.stages().isEmpty()) found.add(new Diagnosis("bad", "no stage was reached"));
        return found;
    }

    private static void slowest(Trace.Finished trace, List<Diagnosis> found) {
        double sum = trace.stages().stream().mapToDouble(Trace.Stage::elapsedMs).sum();
        trace.stages().stream()
                .max((a, b) -> Double.compare(a.elapsedMs(), b.elapsedMs()))
                .filter(stage -> sum > 0)
                .ifPresent(stage -> found.add(new Diagnosis(
                        "note",
                        String.format(
                                Locale.ROOT,
                                "%s took most of the time: %s, %.0f %% of all stages",
                                stage.stage(),
                                Filters.ms(stage.elapsedMs()),
                                100 * stage.elapsedMs() / sum))));
        double waited = trace.totalElapsedMs() - sum;
        if (waited > 1000 && waited > sum) {
            found.add(new Diagnosis(
                    "note",
                    "it waited " + Filters.ms(waited)
                            + " for its turn, since several documents are published at once"));
        }
    }
}
