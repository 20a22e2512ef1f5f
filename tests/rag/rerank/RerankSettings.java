package rag.rerank;

import java.util.Map;
import rag.config.Settings;
import rag.config.SettingsLoader;

/** The section rerank of the settings, for tests. */
final class RerankSettings {

    private RerankSettings() {}

    static Settings.Rerank of(String provider) {
        return SettingsLoader.load(null, Map.of(), Map.of("rerank.provider", provider))
                .rerank();
    }

    static Settings.Rerank cohere(String url, String key, int timeoutS) {
        return SettingsLoader.load(
                        null,
                        Map.of(),
                        Map.of(
                                "rerank.provider", "cohere",
                                "rerank.base_url", url,
                                "rerank.api_key", key,
                                "rerank.timeout_s", "" + timeoutS))
                .rerank();
    }
}
