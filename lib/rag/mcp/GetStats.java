package rag.mcp;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.engine.SelfKnowledge;
import rag.model.Failure;
import rag.store.EmbeddingCache;
import rag.text.Counted;

/** {@code get_stats}: how large index and cache are. */
final class GetStats implements Tool {

    private static final int SHOWN = 50;

    @Override
    public Told told() {
        var collection = Schema.object()
                .text("collection", "")
                .whole("documents", "")
                .text("states", "documents by state, where not all are ready")
                .whole("chunks", "")
                .whole("images", "")
                .text("embedding_model", "")
                .text("last_ingest", "")
                .whole("index_bytes", "on this machine; 0 where the engine is elsewhere")
                .required("collection");
        return new Told(
                "get_stats",
                "Statistics",
                "Shows sizes: kind index for documents, passages and bytes of each collection, kind cache for the"
                        + " vectors that are kept so that no text is embedded twice,"
                        + " kind requests for number, time and outcome of the newest queries,"
                        + " in all and by tool, and how many texts the cache knew, kind knowledge for"
                        + " documents that are nearly the same, documents in no answer and questions without one.",
                Schema.object()
                        .choice(
                                "kind",
                                "index (default), cache, requests or knowledge.",
                                List.of("index", "cache", "requests", "knowledge"))
                        .text("collection", "For requests and knowledge; knowledge needs it.", 64),
                SelectCollection.in(Schema.object()
                        .text("summary", "")
                        .text("kind", "")
                        .text("data_folder", "")
                        .list("collections", "kind index", collection)
                        .whole("documents", "kind index: in all collections")
                        .whole("chunks", "kind index: in all collections")
                        .whole("index_bytes", "kind index: of all collections")
                        .whole("queries", "kind requests")
                        .number("median_ms", "kind requests")
                        .number("p95_ms", "kind requests")
                        .numbers("outcomes", "kind requests: queries by verdict")
                        .list(
                                "tools",
                                "kind requests: by the tool that was called, none for command line and pages",
                                Schema.object()
                                        .text("tool", "")
                                        .whole("queries", "")
                                        .number("median_ms", "")
                                        .number("p95_ms", "")
                                        .numbers("outcomes", ""))
                        .whole("embedded_texts", "kind requests: texts of the newest 200 ingestions of documents")
                        .whole("cached_texts", "kind requests: of these, found in the embedding cache")
                        .number("cache_hit_rate", "kind requests: the share of them, 0 to 1")
                        .text("collection", "kind knowledge")
                        .list(
                                "near_duplicates",
                                "kind knowledge: those most alike, 50 at most",
                                Schema.object()
                                        .text("first", "")
                                        .text("second", "")
                                        .number("share", ""))
                        .whole("near_duplicates_all", "kind knowledge: pairs")
                        .texts("never_found", "kind knowledge: sources, 50 at most")
                        .whole("never_found_all", "kind knowledge")
                        .list(
                                "unanswered",
                                "kind knowledge",
                                Schema.object()
                                        .text("question", "")
                                        .whole("times", "")
                                        .text("outcome", "")
                                        .text("trace_id", ""))
                        .whole("vectors", "kind cache")
                        .whole("cache_bytes", "kind cache")
                        .whole("most_cache_bytes", "kind cache: the least used go when it is larger")),
                Effects.NONE);
    }

    @Override
    public Result answer(Visit visit) {
        var data = new LinkedHashMap<String, Object>();
        var kind = visit.text("kind", "index");
        visit.refuseIdle(
                "kind", kind, List.of("requests", "knowledge").contains(kind) ? List.of("collection") : List.of());
        switch (kind) {
            case "cache" -> cache(visit, data);
            case "requests" -> requests(visit, data);
            case "knowledge" -> knowledge(visit, data);
            default -> index(visit, data);
        }
        return Result.of(data);
    }

    private static void index(Visit visit, Map<String, Object> data) {
        var engine = visit.engine();
        var rows = new ArrayList<Map<String, Object>>();
        long documents = 0, chunks = 0, bytes = 0;
        for (var name : new CollectionChoice(engine).all()) {
            var counts = ClearCollection.counts(visit, name);
            var row = new LinkedHashMap<String, Object>();
            row.put("collection", name);
            ListCollections.stats(counts, row);
            long size = CollectionAnalysis.indexBytes(engine.data(), name);
            row.put("index_bytes", size);
            rows.add(row);
            documents += counts.total();
            chunks += counts.chunks();
            bytes += size;
        }
        data.put(
                Facts.SUMMARY,
                Counted.of(documents, "document") + " in " + Counted.of(rows.size(), "collection") + ".");
        data.put("kind", "index");
        data.put("data_folder", engine.data().toString());
        data.put("collections", rows);
        data.put("documents", documents);
        data.put("chunks", chunks);
        data.put("index_bytes", bytes);
    }

    private static void requests(Visit visit, Map<String, Object> data) {
        var collection =
                visit.has("collection") ? new CollectionChoice(visit.engine()).one(visit.text("collection")) : "";
        var known = new SelfKnowledge(visit.engine());
        var requests = SelfKnowledge.read(() -> known.requests(collection));
        data.put(Facts.SUMMARY, "The newest %d queries.".formatted(requests.queries()));
        data.put("kind", "requests");
        data.put("queries", requests.queries());
        data.put("median_ms", requests.medianMs());
        data.put("p95_ms", requests.p95Ms());
        data.put("outcomes", requests.outcomes());
        var tools = SelfKnowledge.read(() -> known.tools(collection));
        data.put(
                "tools",
                tools.entrySet().stream()
                        .map(tool -> facts(tool.getKey(), tool.getValue()))
                        .toList());
        var reuse = SelfKnowledge.read(() -> known.reuse(collection));
        data.put("embedded_texts", reuse.texts());
        data.put("cached_texts", reuse.cached());
        if (reuse.texts() > 0) data.put("cache_hit_rate", hundredths(reuse.cached() / (double) reuse.texts()));
    }

    private static void knowledge(Visit visit, Map<String, Object> data) {
        var choice = new CollectionChoice(visit.engine());
        var name = choice.one(visit.optional("collection"));
        var known = new SelfKnowledge(visit.engine());
        var alike = choice.searchable(name)
                ? SelfKnowledge.read(() -> known.alike(name, SHOWN))
                : new SelfKnowledge.Alike(List.of(), 0, false);
        var never = SelfKnowledge.read(() -> known.neverFound(name));
        var unanswered = SelfKnowledge.read(() -> known.unanswered(name, SHOWN));
        data.put(
                Facts.SUMMARY,
                "%d pairs of documents are nearly the same, %d documents are in no answer, %d questions have none."
                        .formatted(alike.all(), never.size(), unanswered.size()));
        data.put("kind", "knowledge");
        data.put("collection", name);
        data.put("near_duplicates", alike.pairs().stream().map(GetStats::facts).toList());
        data.put("near_duplicates_all", alike.all());
        data.put("never_found", never.stream().limit(SHOWN).map(Quoted::line).toList());
        data.put("never_found_all", never.size());
        data.put("unanswered", unanswered.stream().map(GetStats::facts).toList());
    }

    private static Map<String, Object> facts(String tool, SelfKnowledge.Requests requests) {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("tool", tool);
        facts.put("queries", requests.queries());
        facts.put("median_ms", requests.medianMs());
        facts.put("p95_ms", requests.p95Ms());
        facts.put("outcomes", requests.outcomes());
        return facts;
    }

    private static double hundredths(double share) {
        return Math.round(100 * share) / 100.0;
    }

    private static Map<String, Object> facts(SelfKnowledge.Twins twins) {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("first", Quoted.line(twins.first()));
        facts.put("second", Quoted.line(twins.second()));
        facts.put("share", hundredths(twins.share()));
        return facts;
    }

    private static Map<String, Object> facts(SelfKnowledge.Unanswered asked) {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("question", Quoted.line(asked.question()));
        facts.put("times", asked.times());
        facts.put("outcome", asked.outcome());
        facts.put("trace_id", asked.lastTrace());
        return facts;
    }

    private static void cache(Visit visit, Map<String, Object> data) {
        var folder = visit.engine().data();
        if (!Files.exists(folder.resolve("embeddings.db"))) {
            data.put(Facts.SUMMARY, "The cache is empty.");
            data.put("kind", "cache");
            data.put("data_folder", folder.toString());
            data.put("vectors", 0);
            return;
        }
        try (var cache = EmbeddingCache.open(folder)) {
            var size = cache.size().orElseThrow(() -> new Failure("the embedding cache can't be read"));
            data.put(Facts.SUMMARY, size.vectors() + " vectors are kept.");
            data.put("kind", "cache");
            data.put("data_folder", folder.toString());
            data.put("vectors", size.vectors());
            data.put("cache_bytes", size.bytes());
            data.put("most_cache_bytes", size.maxBytes());
        }
    }
}
