package rag.embed;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import rag.model.Failure;

/**
 * A model that reads two texts together and gives one score, as sentence-transformers and Optimum export it to ONNX: a
 * folder, in whose files stands how pairs are framed, how much is read, and whether the score is squashed to 0..1.
 * Usable from several threads.
 */
public final class CrossEncoderModel implements AutoCloseable {

    /** Where the two families of versions of sentence-transformers write the last step. */
    private static final List<String> LAST_STEP =
            List.of("/sentence_transformers/activation_fn", "/sbert_ce_default_activation_function");

    private final String name;
    private final HuggingFaceTokenizer tokenizer;
    private final OnnxModel onnx;
    private final boolean squashed;
    private final TextPool pool;

    /** What comes of one passage. @param cut whether question and passage are longer than what the model reads */
    public record Scored(double score, boolean cut) {}

    private CrossEncoderModel(String name, HuggingFaceTokenizer tokenizer, OnnxModel onnx, boolean squashed) {
        this.name = name;
        this.tokenizer = tokenizer;
        this.onnx = onnx;
        this.squashed = squashed;
        this.pool = new TextPool(name, Runtime.getRuntime().availableProcessors());
    }

    /**
     * Opens a model from a folder, or by its name at the hub, which is fetched once.
     *
     * @param hub address of the hub
     * @param cache folder for what can be made again
     * @throws Failure when it is neither, or can't be used
     */
    public static CrossEncoderModel open(String model, String hub, Path cache) {
        var folder = ExportedFolder.find(model, hub, cache)
                .orElseThrow(() -> new Failure(
                        "no folder and no name at the hub (owner/model): \"%s\"; see rerank.model".formatted(model)));
        var options = Map.of("truncation", "longest_first", "maxLength", "" + folder.limit(), "padding", "false");
        var tokenizer = HuggingFaceTokens.tokenizer(folder.tokenizer(), options, cache);
        var environment = OnnxLibrary.load(cache);
        var loaded = PreparedModel.plain(environment, folder.onnx(), model);
        return new CrossEncoderModel(
                model, tokenizer, new OnnxModel(environment, loaded, model, 2), squashed(folder.json("config.json")));
    }

    /** A model with one output that says nothing of it is squashed, as sentence-transformers does. */
    private static boolean squashed(JsonNode config) {
        for (var place : LAST_STEP) {
            var step = config.at(place);
            if (step.isTextual()) return step.asText().endsWith("Sigmoid");
        }
        return true;
    }

    /**
     * Scores passages, in their order: the more the better.
     *
     * @throws Failure when the model fails, gives another number of scores, or the thread is interrupted
     */
    public List<Scored> scores(String question, List<String> passages) {
        return pool.each(passages, passage -> score(tokenizer.encode(question, passage)));
    }

    private Scored score(Encoding pair) {
        double score = onnx.run(pair.getIds(), pair.getTypeIds(), logits -> {
            if (logits.remaining() == 1) return logits.get(0);
            throw new Failure("the model %s gives %d numbers for a pair: a reranker gives one"
                    .formatted(name, logits.remaining()));
        });
        return new Scored(squashed ? 1 / (1 + Math.exp(-score)) : score, pair.exceedMaxLength());
    }

    @Override
    public void close() {
        pool.close();
        onnx.close();
        tokenizer.close();
    }
}
