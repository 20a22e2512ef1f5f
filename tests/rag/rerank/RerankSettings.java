package rag.rerank;

import java.util.HashMap;
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
        return at("cohere", url, key, timeoutS);
    }

    static Settings.Rerank at(String provider, String url, String key, int timeoutS) {
        var given = new HashMap<>(
                Map.of("rerank.provider", provider, "rerank.base_url", url, "rerank.timeout_s", "" + timeoutS));
        if (!key.isEmpty()) given.put("rerank.api_key", key);
        return SettingsLoader.load(null, Map.of(), given).rerank();
    }
}
