package rag.engine;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
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

/** Makes chunks of a document: splits it, and cleans and describes what comes of it. */
final class Chunking {

    private static final Pattern IMAGE = Pattern.compile("\\[IMAGE: (img_[0-9a-f]{16})\\]");

    private final String collection;
    private final String traceText;
    private final String splitterName;
    private final Splitter splitter;
    private final ChunkLimits limits;

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
            stage.put("method", "rules");
            var id = Ids.document(collection, source);
            var title = Splitters.title(document, limits);
            var chunks = new ArrayList<Chunk>();
            for (var passage : passages) {
                int index = chunks.size();
                chunks.add(new Chunk(
                        Ids.chunk(id, index, passage.text()),
                        id,
                        collection,
                        source,
                        index,
                        passage.text(),
                        title,
                        passage.headings(),
                        document.type(),
                        Language.of(passage.text()),
                        pages(document, passage),
                        passage.start(),
                        passage.end(),
                        images(passage.text()),
                        List.of(),
                        "",
                        flags(document, passage),
                        false,
                        document.metadata()));
            }
            return chunks;
        }
    }

    /** Ids of the pictures that stand in a text, in order. */
    private static List<String> images(String text) {
        return IMAGE.matcher(text).results().map(match -> match.group(1)).distinct().toList();
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
