package rag.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import rag.config.Settings;
import rag.embed.Embedder;
import rag.model.Chunk;
import rag.model.Chunk.PageRange;
import rag.model.Document;
import rag.model.Ids;
import rag.model.Page;
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

    List<Chunk> chunks(String source, Document document, Trace trace) {
        var passages = split(document, trace);
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

    private List<Chunk> transform(String source, Document document, List<Passage> passages, Trace trace) {
        try (var stage = trace.stage("transform")) {
            var title = Splitters.title(document, limits);
            var language = Language.of(document.text());
            var refined = refiner.refine(document, passages);
            var enriched = enricher.enrich(document, language, refined);
            var id = Ids.document(collection, source);
            var chunks = new ArrayList<Chunk>();
            var shown = new ArrayList<Map<String, Object>>();
            int captions = 0;
            for (int i = 0; i < refined.size(); i++) {
                if (refined.get(i).text().isBlank()) continue;
                var pictures = captioner.sew(refined.get(i).text(), document.images(), fits(title, refined.get(i)));
                captions += pictures.captioned().size();
                var chunk = chunk(
                        id,
                        source,
                        document,
                        title,
                        language,
                        refined.get(i),
                        pictures,
                        enriched.get(i),
                        chunks.size());
                chunks.add(chunk);
                shown.add(shown(chunk, refined.get(i)));
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

    private Chunk chunk(
            String id,
            String source,
            Document document,
            String title,
            String language,
            Refined refined,
            Captioned pictures,
            Enrichment enrichment,
            int index) {
        var passage = refined.before();
        var own = Language.of(pictures.text());
        return new Chunk(
                Ids.chunk(id, index, pictures.text()),
                id,
                collection,
                source,
                index,
                pictures.text(),
                title,
                refined.headings(),
                document.type(),
                own.equals(Language.UNKNOWN) ? language : own,
                pages(document, passage),
                passage.start(),
                passage.end(),
                pictures.images(),
                enrichment.tags(),
                enrichment.summary(),
                flags(document, passage),
                false,
                document.metadata());
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

    /** A passage's own flags, then those of its pages. */
    private static List<String> flags(Document document, Passage passage) {
        var flags = new LinkedHashSet<>(passage.flags());
        var range = pages(document, passage);
        if (range == null) return List.copyOf(flags);
        for (var page : document.pages()) {
            if (page.number() >= range.first() && page.number() <= range.last()) flags.addAll(page.flags());
        }
        return List.copyOf(flags);
    }

    private static @Nullable PageRange pages(Document document, Passage passage) {
        var numbers = new TreeSet<Integer>();
        for (var block : document.blocks()) {
            boolean within = block.start() < passage.end() && block.end() > passage.start();
            if (within && block.page() != null) numbers.add(block.page());
        }
        if (numbers.isEmpty()) return null;
        return new PageRange(
                numbers.first(), numbers.last(), label(document, numbers.first()), label(document, numbers.last()));
    }

    private static String label(Document document, int number) {
        return document.pages().stream()
                .filter(page -> page.number() == number)
                .findFirst()
                .map(Page::label)
                .orElse("" + number);
    }
}
