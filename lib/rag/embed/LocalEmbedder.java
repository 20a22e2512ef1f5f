package rag.embed;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.slf4j.LoggerFactory;
import rag.config.Settings;
import rag.model.Failure;
import rag.model.TokenVectors;
import rag.text.Counted;

/**
 * An embedding model inside this process: no key, no server. One worker thread a processor, each of which takes one
 * text after the other; all share one session.
 */
final class LocalEmbedder implements TokenEmbedder {

    private static final String BLANK = "a blank text has no vector";

    private final LocalModel model;
    private final ModelInfo info;
    private final Tokens tokenizer;
    private final OnnxEncoder encoder;
    private final TextPool pool;

    private LocalEmbedder(LocalModel model, Tokens tokenizer, OnnxEncoder encoder, int workers) {
        this.model = model;
        this.info = model.info();
        this.tokenizer = tokenizer;
        this.encoder = encoder;
        this.pool = new TextPool(model.name(), workers);
    }

    static LocalEmbedder open(Settings.Embedding settings, Path cache) {
        if (settings.model().equals("auto")) throw new IllegalArgumentException("the caller chooses what auto means");
        int workers = Runtime.getRuntime().availableProcessors();
        var known = LocalModels.find(settings.model());
        if (known.isPresent()) {
            if (!(settings.queryPrefix() + settings.documentPrefix()).isEmpty())
                throw new Failure(
                        "embedding.query_prefix and document_prefix have no effect with %s, whose own are part of it: leave them empty"
                                .formatted(known.get().name()));
            return open(fitting(known.get(), settings), cache, workers);
        }
        var exported = ExportedModel.find(settings, cache);
        var model = fitting(exported.model(), settings);
        var environment = OnnxLibrary.load(cache);
        var loaded = PreparedModel.plain(environment, exported.onnx(), model.name());
        var tokens = HuggingFaceTokens.open(exported.tokenizer(), exported.lower(), cache);
        return new LocalEmbedder(model, tokens, new OnnxEncoder(environment, loaded, model), workers);
    }

    private static LocalModel fitting(LocalModel model, Settings.Embedding settings) {
        var dimensions = settings.dimensions();
        if (dimensions == null || dimensions == model.dimension()) return model;
        throw new Failure("embedding.dimensions is %d, but %s gives %d: leave the setting empty"
                .formatted(dimensions, model.name(), model.dimension()));
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
        var cut = new AtomicInteger();
        var results = pool.each(texts, text -> encoding.apply(ids(model.documentPrefix(), text, cut)));
        if (cut.get() > 0)
            warnOfCut(cut + " of " + Counted.of(results.size(), "passage") + (cut.get() == 1 ? " was" : " were"));
        return results;
    }

    @Override
    public float[] query(String text) {
        if (text.isBlank()) throw new IllegalArgumentException(BLANK);
        var cut = new AtomicInteger();
        var vector = encoder.encode(ids(model.queryPrefix(), text, cut));
        if (cut.get() > 0) warnOfCut("the question was");
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
        LoggerFactory.getLogger("embedding")
                .warn("{} cut at the {} tokens that {} reads", what, model.maxTokens(), model.name());
    }

    @Override
    public void close() {
        pool.close();
        encoder.close();
    }
}
