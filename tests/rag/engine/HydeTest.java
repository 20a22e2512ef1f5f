package rag.engine;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.containing;
import static com.github.tomakehurst.wiremock.client.WireMock.exactly;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;
import rag.model.Filter;
import rag.model.Hyde;
import rag.model.Mode;
import rag.model.Query;
import rag.model.Verdict;
import rag.trace.Trace;

/** A made-up answer beside the question, over a real store and model, with a chat endpoint on this machine. */
class HydeTest {

    private static final Map<String, String> NOTES = Map.of(
            "pump.md", "# Coolant\n\nThe circulation unit is lubricated with synthetic grease in spring.",
            "dome.md", "# Dome\n\nClose the dome by hand with the crank when snow falls.",
            "mirror.md", "# Mirror\n\nThe mirror is washed with carbon dioxide snow.");

    /** A question with nothing of the notes in it. */
    private static final String FAR = "Which tariff applies to vineyards in Burgundy?";

    @TempDir
    Path folder;

    private final WireMockServer server = new WireMockServer(options().dynamicPort());
    private Corpus corpus;

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        corpus.close();
        server.stop();
    }

    private Search search(Map<String, String> settings, ResponseDefinitionBuilder answer) {
        server.stubFor(post(urlEqualTo("/v1/chat/completions")).willReturn(answer));
        var all = new HashMap<>(Map.of(
                "llm.provider", "openai",
                "llm.base_url", server.baseUrl() + "/v1",
                "llm.model", "stub",
                "llm.timeout_s", "2",
                "llm.retries", "0"));
        all.putAll(settings);
        corpus = new Corpus(folder, all);
        NOTES.forEach(corpus::write);
        corpus.ingest("knowledge_hub");
        return new Search(corpus.engine());
    }

    private static ResponseDefinitionBuilder says(String text) {
        return okJson(Json.line(Map.of(
                "id", "x",
                "object", "chat.completion",
                "created", 1,
                "model", "stub",
                "choices",
                        List.of(Map.of(
                                "index", 0,
                                "finish_reason", "stop",
                                "message", Map.of("role", "assistant", "content", text))),
                "usage", Map.of("prompt_tokens", 90, "completion_tokens", 20, "total_tokens", 110))));
    }

    private static Query query(String text, Mode mode, @Nullable Hyde hyde) {
        return new Query(text, List.of(), 3, mode, Filter.NONE, true, hyde, 0, null);
    }

    private static Trace.Stage stage(SearchRun run, String name) {
        return run.trace().stages().stream()
                .filter(s -> s.stage().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> hyde(SearchRun run) {
        return (Map<String, Object>) stage(run, "query_processing").data().get("hyde");
    }

    private void calls(int count) {
        server.verify(exactly(count), postRequestedFor(urlEqualTo("/v1/chat/completions")));
    }

    @Test
    void aMadeUpAnswerLeadsTheDenseRouteAloneAndIsShownAsSuch() {
        var search = search(Map.of(), says("Snow is used to wash the mirror of the telescope."));
        var question = "How does one get grease off glass?";
        var plain = search.run(query(question, Mode.HYBRID, Hyde.NEVER));
        var run = search.run(query(question, Mode.HYBRID, Hyde.ALWAYS));

        calls(1);
        assertEquals("Snow is used to wash the mirror of the telescope.", run.hypothetical());
        assertEquals(plain.sparse(), run.sparse(), "words are looked for as they were asked");
        assertTrue(run.dense().getFirst().score() > plain.dense().getFirst().score(), "nearer than the question alone");
        var mirror = run.answer().hits().stream()
                .filter(hit -> hit.chunk().source().endsWith("mirror.md"))
                .findFirst()
                .orElseThrow();
        assertEquals(mirror.chunk().id(), run.dense().getFirst().id());
        assertEquals("asked for", hyde(run).get("why"));
        assertEquals("openai/stub", hyde(run).get("model"));
        assertEquals("Snow is used to wash the mirror of the telescope.", hyde(run).get("text"));
        assertTrue((double) hyde(run).get("ms") > 0);
        assertEquals(90, hyde(run).get("prompt_tokens"));
        assertTrue(run.answer().notes().getFirst().startsWith("HyDE (asked for)"), run.answer().notes().toString());
        server.verify(postRequestedFor(urlEqualTo("/v1/chat/completions"))
                .withRequestBody(containing("How does one get grease off glass?")));
    }

    @Test
    void aWeakFirstPassIsFollowedByASecondAndItsVerdictStays() {
        var run = search(Map.of(), says("Vineyards pay the reduced tariff of the region."))
                .run(query(FAR, Mode.DENSE, null));

        calls(1);
        assertEquals(Verdict.WEAK, run.answer().verdict(), run.answer().reason());
        assertEquals("the first pass was weak", hyde(run).get("why"));
        var dense = stage(run, "dense_retrieval").data();
        assertEquals("knn, hyde", dense.get("method"));
        assertEquals(3, ((List<?>) dense.get("first_pass")).size());
        assertEquals(3, ((List<?>) dense.get("results")).size());
        assertFalse(dense.get("first_pass").equals(dense.get("results")), "the second pass has other scores");
        assertEquals(1, run.trace().stages().stream().filter(s -> s.stage().equals("dense_retrieval")).count());
    }

    @Test
    void aGoodFirstPassAsksNobody() {
        var run = search(Map.of(), says("x")).run(query("close the dome by hand when snow falls", Mode.HYBRID, null));

        calls(0);
        assertEquals(Verdict.OK, run.answer().verdict());
        assertEquals("", run.hypothetical());
        assertFalse(stage(run, "query_processing").data().containsKey("hyde"));
    }

    @Test
    void whereTheSettingSaysNeverAWeakFirstPassAsksNobody() {
        search(Map.of("retrieval.hyde", "never"), says("x")).run(query(FAR, Mode.HYBRID, null));

        calls(0);
    }

    @Test
    void aModelThatFailsLeavesTheQuestionAloneAndBothAnswerAndTraceSaySo() {
        var search = search(Map.of(), aResponse().withStatus(500).withBody("boom"));
        var plain = search.run(query(FAR, Mode.HYBRID, Hyde.NEVER));
        var run = search.run(query(FAR, Mode.HYBRID, Hyde.ALWAYS));

        assertEquals(plain.dense(), run.dense());
        assertTrue(run.answer().notes().getFirst().startsWith("HyDE failed"), run.answer().notes().toString());
        assertTrue(hyde(run).get("error").toString().contains("500"), hyde(run).toString());
    }

    @Test
    void aModelThatHangsCostsItsTimeLimit() {
        var search = search(Map.of(), says("late").withFixedDelay(12_000));
        search.run(query(FAR, Mode.HYBRID, Hyde.NEVER));
        long start = System.nanoTime();
        var run = search.run(query(FAR, Mode.HYBRID, null));

        assertTrue((System.nanoTime() - start) / 1e9 < 3.5, "took too long");
        assertTrue(run.answer().notes().getFirst().startsWith("HyDE failed"), run.answer().notes().toString());
        assertEquals(3, run.dense().size());
    }

    @Test
    void withoutAModelOrADenseRouteItIsSaidThatItHasNoUse() {
        var search = search(Map.of("llm.provider", "none"), says("x"));

        assertTrue(search.ask(query(FAR, Mode.HYBRID, Hyde.ALWAYS)).notes().getFirst().contains("llm.provider is none"));
        assertTrue(search.ask(query("snow", Mode.SPARSE, Hyde.ALWAYS)).notes().getFirst().contains("no use here"));
    }

    @Test
    void anLlmThatGradesGetsTheQuestionAsItWasAskedAndNotTheMadeUpAnswer() {
        server.stubFor(post(urlEqualTo("/v1/chat/completions"))
                .withRequestBody(containing("You grade"))
                .atPriority(1)
                .willReturn(says("{\"scores\": [{\"id\": 3, \"score\": 3}]}")));
        var search = search(
                Map.of("rerank.enabled", "true", "rerank.provider", "llm", "rerank.timeout_s", "2"),
                says("A made-up sentence about lubricants."));
        var run = search.run(query("grease", Mode.HYBRID, Hyde.ALWAYS));

        calls(2);
        assertEquals(run.fused().get(2).id(), run.ranked().getFirst().id());
        assertEquals(3.0, run.answer().hits().getFirst().scores().get("rerank"));
        assertEquals(3, stage(run, "rerank").data().get("read"));
        server.verify(
                exactly(0),
                postRequestedFor(urlEqualTo("/v1/chat/completions"))
                        .withRequestBody(containing("You grade"))
                        .withRequestBody(containing("made-up")));
    }

    @Test
    void anLlmThatGradesTooLateLeavesTheFusedOrder() {
        var search = search(
                Map.of(
                        "rerank.enabled", "true",
                        "rerank.provider", "llm",
                        "rerank.timeout_s", "2",
                        "llm.timeout_s", "30"),
                says("{\"scores\": [{\"id\": 3, \"score\": 3}]}").withFixedDelay(12_000));
        search.run(query("dome", Mode.HYBRID, Hyde.NEVER));
        long start = System.nanoTime();
        var run = search.run(query("dome", Mode.HYBRID, Hyde.NEVER));
        double seconds = (System.nanoTime() - start) / 1e9;

        assertTrue(seconds >= 1.9 && seconds < 3, seconds + " s");
        assertEquals(run.fused(), run.ranked());
        assertTrue(run.answer().notes().getFirst().contains("within 2 s"), run.answer().notes().toString());
    }
}
