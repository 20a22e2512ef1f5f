package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import rag.model.Failure;
import rag.model.Ids;
import rag.store.HistoryRow;
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

    /** Bits of a SimHash in which near-duplicates differ at most (Manku and others 2007, for 64 bits). */
    private static final int BITS = 3;

    /** Documents of which this share of passages is nearly the same are near-duplicates. */
    private static final double SHARE = 0.6;

    /** Passages that agree in a quarter of the hash and are compared with each other; of more, the rest is passed over. */
    private static final int MOST_IN_A_BAND = 64;

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

    /** Two documents. @param share of the shorter one's passages that the other nearly has, 0..1 */
    public record Twins(String first, String second, double share) {}

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

    /** Documents of a collection that are nearly the same, most alike first. */
    public List<Twins> twins(String collection, int limit) throws IOException {
        Map<String, Long> hashes;
        try (var reader = engine.store().reader(List.of(collection))) {
            hashes = reader.likenesses(MOST_PASSAGES);
        }
        var passages = new HashMap<String, Integer>();
        hashes.keySet().forEach(id -> passages.merge(Ids.documentOf(id), 1, Integer::sum));
        var alike = new HashMap<List<String>, Set<String>>();
        for (int band = 0; band < 4; band++) {
            var groups = new HashMap<Long, List<Map.Entry<String, Long>>>();
            int shift = 16 * band;
            for (var entry : hashes.entrySet()) {
                var group = groups.computeIfAbsent(entry.getValue() >>> shift & 0xffff, key -> new ArrayList<>());
                if (group.size() < MOST_IN_A_BAND) group.add(entry);
            }
            groups.values().forEach(group -> compare(group, alike));
        }
        var sources = sources(collection);
        return alike.entrySet().stream()
                .map(pair -> twins(pair.getKey(), pair.getValue(), passages, sources))
                .filter(twins -> twins.share() >= SHARE)
                .sorted((a, b) -> a.share() != b.share()
                        ? Double.compare(b.share(), a.share())
                        : a.first().compareTo(b.first()))
                .limit(limit)
                .toList();
    }

    private static void compare(List<Map.Entry<String, Long>> group, Map<List<String>, Set<String>> alike) {
        for (int i = 0; i < group.size(); i++) {
            long hash = group.get(i).getValue();
            for (int j = i + 1; j < group.size(); j++) {
                if (Long.bitCount(hash ^ group.get(j).getValue()) > BITS) continue; // most of them
                var a = Ids.documentOf(group.get(i).getKey());
                var b = Ids.documentOf(group.get(j).getKey());
                if (a.equals(b)) continue;
                boolean order = a.compareTo(b) < 0;
                var both = alike.computeIfAbsent(order ? List.of(a, b) : List.of(b, a), key -> new HashSet<>());
                both.add(group.get(i).getKey());
                both.add(group.get(j).getKey());
            }
        }
    }

    /** The share is that of the document of which more is alike. */
    private static Twins twins(
            List<String> pair, Set<String> alike, Map<String, Integer> passages, Map<String, String> sources) {
        double share = 0;
        var names = new ArrayList<String>();
        for (var document : pair) {
            long same = alike.stream().filter(id -> id.startsWith(document)).count();
            share = Math.max(share, same / (double) passages.getOrDefault(document, 1));
            names.add(sources.getOrDefault(document, document));
        }
        names.sort(null);
        return new Twins(names.getFirst(), names.getLast(), Math.min(1, share));
    }

    private Map<String, String> sources(String collection) {
        var sources = new HashMap<String, String>();
        for (var row : rows(collection)) sources.put(row.documentId(), row.source());
        return sources;
    }

    private List<HistoryRow> rows(String collection) {
        try (var ledger = engine.knownLedger().orElse(null)) {
            return ledger == null ? List.of() : ledger.history(collection);
        }
    }

    /** Sources of documents that are in no answer of the newest {@link #MOST_QUERIES} queries. */
    public List<String> neverFound(String collection) throws IOException {
        var found = new HashSet<String>();
        try (var ledger = engine.knownLedger().orElse(null)) {
            if (ledger == null) return List.of();
            for (var query : newest(collection)) {
                var trace = traces.trace(query.id());
                if (trace.isEmpty() || !(trace.get().metadata().get("hits") instanceof List<?> hits)) continue;
                for (var hit : hits) {
                    if (!(hit instanceof Map<?, ?> row) || !(row.get("chunk_id") instanceof String id)) continue;
                    if (id.length() > 20) found.add(Ids.documentOf(id));
                }
            }
            for (var id : List.copyOf(found)) ledger.renamings().now(id).ifPresent(found::add);
            return ledger.history(collection).stream()
                    .filter(row -> row.chunks() > 0 && !found.contains(row.documentId()))
                    .map(HistoryRow::source)
                    .toList();
        }
    }

    private List<TraceSummary> newest(String collection) throws IOException {
        return traces.find(new TraceFilter("query", collection, "", "", null, null, 0), 0, MOST_QUERIES)
                .traces();
    }

    /** Questions without an answer, the most asked first. @param collection "" for all */
    public List<Unanswered> unanswered(String collection, int limit) throws IOException {
        var asked = new LinkedHashMap<String, Unanswered>();
        var answered = new HashSet<String>();
        for (var query : newest(collection)) {
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
            var trace = traces.trace(query.id());
            if (trace.isEmpty()) continue; // rotated away this moment
            var tool = trace.get().metadata().get("tool") instanceof String named ? named : NO_TOOL;
            groups.computeIfAbsent(tool, key -> new ArrayList<>()).add(query);
        }
        var tools = new LinkedHashMap<String, Requests>();
        groups.forEach((tool, queries) -> tools.put(tool, requests(queries)));
        return tools;
    }

    private static Requests requests(List<TraceSummary> queries) {
        var times =
                queries.stream().mapToDouble(TraceSummary::elapsedMs).sorted().toArray();
        var outcomes = new TreeMap<String, Integer>();
        for (var query : queries) outcomes.merge(query.outcome(), 1, Integer::sum);
        if (times.length == 0) return new Requests(0, 0, 0, outcomes);
        return new Requests(times.length, times[times.length / 2], times[(int) (0.95 * (times.length - 1))], outcomes);
    }

    /** What the newest {@link #MOST_INGESTIONS} ingestions of documents took from the embedding cache. */
    public Reuse reuse(String collection) throws IOException {
        long texts = 0, cached = 0;
        var filter = new TraceFilter("ingestion", collection, "", "", null, null, 0);
        for (var summary : traces.find(filter, 0, MOST_INGESTIONS).traces()) {
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
            throw new Failure("index or trace log can't be read: " + Routes.words(e), e);
        }
    }

    /** Something that reads files. */
    @FunctionalInterface
    public interface Reading<T> {
        T read() throws IOException;
    }
}
