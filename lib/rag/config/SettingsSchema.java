package rag.config;

import static rag.config.Setting.Type.BOOLEAN;
import static rag.config.Setting.Type.LIST;
import static rag.config.Setting.Type.SECRET;
import static rag.config.Setting.Type.TEXT;
import static rag.config.Setting.choice;
import static rag.config.Setting.number;
import static rag.config.Setting.open;
import static rag.config.Setting.value;
import static rag.config.Setting.whole;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

    private static final Map<String, Setting> ALL = new LinkedHashMap<>();

    static {
        put(value(TEXT, "data", null, "folder of all that is stored; else $RAG_DATA, else ./data"));

        ModelKeys.all().forEach(SettingsSchema::put);
        StoreSettings.keys().forEach(SettingsSchema::put);
        LedgerSettings.keys().forEach(SettingsSchema::put);

        put(whole("retrieval.dense_top_k", 100, 1, 10_000, "length of the list by meaning"));
        put(whole("retrieval.sparse_top_k", 100, 1, 10_000, "length of the list by words"));
        put(whole("retrieval.fusion_top_k", null, 1, 10_000, "length of the fused list; else all"));
        put(choice("retrieval.fusion", "convex", List.of("convex", "rrf"), "how the two lists become one"));
        put(whole("retrieval.rrf_k", 60, 1, 1000, "rrf: larger weighs the first ranks less"));
        put(number("retrieval.dense_weight", 0.5, 0, 1, "weight of the list by meaning"));
        put(number("retrieval.sparse_weight", 0.5, 0, 1, "weight of the list by words"));
        put(value(BOOLEAN, "retrieval.enable_dense", true, "search by meaning"));
        put(value(BOOLEAN, "retrieval.enable_sparse", true, "search by words"));
        put(choice(
                "retrieval.mode",
                "hybrid",
                List.of("hybrid", "dense", "sparse", "auto"),
                "auto weighs by the shape of the query"));
        put(value(
                BOOLEAN, "retrieval.feedback", true, "order what fusion gives anew by what its first passages share"));
        put(choice(
                "retrieval.hyde",
                "weak",
                List.of("never", "weak", "always"),
                "when the LLM writes a passage to look for; weak: when the first pass finds little"));
        put(value(
                BOOLEAN,
                "retrieval.learn_keywords",
                true,
                "words of answered questions help \"auto\" to choose collections"));

        put(value(BOOLEAN, "rerank.enabled", false, "judge the first hits once more"));
        put(open("rerank.provider", "none", RERANKERS, "rag.rerank.RerankerProvider", "who judges"));
        put(value(
                TEXT,
                "rerank.model",
                "",
                "cohere, endpoint: its name there; cross_encoder: a folder, or a name at Hugging Face"));
        put(value(
                TEXT,
                "rerank.base_url",
                "",
                "endpoint: where it is, else $RERANK_BASE_URL; cohere: where it isn't the provider's own"));
        put(value(
                SECRET,
                "rerank.api_key",
                "",
                "best as ${VAR}; else $COHERE_API_KEY, or $RERANK_API_KEY of an endpoint"));
        put(whole("rerank.top_k", 5, 1, 1000, "hits that it orders at least; it gets twice as many"));
        put(whole("rerank.candidates", 30, 1, 1000, "passages that it gets at least"));
        put(whole("rerank.timeout_s", null, 1, 3600, "seconds until the order stays as it was; else 30"));
        put(whole("rerank.window", 12_000, 500, 1_000_000, "llm: tokens that question and passages may take"));
        put(value(TEXT, "rerank.prompt", "", "llm: file with instructions; else those built in"));

        put(whole("ingestion.chunk_size", 256, 32, 8192, "most tokens of a chunk, its headings included"));
        put(whole("ingestion.chunk_overlap", 32, 0, 4096, "tokens repeated where a paragraph is cut"));
        put(open(
                "ingestion.splitter",
                "auto",
                List.of("auto", "recursive", "markdown", "sentence", "code"),
                "rag.split.SplitterProvider",
                "auto goes by the type of the document"));
        put(whole("ingestion.batch_size", 32, 1, 10_000, "documents made searchable at once"));
        put(whole("ingestion.workers", null, 1, 256, "documents read side by side; else one a core"));
        put(whole(
                "ingestion.llm_time_s",
                300,
                1,
                1_000_000,
                "seconds of a run in which models are asked; what is left then keeps what rules made of it"));
        put(value(BOOLEAN, "ingestion.chunk_refiner.use_llm", false, "let the LLM clean chunks after the rules"));
        put(value(TEXT, "ingestion.chunk_refiner.prompt", "", "file with instructions; else those built in"));
        put(value(
                BOOLEAN, "ingestion.metadata_enricher.use_llm", false, "let the LLM write titles, summaries and tags"));
        put(value(TEXT, "ingestion.metadata_enricher.prompt", "", "file with instructions; else those built in"));
        put(new Setting(
                "ingestion.transforms",
                LIST,
                List.of(),
                0,
                0,
                List.of(),
                "rag.transform.TransformProvider",
                "further passes over chunks, each added by a jar"));
        put(value(BOOLEAN, "ingestion.ocr.enabled", true, "recognise text in pictures, where Tesseract is installed"));
        put(whole("ingestion.ocr.max_pages", 50, 0, 100_000, "most pages and pictures of a document"));
        put(whole("ingestion.ocr.timeout_s", 30, 1, 3600, "seconds for one page or picture"));
        put(value(
                BOOLEAN, "ingestion.render_drawings", true, "keep drawings of a PDF that a caption names as pictures"));
        put(whole("ingestion.load_timeout_s", 300, 1, 86_400, "seconds for reading one file"));
        put(whole("ingestion.max_file_mb", 100, 1, 4096, "larger files are left out, and said so"));
        put(value(
                LIST,
                "ingestion.exclude",
                EXCLUDE,
                "names left out at any depth; with a / the path from the folder; * and ** as in .gitignore"));

        put(value(BOOLEAN, "ingestion.respect_gitignore", true, "in a Git working tree, leave out what Git ignores"));
        put(value(
                LIST,
                "ingestion.metadata_types",
                List.of(),
                "declared keys of metadata, each key=type or collection/key=type; text, number, date, list"));

        CrawlSettings.keys().forEach(SettingsSchema::put);

        put(value(BOOLEAN, "evaluation.enabled", true, "allow evaluation runs"));
        put(value(
                TEXT,
                "evaluation.provider",
                "composite",
                "custom, ragas, composite (several), or one that a jar brings"));
        put(value(LIST, "evaluation.backends", List.of("custom", "ragas"), "parts of composite"));
        put(new Setting(
                "evaluation.metrics",
                LIST,
                List.of("hit_rate", "mrr", "ndcg", "recall", "faithfulness", "context_precision"),
                0,
                0,
                List.of(("hit_rate recall precision mrr ndcg map faithfulness answer_relevancy context_precision"
                                + " context_utilization context_recall")
                        .split(" ")),
                "",
                "what is measured"));
        put(value(TEXT, "evaluation.test_set", "", "golden set; else the one that ships"));
        put(value(TEXT, "evaluation.prompts", "", "folder with own prompts of the judge, named as in config/prompts"));
        put(whole("evaluation.max_judge_calls", 1000, 0, 1_000_000, "most calls of the language model in a run"));

        put(value(
                TEXT,
                "domains.folder",
                "",
                "folder of your own domain profiles, one YAML file each; beside those built in"));
        put(value(LIST, "domains.enabled", List.of(), "names of the profiles in use; else all"));

        put(choice(
                "observability.log_level",
                "INFO",
                List.of("DEBUG", "INFO", "WARNING", "ERROR"),
                "least level on stderr; at INFO libraries only warn"));
        put(value(BOOLEAN, "observability.trace_enabled", true, "write a trace of each ingestion and query"));
        put(value(
                TEXT,
                "observability.trace_file",
                "logs/traces.jsonl",
                "relative: beside the data folder where that is called data, else inside it"));
        put(choice(
                "observability.trace_text",
                "preview",
                List.of("preview", "full", "none"),
                "how much of the texts a trace holds"));
        put(whole("observability.max_mb", 50, 1, 100_000, "most megabytes of all trace files together"));
        put(value(
                TEXT,
                "observability.otlp_endpoint",
                "",
                "collector that traces are sent to as well, as OTLP over HTTP"));

        put(value(LIST, "mcp.roots", List.of(), "folders that MCP clients may index; none: they may not"));
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

    private static void put(Setting setting) {
        ALL.put(setting.key(), setting);
    }
}
