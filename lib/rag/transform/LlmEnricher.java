package rag.transform;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import rag.llm.ChatModel;
import rag.llm.ChatRequest;
import rag.llm.JsonAnswer;
import rag.llm.ModelException;
import rag.llm.Tally;
import rag.text.Texts;

/** Lets a model write title, summary and tags of a passage. The document's own title and tags stay as they are. */
public final class LlmEnricher {

    private static final int MOST_TAGS = 5;
    private static final int LONGEST_TAG = 40;
    private static final int LONGEST_SUMMARY = 400;

    private static final Map<String, Object> SCHEMA = Map.of(
            "type",
            "object",
            "properties",
            Map.of(
                    "title", Map.of("type", "string"),
                    "summary", Map.of("type", "string"),
                    "tags", Map.of("type", "array", "items", Map.of("type", "string"))),
            "required",
            List.of("title", "summary", "tags"),
            "additionalProperties",
            false);

    private final ChatModel model;
    private final Asking asking;
    private final String prompt;

    /** @param prompt instructions */
    public LlmEnricher(ChatModel model, Asking asking, String prompt) {
        this.model = model;
        this.asking = asking;
        this.prompt = prompt + "\n" + Fenced.rule();
    }

    /**
     * @param rules what rules say of the passage
     * @param own the document's tags
     * @param context title of the document and headings above the passage
     */
    public Polished<Enrichment> enrich(
            String passage, String context, Enrichment rules, List<String> own, Tally tally) {
        var fenced = Fenced.of(context + "\n\n" + passage);
        var request = new ChatRequest(prompt, fenced, SCHEMA, 0);
        try {
            var enriched = asking.ask(tally, () -> model.ask(request), answer -> read(answer, own), prompt, fenced);
            return new Polished<>(enriched, "");
        } catch (ModelException e) {
            return new Polished<>(rules, "" + e.getMessage());
        }
    }

    private static Enrichment read(String answer, List<String> own) throws ModelException {
        var json = JsonAnswer.object(answer);
        var title = line(json.path("title"), MetadataEnricher.LONGEST_TITLE);
        var summary = line(json.path("summary"), LONGEST_SUMMARY);
        if (title.isEmpty() || summary.isEmpty()) throw new ModelException("the answer lacks a title or a summary");
        var tags = new LinkedHashSet<>(own);
        var lower = new LinkedHashSet<String>();
        own.forEach(tag -> lower.add(tag.toLowerCase(Locale.ROOT)));
        int added = 0;
        for (var item : json.path("tags")) {
            var tag = line(item, LONGEST_TAG).toLowerCase(Locale.ROOT);
            if (!tag.isEmpty() && added < MOST_TAGS && lower.add(tag)) {
                tags.add(tag);
                added++;
            }
        }
        return new Enrichment(title, summary, List.copyOf(tags));
    }

    private static String line(JsonNode text, int longest) {
        if (!text.isTextual()) return "";
        var line = ChunkRefiner.line(text.asText()).replaceAll("\\s+", " ");
        return line.length() <= longest ? line : Texts.cut(line, longest - 1).strip() + "\u2026";
    }
}
