package rag.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.model.Field;
import rag.model.Hyde;
import rag.model.Mode;

/**
 * All settings, one record a section of the YAML file; what a key means, its default and its bounds stand in
 * {@code config/settings.yaml.example} and are checked by {@link SettingsLoader} before anything runs.
 *
 * @param data the data folder, absolute
 * @param warnings what the file says that this version has no use for
 */
public record Settings(
        Path data,
        Llm llm,
        VisionLlm visionLlm,
        Embedding embedding,
        StoreSettings vectorStore,
        LedgerSettings ledger,
        Retrieval retrieval,
        Rerank rerank,
        Ingest ingestion,
        CrawlSettings crawl,
        Evaluation evaluation,
        DomainProfiles domains,
        Observability observability,
        Mcp mcp,
        List<String> warnings) {

    /**
     * @param timeoutS seconds for a request, further attempts included
     * @param stream whether answers are read while they are written; callers get whole ones all the same
     * @param concurrency requests at once
     * @param requestsPerMinute null knows no bound
     * @param inputPrice price of a million tokens sent; 0 counts no cost
     * @param outputPrice price of a million tokens received
     */
    public record Llm(
            String provider,
            String model,
            String baseUrl,
            String apiKey,
            String apiVersion,
            double temperature,
            int maxTokens,
            int timeoutS,
            int retries,
            boolean stream,
            int concurrency,
            @Nullable Integer requestsPerMinute,
            double inputPrice,
            double outputPrice)
            implements Service {

        @Override
        public String toString() {
            return SettingsView.of(this).toString();
        }
    }

    /**
     * @param maxImageSize longest side in pixels; larger is scaled down
     * @param maxCalls pictures a run may ask about
     * @param prompt file with the instructions; "" takes those built in
     */
    public record VisionLlm(
            boolean enabled,
            String provider,
            String model,
            String baseUrl,
            String apiKey,
            String apiVersion,
            int maxImageSize,
            int timeoutS,
            int retries,
            boolean stream,
            int concurrency,
            int maxCalls,
            String prompt)
            implements Service {

        @Override
        public String toString() {
            return SettingsView.of(this).toString();
        }
    }

    /**
     * @param model a name; of local also "auto", which chooses by the collection's language, or a folder
     * @param queryPrefix put before a question; "" takes the model's own
     * @param documentPrefix put before a passage; "" takes the model's own
     * @param hub where models are fetched from by their names
     * @param dimensions null takes the model's own
     * @param batchSize texts a request for remote providers; null takes the provider's default
     */
    public record Embedding(
            String provider,
            String model,
            String baseUrl,
            String apiKey,
            String apiVersion,
            @Nullable Integer dimensions,
            @Nullable Integer batchSize,
            String queryPrefix,
            String documentPrefix,
            String hub,
            int timeoutS,
            int retries)
            implements Service {

        /** The same with another model. */
        public Embedding withModel(String model) {
            return new Embedding(
                    provider,
                    model,
                    baseUrl,
                    apiKey,
                    apiVersion,
                    dimensions,
                    batchSize,
                    queryPrefix,
                    documentPrefix,
                    hub,
                    timeoutS,
                    retries);
        }

        @Override
        public String toString() {
            return SettingsView.of(this).toString();
        }
    }

    /**
     * @param fusionTopK length of the fused list; null keeps all
     * @param denseWeight weight of the dense route in 0..1; both weights are scaled to a sum of 1
     */
    public record Retrieval(
            int denseTopK,
            int sparseTopK,
            @Nullable Integer fusionTopK,
            String fusion,
            int rrfK,
            double denseWeight,
            double sparseWeight,
            boolean enableDense,
            boolean enableSparse,
            Mode mode,
            boolean feedback,
            Hyde hyde,
            boolean learnKeywords) {}

    /**
     * @param topK hits that it orders at least; it gets at least twice as many, and twice the hits asked for
     * @param candidates passages that it gets at least
     * @param timeoutS seconds until the fused order stands; null takes 30
     * @param window llm: tokens that question and passages may take
     * @param prompt llm: file with the instructions; "" takes those built in
     */
    public record Rerank(
            boolean enabled,
            String provider,
            String model,
            String baseUrl,
            String apiKey,
            int topK,
            int candidates,
            @Nullable Integer timeoutS,
            int window,
            String prompt) {

        @Override
        public String toString() {
            return SettingsView.of(this).toString();
        }
    }

    /**
     * @param chunkSize most tokens of a chunk, headings included
     * @param chunkOverlap tokens that a chunk repeats of the one before
     * @param batchSize documents a commit
     * @param workers documents at once
     * @param llmTimeS seconds of a run in which models are asked; what is left then keeps what rules made of it
     * @param transforms passes over chunks that jars add, in their order
     * @param exclude patterns of what is not read: without "/" a name at any depth, with it a path from the folder
     * @param respectGitignore leave out what Git ignores in a working tree
     * @param metadataTypes each {@link DeclaredType} as it is written
     */
    public record Ingest(
            int chunkSize,
            int chunkOverlap,
            String splitter,
            int batchSize,
            int workers,
            int llmTimeS,
            ChunkRefiner chunkRefiner,
            MetadataEnricher metadataEnricher,
            List<String> transforms,
            Ocr ocr,
            boolean renderDrawings,
            int loadTimeoutS,
            int maxFileMb,
            List<String> exclude,
            boolean respectGitignore,
            List<String> metadataTypes) {

        /** The keys that are declared for a collection; one of the collection's own goes before one for all. */
        public Map<String, Field> declared(String collection) {
            var fields = new LinkedHashMap<String, Field>();
            for (var own : List.of(false, true)) {
                for (var written : metadataTypes) {
                    var declared = DeclaredType.parse(written).orElseThrow();
                    if (own
                            ? declared.collection().equals(collection)
                            : declared.collection().isEmpty()) {
                        fields.put(declared.key(), Field.of(declared.key(), declared.type()));
                    }
                }
            }
            return fields;
        }
    }

    /** @param folder of more profiles; "" for none @param enabled names; empty means all */
    public record DomainProfiles(String folder, List<String> enabled) {}

    /**
     * @param enabled recognise text in pictures, where Tesseract is installed
     * @param maxPages most pages and pictures of a document
     * @param timeoutS seconds for one of them
     */
    public record Ocr(boolean enabled, int maxPages, int timeoutS) {}

    /**
     * @param useLlm let the language model clean chunks after the rules
     * @param prompt file with the instructions; "" takes those built in
     */
    public record ChunkRefiner(boolean useLlm, String prompt) {}

    /**
     * @param useLlm let the language model write titles, summaries and tags
     * @param prompt file with the instructions; "" takes those built in
     */
    public record MetadataEnricher(boolean useLlm, String prompt) {}

    /**
     * @param prompts folder with prompts of the judge in the place of the built-in ones; "" for none
     * @param maxJudgeCalls most calls of the language model in one run
     */
    public record Evaluation(
            boolean enabled,
            String provider,
            List<String> backends,
            List<String> metrics,
            String testSet,
            String prompts,
            int maxJudgeCalls) {}

    /**
     * @param traceFile absolute
     * @param traceText how much text a trace holds: preview, full, none
     * @param maxMb most megabytes of all trace files together
     */
    public record Observability(
            String logLevel, boolean traceEnabled, Path traceFile, String traceText, int maxMb, String otlpEndpoint) {}

    /** @param roots folders that clients may have indexed, absolute */
    public record Mcp(List<String> roots) {}

    /** The same, observed otherwise. */
    public Settings with(Observability observed) {
        return SettingsRecords.with(Settings.class, this, Map.of("observability", observed));
    }

    /** The same with another store. */
    public Settings with(StoreSettings store) {
        return SettingsRecords.with(Settings.class, this, Map.of("vector_store", store));
    }

    /** Every setting by its YAML name, secrets masked: what may be shown to anybody. */
    public Map<String, Object> shown() {
        return SettingsView.of(this);
    }
}
