package rag.embed;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import rag.config.Settings;
import rag.model.Failure;
import rag.model.TokenVectors;

/**
 * An embedding model inside this process: no key, no server. One worker thread a processor, each of which takes one
 * text after the other; all share one session.
 */
final class LocalEmbedder implements TokenEmbedder {

    private static final String BLANK = "a blank text has no vector";

    private final LocalModel model;
    private final ModelInfo info;
    private final WordPiece tokenizer;
    private final OnnxEncoder encoder;
    private final int workers;
    private final ExecutorService pool;

    private LocalEmbedder(LocalModel model, WordPiece tokenizer, OnnxEncoder encoder, int workers) {
        this.model = model;
        this.info = model.info();
        this.tokenizer = tokenizer;
        this.encoder = encoder;
        this.workers = workers;
        this.pool = Executors.newFixedThreadPool(
                workers, Thread.ofPlatform().daemon().name("embed-", 1).factory());
    }

    static LocalEmbedder open(Settings.Embedding settings, Path cache) {
        if (settings.model().equals("auto")) throw new IllegalArgumentException("the caller chooses what auto means");
        var model = LocalModels.named(settings.model());
        if (settings.dimensions() != null && settings.dimensions() != model.dimension()) {
            throw new Failure("embedding.dimensions is %d, but %s gives %d: leave the setting empty"
                    .formatted(settings.dimensions(), model.name(), model.dimension()));
        }
        return open(model, cache, Runtime.getRuntime().availableProcessors());
    }

    /** Checks the kept model and reads the vocabulary while the native library loads: a third of a cold start. */
    static LocalEmbedder open(LocalModel model, Path cache, int workers) {
        var prepared = new PreparedModel(model, cache);
        var kept = CompletableFuture.supplyAsync(prepared::kept);
        var tokenizer = CompletableFuture.supplyAsync(() -> tokenizer(model, cache));
        var environment = OnnxLibrary.load(cache);
        try {
            var loaded = prepared.open(environment, kept.join());
            return new LocalEmbedder(model, tokenizer.join(), new OnnxEncoder(environment, loaded, model), workers);
        } catch (CompletionException e) {
            throw e.getCause() instanceof Failure failure ? failure : e;
        }
    }

    private static WordPiece tokenizer(LocalModel model, Path cache) {
        var file = cache.resolve(model.name() + "-" + model.tokenizerHash().substring(0, 16) + ".vocabulary");
        var kept = CachedFile.sealed(file);
        if (kept != null) {
            return WordPiece.ofPlain(new String(kept.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8));
        }
        try {
            var tokenizer =
                    WordPiece.read(model.read(model.tokenizerResource(), model.tokenizerHash()), model.chinese());
            CachedFile.seal(file, draft -> Files.writeString(draft, tokenizer.plain()));
            return tokenizer;
        } catch (IOException e) {
            throw new Failure("cannot read the tokenizer of %s: %s".formatted(model.name(), e.getMessage()), e);
        }
    }

    @Override
    public ModelInfo model() {
        return info;
    }

    @Override
    public int tokens(String text) {
        return tokenizer.count(prepared(model.documentPrefix(), text));
    }

    @Override
    public List<float[]> documents(List<String> texts) {
        return each(texts, ids -> encoder.encode(ids));
    }

    @Override
    public List<TokenVectors> passageTokens(List<String> texts) {
        return each(texts, ids -> encoder.tokens(ids));
    }

    @Override
    public TokenVectors questionTokens(String text) {
        if (text.isBlank()) throw new IllegalArgumentException(BLANK);
        return encoder.tokens(tokenizer.ids(prepared("", text), model.maxTokens()));
    }

    private <T> List<T> each(List<String> texts, Function<long[], T> encoding) {
        if (texts.stream().anyMatch(String::isBlank)) throw new IllegalArgumentException(BLANK);
        // longest first, so that no worker sits idle while another ends with a long one
        var order = IntStream.range(0, texts.size())
                .boxed()
                .sorted(Comparator.comparingInt(i -> -texts.get(i).length()))
                .toList();
        var results = new ArrayList<T>(Collections.nCopies(texts.size(), null));
        var next = new AtomicInteger();
        var cut = new AtomicInteger();
        Runnable work = () -> {
            try {
                for (int i; (i = next.getAndIncrement()) < results.size(); ) {
                    int at = order.get(i);
                    results.set(at, encoding.apply(ids(model.documentPrefix(), texts.get(at), cut)));
                }
            } finally {
                next.set(results.size()); // after a failure nobody takes another
            }
        };
        var running = new ArrayList<Future<?>>();
        for (int i = 0; i < Math.min(workers, results.size()); i++) running.add(pool.submit(work));
        try {
            for (var worker : running) worker.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause
                    ? cause
                    : new Failure("the model %s failed: %s".formatted(model.name(), e.getCause()), e);
        } catch (InterruptedException e) {
            next.set(results.size());
            Thread.currentThread().interrupt();
            throw new Failure("embedding was interrupted", e);
        }
        if (cut.get() > 0) warnOfCut(cut + " of " + results.size() + " passages");
        return results;
    }

    @Override
    public float[] query(String text) {
        if (text.isBlank()) throw new IllegalArgumentException(BLANK);
        var cut = new AtomicInteger();
        var vector = encoder.encode(ids(model.queryPrefix(), text, cut));
        if (cut.get() > 0) warnOfCut("a question");
        return vector;
    }

    private long[] ids(String prefix, String text, AtomicInteger cut) {
        var whole = prepared(prefix, text);
        var ids = tokenizer.ids(whole, model.maxTokens());
        if (ids.length == model.maxTokens() && tokenizer.count(whole) > ids.length) cut.incrementAndGet();
        return ids;
    }

    private String prepared(String prefix, String text) {
        return prefix + (model.chinese() ? Simplified.of(text) : text);
    }

    private void warnOfCut(String what) {
        System.getLogger("rag.embed")
                .log(
                        System.Logger.Level.WARNING,
                        "cut at the {1} tokens that {2} reads: {0}",
                        what,
                        model.maxTokens(),
                        model.name());
    }

    @Override
    public void close() {
        pool.shutdown();
        encoder.close();
    }
}
