package rag.embed;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import rag.config.Settings;
import rag.embed.LocalModel.Pooling;
import rag.model.Failure;

/**
 * A model as sentence-transformers writes it, with its encoder exported to ONNX: a folder, in whose files stands how its
 * token vectors become one, what is put before texts, and how much of them it reads.
 *
 * @param model what its files say
 * @param onnx the encoder
 * @param tokenizer its tokenizer.json
 * @param lower whether texts are to be lower-cased first
 */
record ExportedModel(LocalModel model, Path onnx, Path tokenizer, boolean lower) {

    static final String MODULES = "modules.json";

    /**
     * What a family of models wants before its texts and says on its card only.
     *
     * @param name part of the models' names
     */
    private record Prefixes(String name, String query, String document) {}

    private static final List<Prefixes> BY_CARD = List.of(
            new Prefixes("e5-", "query: ", "passage: "),
            new Prefixes("bge-small-en-v1.5", "Represent this sentence for searching relevant passages: ", ""),
            new Prefixes("bge-base-en-v1.5", "Represent this sentence for searching relevant passages: ", ""),
            new Prefixes("bge-large-en-v1.5", "Represent this sentence for searching relevant passages: ", ""),
            new Prefixes("nomic-embed-text", "search_query: ", "search_document: "),
            new Prefixes("arctic-embed", "Represent this sentence for searching relevant passages: ", ""));

    /** A folder, or a name at the hub, which is fetched once. @throws Failure when it is neither, or can't be used */
    static ExportedModel find(Settings.Embedding settings, Path cache) {
        return read(
                ExportedFolder.find(settings.model(), settings.hub(), cache)
                        .orElseThrow(() -> new Failure(
                                "no local embedding model is called \"%s\", and no folder: set embedding.model to auto, to one of %s, to a folder with an ONNX export, or to a name at the hub (owner/model)"
                                        .formatted(settings.model(), LocalModels.names()))),
                settings);
    }

    /** @throws Failure when a file is missing or asks for what is not done here */
    static ExportedModel read(ExportedFolder folder, Settings.Embedding settings) {
        var name = settings.model();
        var onnx = folder.onnx();
        var tokenizer = folder.tokenizer();
        var pooling = folder.json(pooling(folder) + "/config.json");
        var config = folder.json("config.json");
        var sentence = folder.json("sentence_bert_config.json");
        var prompts = folder.json("config_sentence_transformers.json").path("prompts");
        int dimension = config.path("hidden_size")
                .asInt(config.path("dim")
                        .asInt(pooling.path("word_embedding_dimension").asInt()));
        if (dimension < 1) throw folder.unfit("does not say in config.json how long its vectors are (hidden_size)");
        var card = BY_CARD.stream()
                .filter(family -> name.toLowerCase(java.util.Locale.ROOT).contains(family.name))
                .filter(family -> !name.contains("instruct"))
                .findFirst()
                .orElse(new Prefixes("", "", ""));
        var model = new LocalModel(
                name,
                Sampled.hash(onnx),
                Sampled.hash(tokenizer),
                kind(folder, pooling),
                false,
                dimension,
                folder.limit(),
                prefix(settings.queryPrefix(), prompts, List.of("query", "s2p_query"), card.query),
                prefix(settings.documentPrefix(), prompts, List.of("document", "passage", "corpus"), card.document),
                Set.of());
        return new ExportedModel(
                model, onnx, tokenizer, sentence.path("do_lower_case").asBoolean());
    }

    /** The folder of the module that makes one vector of many. */
    private static String pooling(ExportedFolder folder) {
        var modules = folder.json(MODULES);
        if (modules.isMissingNode()) {
            throw folder.unfit("has no modules.json, so it is not known how its token vectors become one");
        }
        String pooling = null;
        for (var module : modules) {
            var type = module.path("type").asText();
            switch (type.substring(type.lastIndexOf('.') + 1)) {
                case "Pooling" -> pooling = module.path("path").asText();
                case "Transformer", "Normalize" -> {}
                default -> throw folder.unfit("has a layer that its ONNX file leaves out: " + type);
            }
        }
        if (pooling == null || pooling.contains("..") || pooling.startsWith("/")) {
            throw folder.unfit("names no pooling in modules.json");
        }
        return pooling;
    }

    private static Pooling kind(ExportedFolder folder, JsonNode pooling) {
        var on = new java.util.ArrayList<String>();
        for (var mode : pooling.properties()) {
            if (mode.getKey().startsWith("pooling_mode_") && mode.getValue().asBoolean()) on.add(mode.getKey());
        }
        if (pooling.path("pooling_mode").isTextual())
            on.add("pooling_mode_" + pooling.path("pooling_mode").asText());
        var kinds = Map.of(
                "pooling_mode_cls_token", Pooling.CLS,
                "pooling_mode_cls", Pooling.CLS,
                "pooling_mode_mean_tokens", Pooling.MEAN,
                "pooling_mode_mean", Pooling.MEAN,
                "pooling_mode_mean_sqrt_len_tokens", Pooling.MEAN, // the direction is the mean's
                "pooling_mode_max_tokens", Pooling.MAX,
                "pooling_mode_max", Pooling.MAX,
                "pooling_mode_lasttoken", Pooling.LAST);
        var kind = on.size() == 1 ? kinds.get(on.getFirst()) : null;
        if (kind == null) throw folder.unfit("pools in a way that is not known here: " + on);
        return kind;
    }

    private static String prefix(String set, JsonNode prompts, List<String> names, String card) {
        if (!set.isEmpty()) return set;
        for (var name : names) {
            var prompt = prompts.path(name);
            if (prompt.isTextual() && !prompt.asText().isEmpty()) return prompt.asText();
        }
        return card;
    }
}
