package rag.engine;

import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;
import rag.model.Filter;
import rag.model.Mode;
import rag.model.Query;
import rag.retrieve.Fused;
import rag.trace.RankChange;
import rag.trace.Trace;

/** A store of four notes, searched with a reranker whose service is on this machine. */
abstract class WithReranker {

    private static final Map<String, String> NOTES = Map.of(
            "pump.md", "# Pump\n\nThe cooling pump needs oil every ten days.",
            "dome.md", "# Dome\n\nClose the dome by hand with the crank, oil it first.",
            "oil.md", "# Oil\n\nOil for pumps lies in the blue cabinet of the workshop.",
            "mirror.md", "# Mirror\n\nThe mirror is washed with snow, never with oil.");

    @TempDir
    Path folder;

    final WireMockServer server = new WireMockServer(options().dynamicPort());
    Corpus corpus;

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        corpus.close();
        server.stop();
    }

    Search search(Map<String, String> settings, ResponseDefinitionBuilder answer) {
        server.stubFor(post(urlEqualTo("/v2/rerank")).willReturn(answer));
        var all = new HashMap<>(Map.of(
                "rerank.enabled", "true",
                "rerank.provider", "cohere",
                "rerank.base_url", server.baseUrl(),
                "rerank.timeout_s", "2"));
        all.putAll(settings);
        corpus = new Corpus(folder, all);
        NOTES.forEach(corpus::write);
        corpus.ingest("knowledge_hub");
        return new Search(corpus.engine());
    }

    static Query query(int topK, boolean rerank) {
        return new Query("oil for the pump", List.of(), topK, Mode.HYBRID, Filter.NONE, rerank, 0, null);
    }

    static List<String> ids(List<Fused> list) {
        return list.stream().map(Fused::id).toList();
    }

    static Trace.Stage stage(SearchRun run) {
        return run.trace().stages().stream()
                .filter(s -> s.stage().equals("rerank"))
                .findFirst()
                .orElseThrow();
    }

    @SuppressWarnings("unchecked")
    static List<RankChange> changes(SearchRun run) {
        return (List<RankChange>) stage(run).data().get("results");
    }

    /** A service's answer with these scores, in the order of the passages. */
    static ResponseDefinitionBuilder scores(double... scores) {
        var results = new java.util.ArrayList<Map<String, Object>>();
        for (int i = 0; i < scores.length; i++) results.add(Map.of("index", i, "relevance_score", scores[i]));
        return okJson(Json.line(Map.of("results", results)));
    }
}
