package rag.web;

import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rag.engine.DomainSearch;
import rag.engine.Maintenance;
import rag.engine.Standing;
import rag.model.Domain;
import rag.model.Failure;
import rag.store.CollectionCounts;
import rag.text.Quantiles;
import rag.trace.TraceFilter;
import rag.trace.TraceSummary;

/** The first page: what there is, how it is set up, and how it does. */
final class Overview {

    private static final int RECENT = 200;
    private static final int SHOWN = 6;
    private static final String COUNTING = "being counted";

    private final Site site;
    private final Kept<Map<Standing.State, Integer>> validity;

    Overview(Site site) {
        this.site = site;
        this.validity = new Kept<>(site.soon());
    }

    /** A finding about the state of things. @param mend what to do about it, "" when nothing is wrong */
    record Health(String what, boolean good, String words, String mend) {

        /** Whether it is still being counted. */
        boolean pending() {
            return words.equals(COUNTING);
        }
    }

    void show(Context ctx) throws IOException {
        var engine = site.engine();
        var collections = new Maintenance(engine, java.time.Duration.ZERO, "dashboard.java").collections();
        long unread = site.unread();
        var queries = site.traces().known(TraceFilter.of("query"), 0, RECENT);
        var ingestions = site.traces().known(TraceFilter.of("ingestion"), 0, SHOWN);
        var model = new LinkedHashMap<String, Object>();
        model.put("collections", collections);
        model.put(
                "queries",
                queries.traces().subList(0, Math.min(SHOWN, queries.traces().size())));
        model.put("ingestions", ingestions.traces());
        model.put("usual", TraceList.usual(site));
        model.put("latency", Latency.of(queries.traces()));
        model.put("unread", unread);
        var health = health(collections, queries.unreadable(), unread);
        model.put("health", health);
        model.put("filling", unread > 0 || health.stream().anyMatch(Health::pending) ? 1 : 0);
        model.put("settings", engine.settings().shown());
        model.put("components", components());
        model.put("data", engine.data());
        site.show(ctx, "overview", model);
    }

    private Map<String, String> components() {
        var settings = engine().settings();
        var parts = new LinkedHashMap<String, String>();
        parts.put(
                "embedding",
                settings.embedding().provider() + ", model "
                        + settings.embedding().model());
        parts.put("store", settings.vectorStore().provider());
        parts.put(
                "splitter",
                settings.ingestion().splitter() + ", at most "
                        + settings.ingestion().chunkSize() + " tokens");
        parts.put("fusion", settings.retrieval().fusion());
        parts.put(
                "reranker",
                settings.rerank().enabled()
                        ? settings.rerank().provider() + " " + settings.rerank().model()
                        : "off");
        parts.put(
                "language model",
                named(settings.llm().provider(), settings.llm().model()));
        parts.put(
                "vision model",
                settings.visionLlm().enabled()
                        ? named(
                                settings.visionLlm().provider(),
                                settings.visionLlm().model())
                        : "off");
        return parts;
    }

    private rag.engine.Engine engine() {
        return site.engine();
    }

    private static String named(String provider, String model) {
        return provider.equals("none") ? "none" : provider + " " + model;
    }

    private List<Health> health(List<CollectionCounts> collections, int unreadable, long unread) throws IOException {
        var health = new ArrayList<Health>();
        for (var counts : collections) {
            var broken = broken(counts);
            if (broken != null) health.add(new Health("index of " + counts.collection(), false, broken, ""));
        }
        if (health.isEmpty()) health.add(new Health("index", true, "every collection can be read", ""));
        int stale = collections.stream().mapToInt(CollectionCounts::stale).sum();
        if (stale > 0) {
            health.add(new Health(
                    "documents",
                    false,
                    stale + " answer with an older version, since the newer one can't be read",
                    "see Data, state failed"));
        }
        for (var domain : engine().domains().all()) {
            if (collections.stream().noneMatch(c -> c.collection().equals(domain.collection()))) continue;
            health.add(validity(domain));
        }
        health.add(writer());
        var file = engine().settings().observability().traceFile();
        boolean traced = engine().settings().observability().traceEnabled();
        health.add(new Health(
                "trace log",
                traced && unreadable == 0,
                !traced
                        ? "off: nothing that is asked or ingested is remembered"
                        : unreadable > 0
                                ? unreadable + " lines hold no trace"
                                : bytes(file) == 0
                                        ? "nothing was asked or ingested yet"
                                        : Filters.size((double) bytes(file))
                                                + (unread > 0 ? ", being read" : ", all of it readable"),
                traced ? "" : "set observability.trace_enabled: true"));
        long free = engine().data().toFile().getUsableSpace();
        if (free > 0) {
            health.add(new Health(
                    "disk",
                    free > 1_000_000_000,
                    Filters.size((double) free) + " free",
                    free > 1_000_000_000 ? "" : "make room before the next ingestion"));
        }
        return health;
    }

    private Health validity(Domain domain) {
        var what = "validity in " + domain.collection();
        try {
            if (engine().built(domain.collection()).isEmpty()) return new Health(what, true, "no document yet", "");
            var search = new DomainSearch(engine(), domain);
            var day = search.today();
            long seq = engine().store().committedSeq(domain.collection());
            var said = validity.of(domain.name() + " " + day, seq, () -> search.counts(day))
                    .map(counts -> counts.entrySet().stream()
                                    .filter(entry -> entry.getValue() > 0)
                                    .map(entry -> entry.getValue() + " "
                                            + entry.getKey().key().replace('_', ' '))
                                    .collect(Collectors.joining(", "))
                            + " on " + day)
                    .orElse(COUNTING);
            return new Health(what, true, said, "");
        } catch (IOException | Failure e) {
            return new Health(what, false, "can't be told: " + Failure.words(e), "");
        }
    }

    private Health writer() {
        try {
            var writer = engine().writer().map(Object::toString).orElse("nobody writes at the moment");
            return new Health("writer", true, writer, "");
        } catch (Failure e) {
            return new Health("writer", false, "" + e.getMessage(), "see there");
        }
    }

    /** Why a collection can't be read; null when it can, or holds no chunks yet. */
    private @Nullable String broken(CollectionCounts counts) {
        if (counts.chunks() == 0) return null;
        try (var reader = engine().store().reader(List.of(counts.collection()))) {
            return reader.size() == counts.chunks()
                    ? null
                    : "holds %,d chunks, the history says %,d; the next ingestion mends it"
                            .formatted(reader.size(), counts.chunks());
        } catch (IOException | Failure e) {
            return "" + e.getMessage();
        }
    }

    private static long bytes(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0; // not written yet
        }
    }

    /**
     * How long queries took.
     *
     * @param bars height of each query in percent of the longest, oldest first
     */
    record Latency(int count, double median, double p95, double longest, List<Double> bars) {

        private static final int BARS = 60;

        static Latency of(List<TraceSummary> newestFirst) {
            var sorted =
                    newestFirst.stream().map(TraceSummary::elapsedMs).sorted().toList();
            if (sorted.isEmpty()) return new Latency(0, Double.NaN, Double.NaN, Double.NaN, List.of());
            var last =
                    newestFirst.subList(0, Math.min(BARS, newestFirst.size())).reversed();
            double most =
                    last.stream().mapToDouble(TraceSummary::elapsedMs).max().orElse(1);
            return new Latency(
                    sorted.size(),
                    Quantiles.at(sorted, 0.5),
                    Quantiles.at(sorted, 0.95),
                    most,
                    last.stream()
                            .map(t -> Math.max(3, 100 * t.elapsedMs() / most))
                            .toList());
        }
    }
}
