package rag.config;

import static rag.config.Setting.Type.LIST;
import static rag.config.Setting.Type.SECRET;
import static rag.config.Setting.Type.TEXT;
import static rag.config.Setting.choice;
import static rag.config.Setting.open;
import static rag.config.Setting.value;
import static rag.config.Setting.whole;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Where chunks live: the section {@code vector_store}. All but the first two keys are for the engines that run elsewhere.
 *
 * @param provider lucene, opensearch, pgvector, chroma
 * @param collectionName collection used when none is named
 * @param hosts addresses; none takes the engine's usual one on this machine
 * @param caFile certificates (PEM) that https hosts are trusted by, beside those that Java trusts; "" for none
 * @param namespace what the names of indexes begin with, or the schema's or the database's name
 * @param timeoutS seconds to wait for one answer to a question
 * @param shards parts of an index; opensearch
 * @param replicas further copies of each part; opensearch
 * @param engine library that holds the graph of vectors; opensearch
 * @param hnswM neighbours of a vector in the graph
 * @param efConstruction candidates looked at for each vector that is added
 * @param efSearch candidates looked at for each question, at least
 */
public record StoreSettings(
        String provider,
        String collectionName,
        List<String> hosts,
        String user,
        String password,
        String apiKey,
        String caFile,
        String namespace,
        int timeoutS,
        int shards,
        int replicas,
        String engine,
        int hnswM,
        int efConstruction,
        int efSearch) {

    private static final String SECTION = "vector_store.";

    /** What each store of ours does not look at. */
    private static final Map<String, Set<String>> WITHOUT = Map.of(
            "lucene",
            Set.of(
                    "hosts",
                    "user",
                    "password",
                    "api_key",
                    "ca_file",
                    "namespace",
                    "timeout_s",
                    "shards",
                    "replicas",
                    "engine",
                    "hnsw_m",
                    "ef_construction",
                    "ef_search"),
            "opensearch",
            Set.of(),
            "pgvector",
            Set.of("api_key", "ca_file", "shards", "replicas", "engine"),
            "chroma",
            Set.of("password", "shards", "replicas", "engine"));

    /** The shipped ones of a provider. */
    public static StoreSettings of(String provider) {
        var values = new HashMap<String, Object>();
        for (var key : keys()) values.put(key.key(), key.fallback());
        values.put(SECTION + "provider", provider);
        return SettingsRecords.build(StoreSettings.class, SECTION, values);
    }

    /** What scores words: Chroma does not, so they lie in an index of Lucene beside the data. */
    public String wordsProvider() {
        return provider.equals("chroma") ? "lucene" : provider;
    }

    /** Whether chunks lie in the data folder, with whatever runs elsewhere, so that each folder has its own. */
    public boolean local() {
        return wordsProvider().equals("lucene");
    }

    /** Whether both mean the same chunks; where they are {@link #local}, with the same data folder. */
    public boolean samePlace(StoreSettings other) {
        return provider.equals(other.provider) && hosts.equals(other.hosts) && namespace.equals(other.namespace);
    }

    /** The same with other values. @param changes by the names that the file has */
    public StoreSettings with(Map<String, Object> changes) {
        return SettingsRecords.with(StoreSettings.class, this, changes);
    }

    /** What https hosts are checked by; null for what Java has. @throws rag.model.Failure when there is no such file */
    public @Nullable SSLContext certificates() {
        return caFile.isEmpty() ? null : TrustedCertificates.context(caFile, SECTION + "ca_file");
    }

    /** Names of what is set and has no effect, as the provider does not look at it. */
    List<String> withoutEffect() {
        var shipped = SettingsRecords.components(of(provider));
        return SettingsRecords.components(this).entrySet().stream()
                .filter(each -> WITHOUT.getOrDefault(provider, Set.of()).contains(each.getKey()))
                .filter(each -> !Objects.equals(each.getValue(), shipped.get(each.getKey())))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Its part of {@link SettingsSchema}. */
    static List<Setting> keys() {
        return List.of(
                open(
                        SECTION + "provider",
                        "lucene",
                        List.of("lucene", "opensearch", "pgvector", "chroma"),
                        "rag.store.StoreProvider",
                        "where chunks live; lucene needs no server"),
                value(TEXT, SECTION + "collection_name", "knowledge_hub", "collection used when none is named"),
                value(LIST, SECTION + "hosts", List.of(), "addresses; else the engine's usual one on this machine"),
                value(TEXT, SECTION + "user", "", "opensearch, pgvector; chroma: the tenant"),
                value(SECRET, SECTION + "password", "", "best as ${VAR}"),
                value(SECRET, SECTION + "api_key", "", "opensearch, chroma: instead of user and password; as ${VAR}"),
                value(TEXT, SECTION + "ca_file", "", "opensearch, chroma: PEM of a certificate authority of your own"),
                value(TEXT, SECTION + "namespace", "knowledge_hub", "what indexes begin with; schema; database"),
                whole(SECTION + "timeout_s", 4, 1, 60, "seconds to wait for one answer to a question"),
                whole(SECTION + "shards", 1, 1, 1024, "opensearch: parts of an index"),
                whole(SECTION + "replicas", 1, 0, 10, "opensearch: further copies of each part"),
                choice(SECTION + "engine", "lucene", List.of("lucene", "faiss"), "opensearch: what holds the vectors"),
                whole(SECTION + "hnsw_m", 16, 2, 100, "neighbours of a vector in the graph"),
                whole(SECTION + "ef_construction", 100, 8, 1000, "candidates looked at for each vector that is added"),
                whole(SECTION + "ef_search", 100, 1, 1000, "candidates looked at for each question, at least"));
    }

    @Override
    public String toString() {
        return SettingsView.of(this).toString();
    }
}
