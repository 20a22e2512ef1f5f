package rag.web;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import rag.trace.Trace;

/** The stages of a trace on one axis of time. */
record Waterfall(List<Bar> bars) {

    /** Shown as lists of their own. */
    private static final List<String> ELSEWHERE = List.of("results", "rank_changes");

    /**
     * A stage.
     *
     * @param start where it begins, in percent of the whole
     * @param width how long it took, in percent of the whole; at least a visible stroke
     * @param facts what it says of itself, by name
     */
    record Bar(
            String stage,
            double start,
            double width,
            double elapsedMs,
            @Nullable String error,
            Map<String, String> facts) {

        /** How it was done and by what: "bm25 · lucene". */
        public String how() {
            return Stream.of("method", "provider", "model")
                    .map(facts::get)
                    .filter(Objects::nonNull)
                    .collect(Collectors.joining(" · "));
        }
    }

    static Waterfall of(Trace.Finished trace) {
        var begin = Instant.parse(trace.startedAt());
        double total = Math.max(0.001, trace.totalElapsedMs());
        for (var stage : trace.stages()) total = Math.max(total, offset(begin, stage) + stage.elapsedMs());
        var bars = new ArrayList<Bar>();
        for (var stage : trace.stages()) {
            double start = 100 * Math.max(0, offset(begin, stage)) / total;
            double width = Math.max(0.4, 100 * stage.elapsedMs() / total);
            bars.add(new Bar(
                    stage.stage(),
                    Math.min(99.6, start),
                    Math.min(width, 100 - Math.min(99.6, start)),
                    stage.elapsedMs(),
                    stage.error(),
                    facts(stage.data())));
        }
        return new Waterfall(bars);
    }

    private static double offset(Instant begin, Trace.Stage stage) {
        return (Instant.parse(stage.timestamp()).toEpochMilli() - begin.toEpochMilli());
    }

    private static Map<String, String> facts(Map<String, Object> data) {
        var facts = new LinkedHashMap<String, String>();
        data.forEach((key, value) -> {
            if (ELSEWHERE.contains(key) || value == null || value.equals("") || value.equals(List.of())) return;
            facts.put(key, said(value));
        });
        return facts;
    }

    private static String said(Object value) {
        return value instanceof List<?> list
                ? String.join(", ", list.stream().map(String::valueOf).toList())
                : value.toString();
    }
}
