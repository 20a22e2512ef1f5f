package rag.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import rag.config.Plugin;
import rag.config.Prompts;
import rag.config.Settings;
import rag.llm.Tally;
import rag.store.AnswerCache;
import rag.text.Counted;
import rag.transform.Answers;
import rag.transform.Asking;
import rag.transform.ChunkTransform;
import rag.transform.LlmEnricher;
import rag.transform.LlmRefiner;
import rag.transform.TransformProvider;
import rag.transform.VisionCaptioner;

/**
 * What models do in a run beside the rules: opened once, with one time, one cache and one count for the whole run.
 * Usable from several threads.
 */
final class ModelPasses implements AutoCloseable {

    private static final int SHOWN_REASONS = 3;

    private final Settings settings;
    private final String chatName;
    private final String visionName;
    private final @Nullable AnswerCache cache;
    private final Optional<LlmRefiner> refiner;
    private final Optional<LlmEnricher> enricher;
    private final Optional<VisionCaptioner> captioner;
    private final Map<String, ChunkTransform> transforms = new LinkedHashMap<>();
    private final Map<String, AtomicInteger> reasons = new ConcurrentHashMap<>();
    private final AtomicInteger chunks = new AtomicInteger();
    private final AtomicInteger byRules = new AtomicInteger();
    private final Map<String, AtomicInteger> untransformed = new ConcurrentSkipListMap<>();

    /**
     * Those that the settings ask for; often none.
     *
     * @throws rag.model.Failure when a model or a file with instructions can't be had
     */
    ModelPasses(Engine engine) {
        this.settings = engine.settings();
        var cut = settings.ingestion();
        boolean texts = cut.chunkRefiner().useLlm() || cut.metadataEnricher().useLlm();
        var chat = texts ? engine.chat() : Optional.<rag.llm.ChatModel>empty();
        var vision = engine.vision();
        this.cache = chat.isPresent() || vision.isPresent() ? AnswerCache.open(engine.data()) : null;
        this.chatName = chat.map(rag.llm.ChatModel::name).orElse("");
        this.visionName = vision.map(rag.llm.VisionModel::name).orElse("");
        var answers = answers(cache);
        var llm = settings.llm();
        var asking = new Asking(chatName + " " + llm.temperature(), answers, llm.concurrency(), cut.llmTimeS());
        this.refiner = chat.filter(model -> cut.chunkRefiner().useLlm())
                .map(model -> new LlmRefiner(
                        model, asking, Prompts.text(cut.chunkRefiner().prompt(), "refine")));
        this.enricher = chat.filter(model -> cut.metadataEnricher().useLlm())
                .map(model -> new LlmEnricher(
                        model, asking, Prompts.text(cut.metadataEnricher().prompt(), "enrich")));
        for (var name : cut.transforms()) {
            var plugin = Plugin.named(TransformProvider.class, name, "transform", "ingestion.transforms");
            transforms.put(name, plugin.open(cut));
        }
        var look = settings.visionLlm();
        this.captioner = vision.map(model -> new VisionCaptioner(
                model,
                new Asking(
                        visionName + " " + look.maxImageSize(),
                        answers,
                        look.concurrency(),
                        cut.llmTimeS(),
                        look.maxCalls(),
                        "vision_llm.max_calls"),
                Prompts.text(look.prompt(), "caption")));
    }

    private static Answers answers(@Nullable AnswerCache cache) {
        return new Answers() {
            @Override
            public Optional<String> known(String key) {
                return cache == null ? Optional.empty() : cache.get(key);
            }

            @Override
            public void keep(String key, String answer) {
                if (cache != null) cache.put(key, answer);
            }
        };
    }

    Optional<LlmRefiner> refiner() {
        return refiner;
    }

    Optional<LlmEnricher> enricher() {
        return enricher;
    }

    Optional<VisionCaptioner> captioner() {
        return captioner;
    }

    /** What jars add, by name, in the order of the settings. */
    Map<String, ChunkTransform> transforms() {
        return transforms;
    }

    boolean any() {
        return cache != null;
    }

    Tally chatTally() {
        return new Tally(chatName, settings.llm().inputPrice(), settings.llm().outputPrice());
    }

    Tally visionTally() {
        return new Tally(visionName, 0, 0);
    }

    /** Counts a chunk. @param fallback reason by what did not do its work; empty when all did */
    void count(Map<String, String> fallback) {
        chunks.incrementAndGet();
        var failed = fallback.keySet().stream().filter(ModelPasses::isTransform).toList();
        if (failed.size() < fallback.size()) byRules.incrementAndGet();
        failed.forEach(what -> add(untransformed, what));
        fallback.forEach((what, why) -> add(reasons, reason(what, why)));
    }

    private static void add(Map<String, AtomicInteger> counts, String key) {
        counts.computeIfAbsent(key, counted -> new AtomicInteger()).incrementAndGet();
    }

    /** What a pass is called that a jar adds. */
    static String transform(String name) {
        return "transform " + name;
    }

    private static boolean isTransform(String what) {
        return what.startsWith(transform(""));
    }

    /** Why something did not do its work; a model's reason names the model, a transform's does not. */
    static String reason(String what, String why) {
        return isTransform(what) ? what + ": " + why : why;
    }

    /** What a user must be told: how many chunks went without a model or a transform, and why. */
    List<String> notes() {
        if (reasons.isEmpty()) return List.of();
        var sorted = new ArrayList<>(reasons.entrySet());
        sorted.sort(Comparator.<Map.Entry<String, AtomicInteger>>comparingInt(
                        entry -> -entry.getValue().get())
                .thenComparing(Map.Entry::getKey));
        var words = new LinkedHashMap<String, Integer>();
        sorted.stream()
                .limit(SHOWN_REASONS)
                .forEach(entry -> words.put(entry.getKey(), entry.getValue().get()));
        var notes = new ArrayList<String>();
        var all = Counted.of(chunks.get(), "chunk");
        if (byRules.get() > 0) {
            notes.add(
                    "%d of %s keep what rules made of them, since models did not help; when they do, --force asks them again"
                            .formatted(byRules.get(), all));
        }
        untransformed.forEach((what, times) -> notes.add(
                "%d of %s stay as they were before the %s, which failed; when it is mended, --force has it do them again"
                        .formatted(times.get(), all, what)));
        words.forEach((why, times) -> notes.add(Counted.of(times, "time") + ": " + why));
        if (sorted.size() > words.size()) notes.add("all %d reasons are in the traces".formatted(sorted.size()));
        return notes;
    }

    @Override
    public void close() {
        if (cache != null) cache.close();
    }
}
