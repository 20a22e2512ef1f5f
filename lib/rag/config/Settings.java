package rag.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
        VectorStore vectorStore,
        Retrieval retrieval,
        Rerank rerank,
        Ingest ingestion,
        Evaluation evaluation,
        Observability observability,
        Mcp mcp,
        List<String> warnings) {

    public record Llm(
            String provider,
            String model,
            String baseUrl,
            String apiKey,
            double temperature,
            int maxTokens,
            int timeoutS,
            int retries) {

        @Override
        public String toString() {
            return SettingsView.of(this).toString();
        }
    }

    public record VisionLlm(boolean enabled, String provider, String model, int maxImageSize) {}

    /**
     * @param model a name, or "auto": local chooses by the collection's language
     * @param dimensions null takes the model's own
     * @param batchSize texts a request for remote providers; null takes the provider's default
     */
    public record Embedding(
            String provider,
            String model,
            String baseUrl,
            String apiKey,
            @Nullable Integer dimensions,
            @Nullable Integer batchSize,
            int timeoutS,
            int retries) {

        /** The same with another model. */
        public Embedding withModel(String model) {
            return new Embedding(provider, model, baseUrl, apiKey, dimensions, batchSize, timeoutS, retries);
        }

        @Override
        public String toString() {
            return SettingsView.of(this).toString();
        }
    }

    public record VectorStore(String provider, String collectionName) {}

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
            Mode mode) {}

    public record Rerank(
            boolean enabled,
            String provider,
            String model,
            int topK,
            @Nullable Integer timeoutS) {}

    /**
     * @param chunkSize most tokens of a chunk, headings included
     * @param chunkOverlap tokens that a chunk repeats of the one before
     * @param batchSize documents a commit
     * @param workers documents at once
     * @param exclude patterns of what is not read: without "/" a name at any depth, with it a path from the folder
     */
    public record Ingest(
            int chunkSize,
            int chunkOverlap,
            String splitter,
            int batchSize,
            int workers,
            ChunkRefiner chunkRefiner,
            MetadataEnricher metadataEnricher,
            int maxFileMb,
            List<String> exclude) {}

    /** @param useLlm let the language model clean chunks after the rules */
    public record ChunkRefiner(boolean useLlm) {}

    /** @param useLlm let the language model write titles, summaries and tags */
    public record MetadataEnricher(boolean useLlm) {}

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
        return new Settings(
                data,
                llm,
                visionLlm,
                embedding,
                vectorStore,
                retrieval,
                rerank,
                ingestion,
                evaluation,
                observed,
                mcp,
                warnings);
    }

    /** Every setting by its YAML name, secrets masked: what may be shown to anybody. */
    public Map<String, Object> shown() {
        return SettingsView.of(this);
    }
}
