package rag.engine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import rag.config.CacheFolder;
import rag.config.Settings;
import rag.config.SettingsLoader;
import rag.embed.Embedders;
import rag.llm.ChatModel;
import rag.llm.ChatModels;
import rag.llm.ChatRequest;
import rag.llm.VisionModels;
import rag.llm.VisionRequest;
import rag.rerank.Judged.Score;
import rag.rerank.Listed;
import rag.rerank.NoModels;
import rag.rerank.Order;
import rag.rerank.Reranker;
import rag.rerank.Rerankers;

/** The six ways in which this program asks a service, each with a right answer and what is made of it. */
enum Asker {
    CHAT("llm", "openai", says("yes")) {
        @Override
        String ask(Settings settings) throws Exception {
            try (var model = ChatModels.open(settings.llm()).orElseThrow()) {
                return model.ask(ChatRequest.prose("", "Is it?")).text();
            }
        }
    },
    /** Its services answer whole all the same; what comes in parts, other tests show. */
    STREAM("llm", "openai", says("yes")) {
        @Override
        String ask(Settings settings) throws Exception {
            return CHAT.ask(settings);
        }
    },
    VISION("vision_llm", "openai", says("yes")) {
        @Override
        String ask(Settings settings) throws Exception {
            try (var model = VisionModels.open(settings.visionLlm()).orElseThrow()) {
                return model.ask(new VisionRequest("", "What?", new byte[] {1}, "png", 9))
                        .text();
            }
        }
    },
    EMBEDDING("embedding", "openai", "{\"data\":[{\"index\":0,\"embedding\":[0,2]}]}") {
        @Override
        String ask(Settings settings) {
            try (var embedder = Embedders.open(settings.embedding(), CacheFolder.path())) {
                return Arrays.toString(embedder.query("Is it?")).equals("[0.0, 1.0]") ? "yes" : "another vector";
            }
        }
    },
    LLM_RERANK("llm", "openai", says("{\"scores\": [{\"id\": 2, \"score\": 3}]}")) {
        @Override
        String ask(Settings settings) throws Exception {
            try (var chat = ChatModels.open(settings.llm()).orElseThrow()) {
                return rerank(settings, new NoModels() {
                    @Override
                    public ChatModel chat() {
                        return chat;
                    }
                });
            }
        }
    },
    RERANK("rerank", "endpoint", "{\"results\": [{\"index\": 1, \"relevance_score\": 0.9}]}") {
        @Override
        String ask(Settings settings) throws Exception {
            return rerank(settings, new NoModels());
        }
    };

    static final String KEY = "sk-very-secret-key-0123456789";
    private static final List<Listed> LISTED = List.of(new Listed("a", "one", 1), new Listed("b", "two", 0.5));

    private final String section;
    private final String provider;

    /** A right answer of the service. */
    final String right;

    Asker(String section, String provider, String right) {
        this.section = section;
        this.provider = provider;
        this.right = right;
    }

    /** What a chat model's service answers. */
    static String says(String text) {
        return message("{\"role\":\"assistant\",\"content\":%s}".formatted(rag.config.Json.line(text)));
    }

    static String message(String message) {
        return "{\"choices\":[{\"index\":0,\"finish_reason\":\"stop\",\"message\":%s}]}".formatted(message);
    }

    boolean writes() {
        return section.endsWith("llm");
    }

    /** Asks, and gives "yes" where the right answer was understood. */
    abstract String ask(Settings settings) throws Exception;

    String ask(String base, int timeoutS) throws Exception {
        return ask(settings(base, KEY, timeoutS, Map.of()));
    }

    Settings settings(String base, String key, int timeoutS, Map<String, String> more) {
        var given = new HashMap<>(Map.of(
                section + ".provider", provider,
                section + ".model", "some-model",
                section + ".base_url", base,
                section + ".api_key", key,
                section + ".timeout_s", "" + timeoutS));
        if (this == VISION) given.put("vision_llm.enabled", "true");
        if (this == STREAM) given.put("llm.stream", "true");
        if (this == EMBEDDING) given.put("embedding.dimensions", "2");
        if (this == LLM_RERANK) given.put("rerank.provider", "llm");
        given.putAll(more);
        return SettingsLoader.load(null, Map.of(), given);
    }

    /** Why there is no answer, with all that a stack trace would show. */
    String refusal(String base, int timeoutS) {
        return refusal(() -> ask(base, timeoutS));
    }

    interface Work {
        String run() throws Exception;
    }

    static String refusal(Work work) {
        try {
            return "no refusal, but: " + work.run();
        } catch (Exception e) {
            var trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            var expected = List.of("ModelException", "Failure", "PartlyEmbedded", "RerankException");
            if (!expected.contains(e.getClass().getSimpleName())) throw new AssertionError("" + trace, e);
            if (trace.toString().contains("very-secret")) throw new AssertionError("the key is in it: " + trace);
            return "" + e.getMessage();
        }
    }

    private static String rerank(Settings settings, NoModels models) throws Exception {
        try (Reranker reranker = Rerankers.open(settings.rerank(), models)) {
            List<Score> scores = reranker.judge("why?", LISTED).scores();
            return Order.of(LISTED, scores).ids().equals(List.of("b", "a")) ? "yes" : "another order";
        }
    }
}
