package rag.config;

import static rag.config.Setting.Type.BOOLEAN;
import static rag.config.Setting.Type.INTEGER;
import static rag.config.Setting.Type.LIST;
import static rag.config.Setting.Type.NUMBER;
import static rag.config.Setting.Type.SECRET;
import static rag.config.Setting.Type.TEXT;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Every key of the settings file, once: the checks, the defaults, the hints and the example file all come from here.
 * The components of {@link Settings} have the same names.
 */
final class SettingsSchema {

    /** Sections that other versions know; a file may hold them. */
    static final List<String> RESERVED = List.of("dashboard");

    private static final List<String> RERANKERS =
            List.of("none", "llm", "cross_encoder", "cohere", "endpoint", "late_interaction");
    private static final List<String> EXCLUDE = List.of((".git .hg .svn node_modules bower_components __pycache__"
        + " .venv venv virtualenv site-packages .tox .mypy_cache .pytest_cache .cache .gradle target build dist out"
        + " obj .idea .vscode .vs *.lock *.lockb package-lock.json npm-shrinkwrap.json pnpm-lock.yaml go.sum *.min.js"
        + " *.min.css")
            .split(" "));

    private static final String STREAM = "read answers while they are written: for what closes silent connections";

    private static final Map<String, Setting> ALL = new LinkedHashMap<>();

    static {
        add(TEXT, "data", null, "folder of all that is stored; else $RAG_DATA, else ./data");

        provider("llm.provider", "none", Provider::chat, "rag.llm.ChatProvider", "who writes and judges texts");
        add(TEXT, "llm.model", "", "its name at the provider; azure: the deployment's");
        endpoint("llm");
        number(NUMBER, "llm.temperature", 0.0, 0, 2, "0 gives the same answer each time");
        number(INTEGER, "llm.max_tokens", 4096, 1, 1_000_000, "most tokens of an answer");
        patience("llm");
        add(BOOLEAN, "llm.stream", false, STREAM);
        number(INTEGER, "llm.concurrency", 4, 1, 256, "requests at once");
        number(INTEGER, "llm.requests_per_minute", null, 1, 100_000, "most of them; else no bound");
        number(NUMBER, "llm.input_price", 0.0, 0, 10_000, "a million tokens sent; for the cost in traces");
        number(NUMBER, "llm.output_price", 0.0, 0, 10_000, "a million tokens received");

        add(BOOLEAN, "vision_llm.enabled", false, "caption images");
        provider("vision_llm.provider", "none", Provider::vision, "rag.llm.VisionProvider", "who looks at images");
        add(TEXT, "vision_llm.model", "", "its name at the provider; azure: the deployment's");
        endpoint("vision_llm");
        number(INTEGER, "vision_llm.max_image_size", 2048, 64, 8192, "longest side in pixels; larger is scaled down");
        patience("vision_llm");
        add(BOOLEAN, "vision_llm.stream", false, STREAM);
        number(INTEGER, "vision_llm.concurrency", 2, 1, 256, "requests at once");
        number(INTEGER, "vision_llm.max_calls", 200, 0, 1_000_000, "images a run may ask about");
        add(TEXT, "vision_llm.prompt", "", "file with instructions; else those built in");

        provider(
                "embedding.provider",
                "local",
                Provider::embedding,
                "rag.embed.EmbedderProvider",
                "local needs no key; openai is any endpoint of that kind");
        add(
                TEXT,
                "embedding.model",
                "auto",
                "auto: local by the collection's language, others their usual one; local also a folder, or a name at"
                        + " the hub");
        endpoint("embedding");
        number(INTEGER, "embedding.dimensions", null, 1, 4096, "length of the vectors; else the model's own");
        number(INTEGER, "embedding.batch_size", null, 1, 2048, "texts a request; else the provider's limit");
        add(TEXT, "embedding.query_prefix", "", "put before a question; else the model's own");
        add(TEXT, "embedding.document_prefix", "", "put before a passage; else the model's own");
        add(TEXT, "embedding.hub", "", "where local fetches models by name; else $HF_ENDPOINT, else Hugging Face");
        patience("embedding");

        StoreSettings.keys().forEach(SettingsSchema::put);
        LedgerSettings.keys().forEach(SettingsSchema::put);

        number(INTEGER, "retrieval.dense_top_k", 100, 1, 10_000, "length of the list by meaning");
        number(INTEGER, "retrieval.sparse_top_k", 100, 1, 10_000, "length of the list by words");
        number(INTEGER, "retrieval.fusion_top_k", null, 1, 10_000, "length of the fused list; else all");
        choice("retrieval.fusion", "convex", List.of("convex", "rrf"), "how the two lists become one");
        number(INTEGER, "retrieval.rrf_k", 60, 1, 1000, "rrf: larger weighs the first ranks less");
        number(NUMBER, "retrieval.dense_weight", 0.5, 0, 1, "weight of the list by meaning");
        number(NUMBER, "retrieval.sparse_weight", 0.5, 0, 1, "weight of the list by words");
        add(BOOLEAN, "retrieval.enable_dense", true, "search by meaning");
        add(BOOLEAN, "retrieval.enable_sparse", true, "search by words");
        choice(
                "retrieval.mode",
                "hybrid",
                List.of("hybrid", "dense", "sparse", "auto"),
                "auto weighs by the shape of the query");
        add(BOOLEAN, "retrieval.feedback", true, "order what fusion gives anew by what its first passages share");
        choice(
                "retrieval.hyde",
                "weak",
                List.of("never", "weak", "always"),
                "when the LLM writes a passage to look for; weak: when the first pass finds little");
        add(BOOLEAN, "retrieval.learn_keywords", true, "words of answered questions help \"auto\" choose collections");

        add(BOOLEAN, "rerank.enabled", false, "judge the first hits once more");
        open("rerank.provider", "none", RERANKERS, "rag.rerank.RerankerProvider", "who judges");
        add(
                TEXT,
                "rerank.model",
                "",
                "cohere, endpoint: its name there; cross_encoder: a folder, or a name at Hugging Face");
        add(
                TEXT,
                "rerank.base_url",
                "",
                "endpoint: where it is, else $RERANK_BASE_URL; cohere: where it isn't the provider's own");
        add(SECRET, "rerank.api_key", "", "best as ${VAR}; else $COHERE_API_KEY, or $RERANK_API_KEY of an endpoint");
        number(INTEGER, "rerank.top_k", 5, 1, 1000, "hits that it orders at least; it gets twice as many");
        number(INTEGER, "rerank.candidates", 30, 1, 1000, "passages that it gets at least");
        number(INTEGER, "rerank.timeout_s", null, 1, 3600, "seconds until the order stays as it was; else 30");
        number(INTEGER, "rerank.window", 12_000, 500, 1_000_000, "llm: tokens that question and passages may take");
        add(TEXT, "rerank.prompt", "", "llm: file with instructions; else those built in");

        number(INTEGER, "ingestion.chunk_size", 256, 32, 8192, "most tokens of a chunk, its headings included");
        number(INTEGER, "ingestion.chunk_overlap", 32, 0, 4096, "tokens repeated where a paragraph is cut");
        open(
                "ingestion.splitter",
                "auto",
                List.of("auto", "recursive", "markdown", "sentence", "code"),
                "rag.split.SplitterProvider",
                "auto goes by the type of the document");
        number(INTEGER, "ingestion.batch_size", 32, 1, 10_000, "documents made searchable at once");
        number(INTEGER, "ingestion.workers", null, 1, 256, "documents read side by side; else one a core");
        number(
                INTEGER,
                "ingestion.llm_time_s",
                300,
                1,
                1_000_000,
                "seconds of a run in which models are asked; what is left then keeps what rules made of it");
        add(BOOLEAN, "ingestion.chunk_refiner.use_llm", false, "let the LLM clean chunks after the rules");
        add(TEXT, "ingestion.chunk_refiner.prompt", "", "file with instructions; else those built in");
        add(BOOLEAN, "ingestion.metadata_enricher.use_llm", false, "let the LLM write titles, summaries and tags");
        add(TEXT, "ingestion.metadata_enricher.prompt", "", "file with instructions; else those built in");
        put(new Setting(
                "ingestion.transforms",
                LIST,
                List.of(),
                0,
                0,
                List.of(),
                "rag.transform.TransformProvider",
                "further passes over chunks, each added by a jar"));
        add(BOOLEAN, "ingestion.ocr.enabled", true, "recognise text in pictures, where Tesseract is installed");
        number(INTEGER, "ingestion.ocr.max_pages", 50, 0, 100_000, "most pages and pictures of a document");
        number(INTEGER, "ingestion.ocr.timeout_s", 30, 1, 3600, "seconds for one page or picture");
        add(BOOLEAN, "ingestion.render_drawings", true, "keep drawings of a PDF that a caption names as pictures");
        number(INTEGER, "ingestion.load_timeout_s", 300, 1, 86_400, "seconds for reading one file");
        number(INTEGER, "ingestion.max_file_mb", 100, 1, 4096, "larger files are left out, and said so");
        add(
                LIST,
                "ingestion.exclude",
                EXCLUDE,
                "names left out at any depth; with a / the path from the folder; * and ** as in .gitignore");

        add(BOOLEAN, "ingestion.respect_gitignore", true, "in a Git working tree, leave out what Git ignores");
        add(
                LIST,
                "ingestion.metadata_types",
                List.of(),
                "declared keys of metadata, each key=type or collection/key=type; text, number, date, list");

        CrawlSettings.keys().forEach(SettingsSchema::put);

        add(BOOLEAN, "evaluation.enabled", true, "allow evaluation runs");
        add(TEXT, "evaluation.provider", "composite", "custom, ragas, composite (several), or one that a jar brings");
        add(LIST, "evaluation.backends", List.of("custom", "ragas"), "parts of composite");
        list(
                "evaluation.metrics",
                List.of("hit_rate", "mrr", "ndcg", "recall", "faithfulness", "context_precision"),
                List.of(("hit_rate recall precision mrr ndcg map faithfulness answer_relevancy context_precision"
                                + " context_utilization context_recall")
                        .split(" ")),
                "what is measured");
        add(TEXT, "evaluation.test_set", "", "golden set; else the one that ships");
        add(TEXT, "evaluation.prompts", "", "folder with own prompts of the judge, named as in config/prompts");
        number(INTEGER, "evaluation.max_judge_calls", 1000, 0, 1_000_000, "most calls of the language model in a run");

        add(
                TEXT,
                "domains.folder",
                "",
                "folder of your own domain profiles, one YAML file each; beside those built in");
        add(LIST, "domains.enabled", List.of(), "names of the profiles in use; else all");

        choice(
                "observability.log_level",
                "INFO",
                List.of("DEBUG", "INFO", "WARNING", "ERROR"),
                "least level written to stderr");
        add(BOOLEAN, "observability.trace_enabled", true, "write a trace of each ingestion and query");
        add(
                TEXT,
                "observability.trace_file",
                "logs/traces.jsonl",
                "relative: beside the data folder where that is called data, else inside it");
        choice(
                "observability.trace_text",
                "preview",
                List.of("preview", "full", "none"),
                "how much of the texts a trace holds");
        number(INTEGER, "observability.max_mb", 50, 1, 100_000, "most megabytes of all trace files together");
        add(TEXT, "observability.otlp_endpoint", "", "collector that traces are sent to as well, as OTLP over HTTP");

        add(LIST, "mcp.roots", List.of(), "folders that MCP clients may index; none: they may not");
    }

    private SettingsSchema() {}

    static List<Setting> all() {
        return List.copyOf(ALL.values());
    }

    static Optional<Setting> find(String key) {
        return Optional.ofNullable(ALL.get(key));
    }

    /** Whether keys stand below this one, as below "ingestion" or "ingestion.chunk_refiner". */
    static boolean isSection(String key) {
        return ALL.keySet().stream().anyMatch(name -> name.startsWith(key + "."));
    }

    /** Names that may stand directly in a section; "" is the whole file. */
    static Set<String> names(String section) {
        var prefix = section.isEmpty() ? "" : section + ".";
        var names = new LinkedHashSet<String>();
        for (var key : ALL.keySet()) {
            if (key.startsWith(prefix)) names.add(key.substring(prefix.length()).split("\\.")[0]);
        }
        if (section.isEmpty()) {
            names.add(Variants.SECTION);
            names.addAll(RESERVED);
        }
        return Collections.unmodifiableSet(names);
    }

    private static void add(Setting.Type type, String key, @Nullable Object fallback, String doc) {
        put(new Setting(key, type, fallback, 0, 0, List.of(), "", doc));
    }

    private static void number(
            Setting.Type type, String key, @Nullable Object fallback, double min, double max, String doc) {
        put(new Setting(key, type, fallback, min, max, List.of(), "", doc));
    }

    private static void choice(String key, String fallback, List<String> now, String doc) {
        put(new Setting(key, TEXT, fallback, 0, 0, now, "", doc));
    }

    /** The fallback, the providers that have a model of this kind, and those that jars add. */
    private static void provider(
            String key, String fallback, Function<Provider, String> kind, String plugins, String doc) {
        var names = new ArrayList<>(List.of(fallback));
        names.addAll(Provider.with(kind));
        open(key, fallback, names, plugins, doc);
    }

    /** A choice to which jars add. */
    private static void open(String key, String fallback, List<String> now, String plugins, String doc) {
        put(new Setting(key, TEXT, fallback, 0, 0, now, plugins, doc));
    }

    private static void endpoint(String section) {
        add(TEXT, section + ".base_url", "", "endpoint, where it isn't the provider's own");
        add(SECRET, section + ".api_key", "", "best as ${VAR}; else the provider's usual variable");
        add(TEXT, section + ".api_version", "2024-10-21", "azure only");
    }

    private static void patience(String section) {
        number(INTEGER, section + ".timeout_s", 30, 1, 3600, "seconds to wait for an answer, all attempts together");
        number(INTEGER, section + ".retries", 2, 0, 10, "further attempts after an error that may pass");
    }

    private static void list(String key, List<String> fallback, List<String> choices, String doc) {
        put(new Setting(key, LIST, fallback, 0, 0, choices, "", doc));
    }

    private static void put(Setting setting) {
        ALL.put(setting.key(), setting);
    }
}
