package rag.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.PatternSyntaxException;
import rag.model.CollectionName;
import rag.model.Hyde;
import rag.model.Mode;

/** What settings must fulfil together. */
final class SettingsRules {

    private SettingsRules() {}

    /** @param mistake takes the key to mend, and what is wrong */
    static void check(Settings settings, BiConsumer<String, String> mistake) {
        ingestion(settings.ingestion(), mistake);
        routes(settings.retrieval(), mistake);
        models(settings, mistake);
        var llm = settings.llm();
        var vision = settings.visionLlm();
        var embedding = settings.embedding();
        remote("llm", llm.provider(), llm.baseUrl(), llm.apiKey(), mistake);
        if (vision.enabled()) remote("vision_llm", vision.provider(), vision.baseUrl(), vision.apiKey(), mistake);
        remote("embedding", embedding.provider(), embedding.baseUrl(), embedding.apiKey(), mistake);
        address("llm.base_url", llm.baseUrl(), mistake);
        address("vision_llm.base_url", vision.baseUrl(), mistake);
        address("embedding.base_url", embedding.baseUrl(), mistake);
        address("embedding.hub", embedding.hub(), mistake);
        crawl(settings.crawl(), mistake);
        ledger(settings.ledger(), mistake);
        stores(settings, mistake);
        address("rerank.base_url", settings.rerank().baseUrl(), mistake);
        for (var root : settings.mcp().roots()) {
            if (Path.of(root).isAbsolute()) continue;
            mistake.accept("mcp.roots", "must be absolute, since a client starts the server anywhere, not " + root);
        }
        address("observability.otlp_endpoint", settings.observability().otlpEndpoint(), mistake);
    }

    private static void ingestion(Settings.Ingest ingestion, BiConsumer<String, String> mistake) {
        int most = ingestion.chunkSize() / 2;
        if (ingestion.chunkOverlap() > most) {
            mistake.accept(
                    "ingestion.chunk_overlap",
                    "must be at most half of chunk_size, %d, not %d".formatted(most, ingestion.chunkOverlap()));
        }
        for (var written : ingestion.exclude()) {
            try {
                var _ = new PathPatterns(List.of(written));
            } catch (PatternSyntaxException e) {
                mistake.accept("ingestion.exclude", "can't take \"%s\": %s".formatted(written, e.getDescription()));
            }
        }
        for (var written : ingestion.metadataTypes()) {
            if (DeclaredType.parse(written).isPresent()) continue;
            mistake.accept(
                    "ingestion.metadata_types",
                    "must hold entries such as year=number or handbooks/valid_until=date, not \"" + written + "\"");
        }
    }

    private static void crawl(CrawlSettings crawl, BiConsumer<String, String> mistake) {
        address("crawl.base_url", crawl.baseUrl(), mistake);
        if (crawl.provider().equals("firecrawl")
                && crawl.apiKey().isEmpty()
                && crawl.baseUrl().isEmpty()) {
            mistake.accept(
                    "crawl.api_key",
                    "is missing: set the variable " + ApiKeys.variable("firecrawl")
                            + " (an endpoint of your own goes into crawl.base_url)");
        }
    }

    private static void ledger(LedgerSettings ledger, BiConsumer<String, String> mistake) {
        for (var name : ledger.withoutEffect()) {
            mistake.accept("ledger." + name, "has no effect without ledger.url: set that, or leave it out");
        }
        if (ledger.shared() && !ledger.url().matches("postgresql://[^@?]+(\\?(?!.*password=)[^@]*)?")) {
            mistake.accept(
                    "ledger.url",
                    "must be like postgresql://host:5432/database; the user goes into ledger.user, a password into"
                            + " ledger.password");
        }
        if (!ledger.schema().matches("[a-z_][a-z0-9_]{0,62}")) {
            mistake.accept("ledger.schema", "must be of small letters, digits and _, not " + ledger.schema());
        }
    }

    /** What is only for other stores than the one that is set would be taken and have no effect. */
    private static void stores(Settings settings, BiConsumer<String, String> mistake) {
        var store = settings.vectorStore();
        CollectionName.fault(store.collectionName())
                .ifPresent(fault -> mistake.accept("vector_store.collection_name", "can't be used: " + fault));
        for (var name : store.withoutEffect()) {
            mistake.accept(
                    "vector_store." + name,
                    "has no effect with provider %s: set another vector_store.provider, or leave it out"
                            .formatted(store.provider()));
        }
        if (store.hosts().stream().anyMatch(host -> host.contains("@") || host.contains("password="))) {
            mistake.accept(
                    "vector_store.hosts", "holds a user: that goes into vector_store.user and vector_store.password");
        }
        boolean postgres = settings.ledger().url().startsWith("postgresql://");
        if (postgres && store.local()) {
            mistake.accept(
                    "ledger.url",
                    "is for machines that share their chunks: set vector_store.provider to opensearch or pgvector, as "
                            + store.provider() + " keeps them on this machine");
        }
    }

    private static void routes(Settings.Retrieval retrieval, BiConsumer<String, String> mistake) {
        boolean dense = retrieval.enableDense(), sparse = retrieval.enableSparse();
        var mode = retrieval.mode();
        if (!dense && !sparse) {
            mistake.accept(
                    "retrieval.enable_sparse", "is false, and so is enable_dense: nothing is left to search with");
        } else if (mode == Mode.DENSE && !dense || mode == Mode.SPARSE && !sparse) {
            mistake.accept("retrieval.mode", "is %1$s, but enable_%1$s is false".formatted(mode.key()));
        }
        if (retrieval.denseWeight() == 0 && retrieval.sparseWeight() == 0) {
            mistake.accept("retrieval.dense_weight", "is 0, and so is sparse_weight; one of them must weigh something");
        }
    }

    /** What needs a model says so when there is none. */
    private static void models(Settings settings, BiConsumer<String, String> mistake) {
        if (settings.llm().provider().equals("none")) {
            var mend = "needs a model, but llm.provider is none";
            var ingestion = settings.ingestion();
            if (ingestion.chunkRefiner().useLlm()) mistake.accept("ingestion.chunk_refiner.use_llm", mend);
            if (ingestion.metadataEnricher().useLlm()) mistake.accept("ingestion.metadata_enricher.use_llm", mend);
        }
        if (settings.visionLlm().enabled() && settings.visionLlm().provider().equals("none")) {
            mistake.accept("vision_llm.enabled", "is true, but vision_llm.provider is none");
        }
        if (settings.rerank().enabled()) rerank(settings, mistake);
        if (settings.retrieval().hyde() == Hyde.ALWAYS
                && settings.llm().provider().equals("none")) {
            mistake.accept("retrieval.hyde", "needs a model, but llm.provider is none");
        }
    }

    private static void rerank(Settings settings, BiConsumer<String, String> mistake) {
        var rerank = settings.rerank();
        switch (rerank.provider()) {
            case "none" -> mistake.accept("rerank.enabled", "is true, but rerank.provider is none");
            case "llm" -> {
                if (settings.llm().provider().equals("none")) {
                    mistake.accept("rerank.provider", "needs a model, but llm.provider is none");
                }
            }
            case "endpoint" -> {
                if (rerank.baseUrl().isEmpty()) {
                    mistake.accept("rerank.base_url", "is missing: set it, or the variable RERANK_BASE_URL");
                }
            }
            case "cohere" -> {
                if (rerank.apiKey().isEmpty() && rerank.baseUrl().isEmpty()) {
                    mistake.accept(
                            "rerank.api_key",
                            "is missing: set the variable " + ApiKeys.variable("cohere")
                                    + " (an endpoint of your own goes into rerank.base_url)");
                }
            }
            default -> {
                // needs nothing else
            }
        }
    }

    /** What can be known of an endpoint before it is asked. */
    private static void remote(
            String section, String provider, String baseUrl, String key, BiConsumer<String, String> mistake) {
        if (!Provider.known(provider)) return;
        var known = Provider.named(provider);
        if (known.url().isEmpty() && baseUrl.isEmpty()) {
            mistake.accept(
                    section + ".base_url",
                    "is missing: set it, or the variable "
                            + known.urlVariables().getFirst());
        }
        boolean needed = !known.keyVariables().isEmpty()
                && (baseUrl.isEmpty() || known.url().isEmpty());
        if (needed && key.isEmpty()) {
            mistake.accept(
                    section + ".api_key",
                    "is missing: set the variable %s (an endpoint of your own goes into %s.base_url)"
                            .formatted(known.keys(), section));
        }
    }

    private static void address(String key, String url, BiConsumer<String, String> mistake) {
        if (!url.isEmpty() && !http(url)) mistake.accept(key, "must be an address such as http://localhost:8080/v1");
    }

    private static boolean http(String url) {
        try {
            var uri = new URI(url);
            return List.of("http", "https").contains("" + uri.getScheme()) && uri.getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
