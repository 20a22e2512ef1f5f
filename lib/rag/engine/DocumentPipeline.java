package rag.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import rag.engine.Plan.Item;
import rag.model.Chunk;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.Failure;
import rag.model.Field;
import rag.model.Ids;
import rag.model.LoadException;
import rag.store.HistoryRow;
import rag.trace.Trace;

/** Takes one document through {@code load → split → transform → embed}; usable from several threads. */
final class DocumentPipeline {

    /** From so many documents in a row whose embedding failed on, it is the model that fails, not the document. */
    private static final int HALT_AFTER = 3;

    /** A passage of nothing but pictures that no caption tells anything of. */
    private static final Pattern MARKS = Pattern.compile("(?:\\s*+\\[IMAGE: img_[0-9a-f]{16}])++\\s*+");

    private final Engine engine;
    private final String collection;
    private final Vectors vectors;
    private final Probe probe;
    private final Map<String, Field> declared;
    private final Chunking chunking;
    private final Progress progress;
    private final Loading loading;
    private final AtomicInteger failedEmbeddings = new AtomicInteger();
    private final WorkingTrees trees = new WorkingTrees();

    DocumentPipeline(
            Engine engine,
            String collection,
            ModelChoice.Choice choice,
            Vectors vectors,
            Loading loading,
            Probe probe,
            ModelPasses models,
            Progress progress) {
        this.engine = engine;
        this.loading = loading;
        this.collection = collection;
        this.vectors = vectors;
        this.probe = probe;
        this.declared = engine.fields(List.of(collection));
        this.progress = progress;
        this.chunking = new Chunking(engine.settings(), collection, choice.embedder(), models);
    }

    Prepared prepare(Item item) {
        var trace = engine.trace(Trace.Type.INGESTION);
        trace.put("collection", collection)
                .put("source", item.source())
                .put("action", item.action().key());
        try {
            progress.document(item.source(), "load");
            var document = TypedMetadata.of(committed(item, load(item, trace)), declared);
            var given = given(item);
            var made = chunking.chunks(item.source(), document, trace, progress);
            var chunks = made.chunks().stream()
                    .map(chunk -> GivenMetadata.over(chunk, given))
                    .toList();
            if (chunks.isEmpty()) return new Prepared.Nothing(item, DocumentState.NO_TEXT, "no text in it", trace);
            if (chunks.stream().allMatch(chunk -> MARKS.matcher(chunk.text()).matches()))
                return new Prepared.Nothing(item, DocumentState.NO_TEXT, "pictures without words", trace);
            progress.document(item.source(), "embed");
            var embedded = embed(chunks, trace);
            return new Prepared.Whole(item, row(item, document, chunks, given), chunks, embedded, made.images(), trace);
        } catch (LoadException e) {
            return new Prepared.Nothing(item, e.state(), Failure.words(e), trace);
        } catch (EmbeddingFailed e) {
            if (failedEmbeddings.incrementAndGet() >= HALT_AFTER) return new Prepared.Halted(item, e.halt(), trace);
            return new Prepared.Nothing(item, DocumentState.FAILED, Failure.words(e), trace);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError | LinkageError e) {
            trace.fail("unexpected error: " + e);
            return new Prepared.Nothing(item, DocumentState.FAILED, "unexpected error: " + e, trace);
        }
    }

    /** What a manifest says of a document now, or said of its version before. */
    private Map<String, Object> given(Item item) {
        if (item.given() != null) return item.given();
        var before = item.before();
        if (before == null || before.metadataHash().isEmpty() || before.chunks() == 0) return Map.of();
        try (var reader = engine.store().reader(List.of(collection))) {
            return GivenMetadata.of(reader.document(before.documentId()).getFirst());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A document with the commit that its file is of, where Git knows it. */
    private Document committed(Item item, Document document) {
        if (item.path() == null || !FileScan.isFile(item.source())) return document;
        return trees.commit(item.path())
                .map(commit -> {
                    var metadata = new LinkedHashMap<>(document.metadata());
                    metadata.put("git_commit", commit);
                    return document.with(metadata);
                })
                .orElse(document);
    }

    private Document load(Item item, Trace trace) throws LoadException {
        try (var stage = trace.stage("load")) {
            stage.put("bytes", item.bytes());
            try {
                var known = probe.take(item);
                var document = known.isPresent() ? known.get() : loading.load(item);
                stage.put("method", document.type())
                        .put("provider", "builtin")
                        .put("title", document.title())
                        .put("characters", document.text().length())
                        .put("blocks", document.blocks().size())
                        .put("pages", document.pages().size())
                        .put("images", document.images().size());
                if (!document.problems().isEmpty()) stage.put("problems", document.problems());
                return document;
            } catch (LoadException e) {
                stage.fail(Failure.words(e));
                throw e;
            }
        }
    }

    private List<float[]> embed(List<Chunk> chunks, Trace trace) throws EmbeddingFailed {
        try (var stage = trace.stage("embed")) {
            stage.put("provider", vectors.model().provider())
                    .put("model", vectors.model().name())
                    .put("dimension", vectors.model().dimension())
                    .put("texts", chunks.size());
            try {
                var batch = vectors.of(chunks.stream().map(Chunk::searchText).toList());
                stage.put("cached", batch.cached());
                failedEmbeddings.set(0);
                return batch.vectors();
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError | LinkageError e) {
                stage.fail(Failure.words(e));
                throw new EmbeddingFailed(e);
            }
        }
    }

    /** The document is fine; its embedding was not to be had. */
    private static final class EmbeddingFailed extends Exception {

        private static final long serialVersionUID = 1L;

        private EmbeddingFailed(Throwable cause) {
            super(Failure.words(cause), cause);
        }

        private Failure halt() {
            return new Failure("stopped, since embedding fails: " + getMessage(), this);
        }
    }

    private HistoryRow row(Item item, Document document, List<Chunk> chunks, Map<String, Object> given) {
        boolean whole = document.problems().isEmpty();
        return new HistoryRow(
                collection,
                item.source(),
                Ids.document(collection, item.source()),
                "",
                item.hash(),
                GivenMetadata.hash(given),
                item.bytes(),
                whole ? DocumentState.READY : DocumentState.PARTIAL,
                String.join("; ", document.problems()),
                false,
                given.get("title") instanceof String title ? title : document.title(),
                document.type(),
                commonest(chunks),
                document.pages().size(),
                chunks.size(),
                document.images().size(),
                0,
                engine.clock().instant());
    }

    private static String commonest(List<Chunk> chunks) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (var chunk : chunks) counts.merge(chunk.language(), chunk.text().length(), Integer::sum);
        var languages = new ArrayList<>(counts.entrySet());
        languages.sort(Map.Entry.<String, Integer>comparingByValue().reversed());
        return languages.getFirst().getKey();
    }
}
