package rag.llm;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import rag.config.Settings;

/** Counts what models were asked and what that costs. Usable from several threads. */
public final class Tally {

    private static final double MILLION = 1e6;

    private final String model;
    private final double inputPrice;
    private final double outputPrice;
    private final LongAdder calls = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder cached = new LongAdder();
    private final LongAdder promptTokens = new LongAdder();
    private final LongAdder completionTokens = new LongAdder();
    private final LongAdder streamed = new LongAdder();
    private final LongAdder firstMs = new LongAdder();

    /**
     * @param model as it is shown
     * @param inputPrice of a million tokens sent; 0 where it is not known
     * @param outputPrice of a million tokens received
     */
    public Tally(String model, double inputPrice, double outputPrice) {
        this.model = model;
        this.inputPrice = inputPrice;
        this.outputPrice = outputPrice;
    }

    public static Tally of(ChatModel model, Settings.Llm settings) {
        return new Tally(model.name(), settings.inputPrice(), settings.outputPrice());
    }

    public void answered(ChatAnswer answer) {
        calls.increment();
        promptTokens.add(answer.promptTokens());
        completionTokens.add(answer.completionTokens());
        if (answer.firstMs() < 0) return;
        streamed.increment();
        firstMs.add(answer.firstMs());
    }

    public void failed() {
        failed.increment();
    }

    /** An answer that was known and not asked for again. */
    public void known() {
        cached.increment();
    }

    public long calls() {
        return calls.sum();
    }

    /**
     * As a trace shows it: model, calls, failed, cached, prompt_tokens, completion_tokens; of answers read while they were
     * written their number and the mean time to their first words, streamed and first_token_ms; with prices, cost.
     */
    public Map<String, Object> shown() {
        var shown = new LinkedHashMap<String, Object>();
        shown.put("model", model);
        shown.put("calls", calls.sum());
        shown.put("failed", failed.sum());
        shown.put("cached", cached.sum());
        shown.put("prompt_tokens", promptTokens.sum());
        shown.put("completion_tokens", completionTokens.sum());
        if (streamed.sum() > 0) {
            shown.put("streamed", streamed.sum());
            shown.put("first_token_ms", firstMs.sum() / streamed.sum());
        }
        if (inputPrice > 0 || outputPrice > 0) {
            double cost = (promptTokens.sum() * inputPrice + completionTokens.sum() * outputPrice) / MILLION;
            shown.put("cost", Math.round(cost * MILLION) / MILLION);
        }
        return shown;
    }
}
