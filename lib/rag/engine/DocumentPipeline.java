package rag.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import rag.engine.Plan.Item;
import rag.load.Loaders;
import rag.load.Source;
import rag.model.Chunk;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.Failure;
import rag.model.Ids;
import rag.model.LoadException;
import rag.store.HistoryRow;
import rag.trace.Trace;

/** Takes one document through {@code load → split → transform → embed}; usable from several threads. */
final class DocumentPipeline {

    /** A parser that takes longer than this on one file is taken to hang. */
    private static final long LOAD_SECONDS = 300;

    /** From so many documents in a row whose embedding failed on, it is the model that fails, not the document. */
    private static final int HALT_AFTER = 3;

    private final Engine engine;
    private final String collection;
    private final Vectors vectors;
    private final Probe probe;
    private final Chunking chunking;
    private final Progress progress;
    private final Loaders loaders = Loaders.standard();
    private final AtomicInteger failedEmbeddings = new AtomicInteger();

    DocumentPipeline(
            Engine engine,
            String collection,
            ModelChoice.Choice choice,
            Vectors vectors,
            Probe probe,
            Progress progress) {
        this.engine = engine;
        this.collection = collection;
        this.vectors = vectors;
        this.probe = probe;
        this.progress = progress;
        this.chunking = new Chunking(engine.settings(), collection, choice.embedder());
    }

    Prepared prepare(Item item) {
        var trace = engine.trace(Trace.Type.INGESTION);
        trace.put("collection", collection)
                .put("source", item.source())
                .put("action", item.action().key());
        try {
            progress.document(item.source(), "load");
            var document = load(item, trace);
            var chunks = chunking.chunks(item.source(), document, trace, progress);
            if (chunks.isEmpty()) return new Prepared.Nothing(item, DocumentState.NO_TEXT, "no text in it", trace);
            progress.document(item.source(), "embed");
            var embedded = embed(chunks, trace);
            return new Prepared.Whole(item, row(item, document, chunks), chunks, embedded, document.images(), trace);
        } catch (LoadException e) {
            return new Prepared.Nothing(item, e.state(), Routes.words(e), trace);
        } catch (EmbeddingFailed e) {
            if (failedEmbeddings.incrementAndGet() >= HALT_AFTER) return new Prepared.Halted(item, e.halt(), trace);
            return new Prepared.Nothing(item, DocumentState.FAILED, Routes.words(e), trace);
        } catch (RuntimeException e) {
            trace.fail("unexpected error: " + e);
            return new Prepared.Nothing(item, DocumentState.FAILED, "unexpected error: " + e, trace);
        }
    }

    private Document load(Item item, Trace trace) throws LoadException {
        try (var stage = trace.stage("load")) {
            stage.put("bytes", item.bytes());
            try {
                var known = probe.take(item);
                var document = known.isPresent() ? known.get() : inTime(item);
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
                stage.fail(Routes.words(e));
                throw e;
            }
        }
    }

    /** Loads in a thread of its own, which is left behind when it hangs: no parser can be stopped from outside. */
    private Document inTime(Item item) throws LoadException {
        var task = new FutureTask<>(() -> loaders.load(Source.of(java.util.Objects.requireNonNull(item.path()))));
        Thread.ofPlatform().daemon().name("load").start(task);
        try {
            return task.get(LOAD_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new LoadException(DocumentState.FAILED, "reading it took longer than " + LOAD_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LoadException(DocumentState.FAILED, "interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof LoadException known) throw known;
            throw new LoadException(DocumentState.FAILED, "could not be read: " + e.getCause(), e);
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
            } catch (RuntimeException e) {
                stage.fail(Routes.words(e));
                throw new EmbeddingFailed(e);
            }
        }
    }

    /** The document is fine; its embedding was not to be had. */
    private static final class EmbeddingFailed extends Exception {

        private static final long serialVersionUID = 1L;

        private EmbeddingFailed(RuntimeException cause) {
            super(Routes.words(cause), cause);
        }

        private Failure halt() {
            return new Failure("stopped, since embedding fails: " + getMessage(), this);
        }
    }

    private HistoryRow row(Item item, Document document, List<Chunk> chunks) {
        boolean whole = document.problems().isEmpty();
        return new HistoryRow(
                collection,
                item.source(),
                Ids.document(collection, item.source()),
                "",
                item.hash(),
                "",
                item.bytes(),
                whole ? DocumentState.READY : DocumentState.PARTIAL,
                String.join("; ", document.problems()),
                false,
                document.title(),
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
