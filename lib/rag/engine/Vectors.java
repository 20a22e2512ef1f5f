package rag.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import rag.embed.Embedder;
import rag.embed.ModelInfo;
import rag.embed.PartlyEmbedded;
import rag.model.Fingerprint;
import rag.store.EmbeddingCache;

/** Embeds texts, each once: what the cache knows is not computed again. Usable from several threads. */
final class Vectors {

    private final Embedder embedder;
    private final EmbeddingCache cache;
    private final String identity;
    private final AtomicLong embedded = new AtomicLong();
    private final AtomicLong cached = new AtomicLong();

    Vectors(Embedder embedder, EmbeddingCache cache, Fingerprint print) {
        this.embedder = embedder;
        this.cache = cache;
        this.identity = String.join(
                "\0",
                print.provider(),
                print.model(),
                print.revision(),
                "" + print.dimension(),
                print.documentPrefix());
    }

    /** Vectors of a list of texts. @param cached how many of them were known */
    record Batch(List<float[]> vectors, int cached) {}

    ModelInfo model() {
        return embedder.model();
    }

    /** Texts that went through the model. */
    long embedded() {
        return embedded.get();
    }

    long cached() {
        return cached.get();
    }

    /** One vector a text, in the order of the texts. */
    Batch of(List<String> texts) {
        var keys =
                texts.stream().map(text -> EmbeddingCache.key(identity, text)).toList();
        var known = new HashMap<>(cache.get(keys));
        var missing = new LinkedHashMap<String, String>(); // the same text twice in one document is embedded once
        for (int i = 0; i < keys.size(); i++)
            if (!known.containsKey(keys.get(i))) missing.put(keys.get(i), texts.get(i));
        if (!missing.isEmpty()) {
            var fresh = List.copyOf(missing.keySet());
            try {
                known.putAll(keep(fresh, embedder.documents(List.copyOf(missing.values()))));
            } catch (PartlyEmbedded e) {
                keep(fresh, e.vectors()); // they need not be paid for again
                throw e;
            }
        }
        embedded.addAndGet(missing.size());
        cached.addAndGet(texts.size() - missing.size());
        var all = new ArrayList<float[]>(keys.size());
        for (var key : keys) all.add(known.get(key));
        return new Batch(all, texts.size() - missing.size());
    }

    /** @param vectors one a key; null where there is none */
    private Map<String, float[]> keep(List<String> keys, List<float @Nullable []> vectors) {
        var kept = new LinkedHashMap<String, float[]>();
        for (int i = 0; i < keys.size(); i++) {
            var vector = vectors.get(i);
            if (vector != null) kept.put(keys.get(i), vector);
        }
        cache.put(kept);
        return kept;
    }
}
