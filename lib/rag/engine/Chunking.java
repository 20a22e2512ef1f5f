package rag.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.config.Settings;
import rag.embed.Embedder;
import rag.model.Chunk;
import rag.model.Document;
import rag.model.Ids;
import rag.model.Image;
import rag.model.Passage;
import rag.split.ChunkLimits;
import rag.split.Splitter;
import rag.split.Splitters;
import rag.text.Language;
import rag.trace.Trace;
import rag.transform.ChunkRefiner;
import rag.transform.Enrichment;
import rag.transform.ImageCaptioner;
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
    private final ModelPasses models;
    private final int readable;

    /**
     * The chunks of a document, and its pictures with the captions they got.
     *
     * @param images those of the document, each once
     */
    record Made(List<Chunk> chunks, List<Image> images) {}

    Chunking(Settings settings, String collection, Embedder embedder, ModelPasses models) {
        this.models = models;
        this.readable = embedder.model().maxTokens();
        this.collection = collection;
        this.traceText = settings.observability().traceText();
        var cut = settings.ingestion();
        this.splitterName = cut.splitter();
        this.splitter = Splitters.of(cut);
        int size = Math.min(cut.chunkSize(), embedder.model().maxTokens());
        this.limits = new ChunkLimits(size, Math.min(cut.chunkOverlap(), size / 2), embedder::tokens);
    }

    Made chunks(String source, Document document, Trace trace, Progress progress) {
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

    private Made transform(String source, Document document, List<Passage> passages, Trace trace) {
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
            var passes = new Passes(models);
            var captions = passes.captions(document);
            var given = new ArrayList<Passes.Given>();
            for (int i = 0; i < refined.size(); i++) {
                if (refined.get(i).text().isBlank()) continue;
                given.add(given(whole.title(), refined.get(i), enriched.get(i)));
            }
            var made = passes.over(document, given, captions);
            var chunks = new ArrayList<Chunk>();
            var shown = new ArrayList<Map<String, Object>>();
            int captioned = 0;
            for (int i = 0; i < given.size(); i++) {
                chunks.add(chunk(whole, given.get(i), made.get(i), document, i));
                captioned += made.get(i).captioned().size();
                shown.add(shown(chunks.getLast(), given.get(i).rules(), made.get(i)));
            }
            stage.put("method", "rules")
                    .put("refined", refined.stream().filter(Refined::changed).count())
                    .put("captions", captioned)
                    .put("chunks", chunks.size())
                    .put("results", shown);
            if (!models.transforms().isEmpty())
                stage.put("transforms", List.copyOf(models.transforms().keySet()));
            if (models.any()) passes.trace(stage.put("method", "rules, then models"), made);
            return new Made(chunks, captions.images());
        }
    }

    private Passes.Given given(String title, Refined refined, Enrichment enrichment) {
        var above = title + "\n" + String.join("\n", refined.headings()) + "\n";
        return new Passes.Given(
                refined,
                enrichment,
                above.strip(),
                text -> limits.tokens().count(above + text) <= limits.size(),
                text -> limits.tokens().count(above + text) <= readable);
    }

    /** Its id comes from the text that rules made, so that it stays the same whatever a model says. */
    private Chunk chunk(Whole whole, Passes.Given given, Passes.Made made, Document document, int index) {
        var refined = given.rules();
        var passage = refined.before();
        var pictures = captioner.sew(refined.text(), document.images(), given.fits());
        var own = Language.of(pictures.text());
        var metadata = new LinkedHashMap<>(whole.metadata());
        made.metadata().forEach(metadata::putIfAbsent);
        return new Chunk(
                Ids.chunk(whole.id(), index, pictures.text()),
                whole.id(),
                collection,
                whole.source(),
                index,
                made.text(),
                whole.title(),
                refined.headings(),
                whole.type(),
                own.equals(Language.UNKNOWN) ? whole.language() : own,
                whole.pages().range(passage),
                passage.start(),
                passage.end(),
                pictures.images(),
                made.enrichment().tags(),
                made.enrichment().summary(),
                whole.pages().flags(passage),
                false,
                metadata);
    }

    /** What a trace shows of a chunk: what became of its text, and what is said of it. */
    private Map<String, Object> shown(Chunk chunk, Refined refined, Passes.Made made) {
        var row = new LinkedHashMap<String, Object>();
        row.put("chunk_id", chunk.id());
        row.put("tags", chunk.tags());
        if (!refined.rules().isEmpty()) row.put("rules", refined.rules());
        if (!made.fallback().isEmpty()) row.put("fallback", made.fallback());
        if (traceText.equals("none")) return row;
        if (!chunk.text().equals(refined.before().text()))
            row.put("before", Shown.text(refined.before().text(), traceText));
        row.put("text", Shown.text(chunk.text(), traceText));
        return row;
    }
}
