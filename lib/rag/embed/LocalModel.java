package rag.embed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import rag.model.Failure;
import rag.model.Ids;

/**
 * A model that runs in this process: of the catalogue, its files on the class path, or {@link ExportedModel exported}.
 *
 * @param name name in {@code embedding.model}
 * @param modelHash what tells the ONNX file from others: of the catalogue's its sha256
 * @param tokenizerHash likewise of the tokenizer.json
 * @param pooling how token vectors become one; never free to choose, each model was trained for one
 * @param chinese lower-case and write in Simplified characters first: the file's tokenizer does neither and would read
 *     every capitalised Latin word as unknown
 * @param dimension length of its vectors
 * @param maxTokens longest text it was made for, in tokens
 * @param queryPrefix put before a question
 * @param documentPrefix put before a passage
 * @param languages ISO 639-1 codes; empty for all, or where it is not known
 */
public record LocalModel(
        String name,
        String modelHash,
        String tokenizerHash,
        Pooling pooling,
        boolean chinese,
        int dimension,
        int maxTokens,
        String queryPrefix,
        String documentPrefix,
        Set<String> languages) {

    /** How the vectors of a text's tokens become the text's. */
    public enum Pooling {
        /** The vector of the first token, {@code [CLS]}. */
        CLS,
        /** The mean over all tokens. */
        MEAN,
        /** The largest value over all tokens, in each dimension. */
        MAX,
        /** The vector of the last token. */
        LAST
    }

    /** Class path name of the ONNX file. */
    String modelResource() {
        return "/" + name.toLowerCase(Locale.ROOT) + "-q.onnx";
    }

    /** Class path name of the tokenizer.json. */
    String tokenizerResource() {
        return "/" + name.toLowerCase(Locale.ROOT) + "-q-tokenizer.json";
    }

    /**
     * A file of the model from the class path.
     *
     * @throws Failure when it is missing, or another than the catalogue knows
     */
    byte[] read(String resource, String hash) {
        try (var in = LocalModel.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new Failure(
                        "the model %s is not on the class path: add the jar that has %s".formatted(name, resource));
            }
            var bytes = in.readAllBytes();
            if (Ids.sha256(bytes).equals(hash)) return bytes;
            throw new Failure("%s on the class path is not the file this program knows: take the jar version it names"
                    .formatted(resource));
        } catch (IOException e) {
            throw new Failure("cannot read the model %s: %s".formatted(name, e), e);
        }
    }

    /** What a collection keeps of it; known without loading the model. */
    public ModelInfo info() {
        var parts = String.join(" ", modelHash, tokenizerHash, OnnxLibrary.VERSION, chinese ? "lower simplified" : "");
        var revision = Ids.sha256(parts.getBytes(StandardCharsets.UTF_8)).substring(0, 16);
        return new ModelInfo("local", name, dimension, maxTokens, queryPrefix, documentPrefix, revision, languages);
    }
}
