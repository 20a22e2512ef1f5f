package rag.mcp;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.model.Failure;
import rag.store.EmbeddingCache;
import rag.text.Counted;

/** {@code get_stats}: how large index and cache are. */
final class GetStats implements Tool {

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
                .whole("index_bytes", "")
                .required("collection");
        return new Told(
                "get_stats",
                "Statistics",
                "Shows sizes: kind index for documents, passages and bytes of each collection, kind cache for the"
                        + " vectors that are kept so that no text is embedded twice.",
                Schema.object().choice("kind", "index (default) or cache.", List.of("index", "cache")),
                Schema.object()
                        .text("summary", "")
                        .text("kind", "")
                        .text("data_folder", "")
                        .list("collections", "kind index", collection)
                        .whole("documents", "kind index: in all collections")
                        .whole("chunks", "kind index: in all collections")
                        .whole("index_bytes", "kind index: of all collections")
                        .whole("vectors", "kind cache")
                        .whole("cache_bytes", "kind cache")
                        .whole("most_cache_bytes", "kind cache: the least used go when it is larger"),
                Effects.NONE);
    }

    @Override
    public Result answer(Visit visit) {
        var data = new LinkedHashMap<String, Object>();
        if (visit.text("kind", "index").equals("cache")) cache(visit, data);
        else index(visit, data);
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
