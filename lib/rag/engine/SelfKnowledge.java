package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import rag.model.Failure;
import rag.store.HistoryRow;
import rag.store.SourceRow;
import rag.text.Quantiles;
import rag.trace.TraceFilter;
import rag.trace.TraceIndex;
import rag.trace.TraceLog;
import rag.trace.TraceSummary;

/**
 * What a knowledge base can say of itself: documents that are nearly the same, documents that no question found, and
 * questions without an answer. From the index and the trace log, at a bounded cost.
 */
public final class SelfKnowledge {

    /** Passages of a collection that are compared, and queries of the log that are read. */
    public static final int MOST_PASSAGES = 200_000, MOST_QUERIES = 500;

    /** Ingestions of the log that are read. */
    public static final int MOST_INGESTIONS = 200;

    /** Who asked by no tool. */
    public static final String NO_TOOL = "none";

    private final Engine engine;
    private final TraceIndex traces;

    public SelfKnowledge(Engine engine) {
        this(engine, index(engine));
    }

    /** @param traces an index of the engine's log that may have been read already */
    public SelfKnowledge(Engine engine, TraceIndex traces) {
        this.engine = engine;
        this.traces = traces;
    }

    private static TraceIndex index(Engine engine) {
        var observed = engine.settings().observability();
        return new TraceIndex(new TraceLog(observed.traceFile(), observed.maxMb()));
    }

    /** Two documents by source. @param share of the passages of one that the other nearly has, the higher one, 0..1 */
    public record Twins(String first, String second, double share) {}

    /**
     * Documents that are nearly the same.
     *
     * @param pairs those most alike
     * @param all number of pairs in all
     * @param cut true when the collection has more than {@link #MOST_PASSAGES}, of which the first were compared
     */
    public record Alike(List<Twins> pairs, int all, boolean cut) {}

    /** A question. @param times how often it was asked in vain @param outcome weak, empty or failed, the last time */
    public record Unanswered(String question, int times, String outcome, String lastTrace) {}

    /**
     * What queries took and gave.
     *
     * @param outcomes number of queries by verdict, or failed, degraded
     */
    public record Requests(int queries, double medianMs, double p95Ms, Map<String, Integer> outcomes) {}

    /**
     * Texts of the newest ingestions.
     *
     * @param cached those whose vector was known
     */
    public record Reuse(long texts, long cached) {}

    /** Documents of a collection that are nearly the same, most alike first. Looks at the index alone. */
    public Alike alike(String collection, int limit) throws IOException {
        Map<String, Long> hashes;
        int size;
        try (var reader = engine.store().reader(List.of(collection))) {
            hashes = reader.likenesses(MOST_PASSAGES);
            size = reader.size();
        }
        var found = new NearDocuments(hashes).find(limit);
        try (var ledger = engine.knownLedger().orElse(null)) {
            var twins = new ArrayList<Twins>();
            for (var pair : found.best()) {
                var names = Stream.of(pair.first(), pair.second())
                        .map(id -> ledger == null
                                ? id
                                : ledger.document(id).map(HistoryRow::source).orElse(id))
                        .sorted()
                        .toList();
                twins.add(new Twins(names.getFirst(), names.getLast(), pair.share()));
            }
            return new Alike(twins, found.all(), size > MOST_PASSAGES);
        }
    }

    /** Sources of documents that are in no answer of the newest {@link #MOST_QUERIES} queries. */
    public List<String> neverFound(String collection) throws IOException {
        return neverFound(collection, newest(collection));
    }

    /** The same of these queries. */
    public List<String> neverFound(String collection, List<TraceSummary> queries) {
        try (var ledger = engine.knownLedger().orElse(null)) {
            if (ledger == null) return List.of();
            var found = new HashSet<String>();
            for (var query : queries) found.addAll(query.documents());
            ledger.renamings().all().forEach((old, now) -> {
                if (found.contains(old)) found.add(now);
            });
            return ledger.sources().of(collection).stream()
                    .filter(row -> row.chunks() > 0 && !found.contains(row.documentId()))
                    .map(SourceRow::source)
                    .toList();
        }
    }

    private List<TraceSummary> newest(String collection) throws IOException {
        return traces.newest(queries(collection), MOST_QUERIES);
    }

    /** The queries of a collection, "" for all, as a filter of traces. */
    public static TraceFilter queries(String collection) {
        return new TraceFilter("query", collection, "", "", null, null, 0);
    }

    /** Questions without an answer, the most asked first. @param collection "" for all */
    public List<Unanswered> unanswered(String collection, int limit) throws IOException {
        return unanswered(newest(collection), limit);
    }

    /** The same of these queries, newest first. */
    public static List<Unanswered> unanswered(List<TraceSummary> queries, int limit) {
        var asked = new LinkedHashMap<String, Unanswered>();
        var answered = new HashSet<String>();
        for (var query : queries) {
            var key = query.subject().strip().toLowerCase(java.util.Locale.ROOT);
            if (!Set.of("weak", "empty", TraceSummary.FAILED).contains(query.outcome())) {
                if (!asked.containsKey(key)) answered.add(key); // since then it has an answer
                continue;
            }
            if (answered.contains(key)) continue;
            asked.merge(
                    key,
                    new Unanswered(query.subject(), 1, query.outcome(), query.id()),
                    (a, b) -> new Unanswered(a.question(), a.times() + 1, a.outcome(), a.lastTrace()));
        }
        return asked.values().stream()
                .sorted((a, b) -> b.times() - a.times())
                .limit(limit)
                .toList();
    }

    /** The newest queries in figures. @param collection "" for all */
    public Requests requests(String collection) throws IOException {
        return requests(newest(collection));
    }

    /** The same by the tool or prompt that was called, {@value #NO_TOOL} for command line and pages; by name. */
    public Map<String, Requests> tools(String collection) throws IOException {
        var groups = new TreeMap<String, List<TraceSummary>>();
        for (var query : newest(collection)) {
            var tool = query.tool().isEmpty() ? NO_TOOL : query.tool();
            groups.computeIfAbsent(tool, key -> new ArrayList<>()).add(query);
        }
        var tools = new LinkedHashMap<String, Requests>();
        groups.forEach((tool, queries) -> tools.put(tool, requests(queries)));
        return tools;
    }

    private static Requests requests(List<TraceSummary> queries) {
        var times = queries.stream().map(TraceSummary::elapsedMs).sorted().toList();
        var outcomes = new TreeMap<String, Integer>();
        for (var query : queries) outcomes.merge(query.outcome(), 1, Integer::sum);
        if (times.isEmpty()) return new Requests(0, 0, 0, outcomes);
        return new Requests(times.size(), Quantiles.at(times, 0.5), Quantiles.at(times, 0.95), outcomes);
    }

    /** What the newest {@link #MOST_INGESTIONS} ingestions of documents took from the embedding cache. */
    public Reuse reuse(String collection) throws IOException {
        long texts = 0, cached = 0;
        var filter = new TraceFilter("ingestion", collection, "", "", null, null, 0);
        for (var summary : traces.newest(filter, MOST_INGESTIONS)) {
            var trace = traces.trace(summary.id());
            if (trace.isEmpty()) continue;
            for (var stage : trace.get().stages()) {
                if (!(stage.data().get("cached") instanceof Number known)) continue;
                if (!(stage.data().get("texts") instanceof Number all)) continue;
                texts += all.longValue();
                cached += known.longValue();
            }
        }
        return new Reuse(texts, cached);
    }

    /** Throws what a person can read, where a log or an index can't be. */
    public static <T> T read(Reading<T> reading) {
        try {
            return reading.read();
        } catch (IOException e) {
            throw new Failure("index or trace log can't be read: " + Failure.words(e), e);
        }
    }

    /** Something that reads files. */
    @FunctionalInterface
    public interface Reading<T> {
        T read() throws IOException;
    }
}
