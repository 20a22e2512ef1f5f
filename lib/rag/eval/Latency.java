package rag.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.text.Quantiles;

/** Milliseconds of several queries. @param p50 median @param p95 what 95 of 100 queries stay below (nearest rank) */
public record Latency(double p50, double p95, int n) {

    static Latency of(List<Double> times) {
        var sorted = new ArrayList<>(times);
        sorted.sort(null);
        if (sorted.isEmpty()) return new Latency(0, 0, 0);
        return new Latency(round(Quantiles.at(sorted, 0.5)), round(Quantiles.at(sorted, 0.95)), sorted.size());
    }

    private static double round(double ms) {
        return Math.round(ms * 1000) / 1000.0;
    }

    /** By stage, "total" first. */
    static Map<String, Latency> byStage(List<Map<String, Double>> stages, List<Double> totals) {
        var times = new LinkedHashMap<String, List<Double>>();
        for (var query : stages)
            query.forEach((stage, ms) ->
                    times.computeIfAbsent(stage, s -> new ArrayList<>()).add(ms));
        var latency = new LinkedHashMap<String, Latency>();
        latency.put("total", of(totals));
        times.forEach((stage, ms) -> latency.put(stage, of(ms)));
        return latency;
    }
}
