package rag.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import rag.config.Settings;
import rag.embed.Embedder;
import rag.model.Chunk;
import rag.model.Document;
import rag.model.Ids;
import rag.model.Passage;
import rag.split.ChunkLimits;
import rag.split.Splitter;
import rag.split.Splitters;
import rag.text.Language;
import rag.trace.Trace;
import rag.transform.ChunkRefiner;
import rag.transform.Enrichment;
import rag.transform.ImageCaptioner;
import rag.transform.ImageCaptioner.Captioned;
import rag.transform.MetadataEnricher;
import rag.transform.Refined;

/** Makes chunks of a document: splits it, and cleans and describes what comes of it. */
final class Chunking {

    private final String collection;
    private final String traceText;
    private final String splitterName;
    private final Splitter splitter;
    private final ChunkLimits limits;
    private final ChunkRefiner refiner = new ChunkRefiner();
    private final MetadataEnricher enricher = new MetadataEnricher();
    private final ImageCaptioner captioner = new ImageCaptioner();

    Chunking(Settings settings, String collection, Embedder embedder) {
        this.collection = collection;
        this.traceText = settings.observability().traceText();
        var cut = settings.ingestion();
        this.splitterName = cut.splitter();
        this.splitter = Splitters.of(cut.splitter());
        int size = Math.min(cut.chunkSize(), embedder.model().maxTokens());
        this.limits = new ChunkLimits(size, Math.min(cut.chunkOverlap(), size / 2), embedder::tokens);
    }

    List<Chunk> chunks(String source, Document document, Trace trace, Progress progress) {
        progress.document(source, "split");
        var passages = split(document, trace);
        progress.document(source, "transform");
        return transform(source, document, passages, trace);
    }

    private List<Passage> split(Document document, Trace trace) {
        try (var stage = trace.stage("split")) {
            var passages = splitter.split(document, limits);
            stage.put("method", splitterName)
                    .put("chunk_size", limits.size())
                    .put("chunk_overlap", limits.overlap())
                    .put("chunks", passages.size());
            return passages;
        }
    }

    /** What all chunks of a document have in common. */
    private record Whole(
            String id,
            String source,
            String title,
            String language,
            String type,
            Map<String, Object> metadata,
            Pages pages) {}

    private List<Chunk> transform(String source, Document document, List<Passage> passages, Trace trace) {
        try (var stage = trace.stage("transform")) {
            var whole = new Whole(
                    Ids.document(collection, source),
                    source,
                    Splitters.title(document, limits),
                    Language.of(document.text()),
                    document.type(),
                    document.metadata(),
                    new Pages(document));
            var refined = refiner.refine(document, passages);
            var enriched = enricher.enrich(document, whole.language(), refined);
            var chunks = new ArrayList<Chunk>();
            var shown = new ArrayList<Map<String, Object>>();
            int captions = 0;
            for (int i = 0; i < refined.size(); i++) {
                var passage = refined.get(i);
                if (passage.text().isBlank()) continue;
                var pictures = captioner.sew(passage.text(), document.images(), fits(whole.title(), passage));
                captions += pictures.captioned().size();
                chunks.add(chunk(whole, passage, pictures, enriched.get(i), chunks.size()));
                shown.add(shown(chunks.getLast(), passage));
            }
            stage.put("method", "rules")
                    .put("refined", refined.stream().filter(Refined::changed).count())
                    .put("captions", captions)
                    .put("chunks", chunks.size())
                    .put("results", shown);
            return chunks;
        }
    }

    private Predicate<String> fits(String title, Refined refined) {
        var above = title + "\n" + String.join("\n", refined.headings()) + "\n";
        return text -> limits.tokens().count(above + text) <= limits.size();
    }

    private Chunk chunk(Whole whole, Refined refined, Captioned pictures, Enrichment enrichment, int index) {
        var passage = refined.before();
        var own = Language.of(pictures.text());
        return new Chunk(
                Ids.chunk(whole.id(), index, pictures.text()),
                whole.id(),
                collection,
                whole.source(),
                index,
                pictures.text(),
                whole.title(),
                refined.headings(),
                whole.type(),
                own.equals(Language.UNKNOWN) ? whole.language() : own,
                whole.pages().range(passage),
                passage.start(),
                passage.end(),
                pictures.images(),
                enrichment.tags(),
                enrichment.summary(),
                whole.pages().flags(passage),
                false,
                whole.metadata());
    }

    /** What a trace shows of a chunk: what the rules did to its text, and what they say of it. */
    private Map<String, Object> shown(Chunk chunk, Refined refined) {
        var row = new LinkedHashMap<String, Object>();
        row.put("chunk_id", chunk.id());
        row.put("tags", chunk.tags());
        if (!refined.rules().isEmpty()) row.put("rules", refined.rules());
        if (traceText.equals("none")) return row;
        if (refined.changed()) row.put("before", Shown.text(refined.before().text(), traceText));
        row.put("text", Shown.text(chunk.text(), traceText));
        return row;
    }
}
