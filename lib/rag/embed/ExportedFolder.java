package rag.embed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import rag.config.Json;
import rag.model.Failure;

/** The folder of a model that was exported to ONNX, with the files that tell how to use it. */
record ExportedFolder(Path path) {

    /** Where the encoder may lie, best first. */
    static final List<String> ENCODERS =
            List.of("onnx/model.onnx", "model.onnx", "onnx/model_quantized.onnx", "model_quantized.onnx");

    private static final int USUAL_LIMIT = 512;

    /** Positions that RoBERTa and its kin count before the first. */
    private static final Set<String> OFFSET_BY_TWO = Set.of("roberta", "xlm-roberta", "camembert", "mpnet");

    /**
     * A folder, or a name at the hub (owner/model), which is fetched once; empty for anything else.
     *
     * @throws Failure when the hub can't be reached, knows no such model, or sends something else
     */
    static Optional<ExportedFolder> find(String name, String hub, Path cache) {
        var path = Path.of(name.startsWith("~/") ? System.getProperty("user.home") + name.substring(1) : name);
        if (Files.isDirectory(path)) return Optional.of(new ExportedFolder(path));
        if (name.startsWith(".") || !ModelHub.isName(name)) return Optional.empty();
        return Optional.of(new ExportedFolder(new ModelHub(hub, cache).folder(name)));
    }

    Path onnx() {
        return ENCODERS.stream()
                .map(path::resolve)
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> unfit("has none of " + String.join(", ", ENCODERS)));
    }

    Path tokenizer() {
        var tokenizer = path.resolve("tokenizer.json");
        if (!Files.isRegularFile(tokenizer)) throw unfit("has no tokenizer.json");
        return tokenizer;
    }

    /** How many tokens it reads: its own words on it, else what its positions allow. */
    int limit() {
        int own = json("sentence_bert_config.json").path("max_seq_length").asInt();
        if (own > 0) return own;
        var config = json("config.json");
        int positions = config.path("max_position_embeddings").asInt(USUAL_LIMIT);
        if (OFFSET_BY_TWO.contains(config.path("model_type").asText())) positions -= 2;
        double most =
                json("tokenizer_config.json").path("model_max_length").asDouble(positions); // 1e30 stands for none
        return (int) Math.min(most, positions);
    }

    /** What a file holds; missing where there is none. */
    JsonNode json(String name) {
        var file = path.resolve(name);
        try {
            return Files.isRegularFile(file) ? Json.tree(Files.readString(file)) : MissingNode.getInstance();
        } catch (IOException e) {
            throw new Failure("%s can't be read: %s".formatted(file, e.getMessage()), e);
        }
    }

    Failure unfit(String why) {
        return new Failure(
                "the model in %s %s: take one that sentence-transformers exported to ONNX".formatted(path, why));
    }
}
