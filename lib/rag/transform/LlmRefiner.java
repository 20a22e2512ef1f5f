package rag.transform;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import rag.llm.ChatModel;
import rag.llm.ChatRequest;
import rag.llm.ModelException;
import rag.llm.Tally;

/**
 * Lets a model clean a passage, and takes what it made only when the passage is still in it: a cleaned passage has hardly
 * a word that the passage has not, and most of those it has.
 */
public final class LlmRefiner {

    private static final Pattern WORD = Pattern.compile("\\p{IsHan}|[\\p{L}\\p{M}\\p{N}&&[^\\p{IsHan}]]+");
    private static final Pattern NUMBER = Pattern.compile("\\p{N}+");
    private static final Pattern FENCE = Pattern.compile("(?ms)^[ \t>]*(```|~~~)[^\n]*\n(.*?)^[ \t>]*\\1");
    private static final Pattern GENERIC = Pattern.compile("\\w+<[^<>\n]{1,80}>");
    private static final Pattern WHOLE_FENCE = Pattern.compile("(?s)\\A```[a-z]*\n(.*)\n```\\z");

    /** Of the passage's words, at least this share is left. */
    private static final double LEAST_KEPT = 0.6;

    /** Of the words that come back, at most this share is new: mended hyphens and shattered words make some. */
    private static final double MOST_NEW = 0.1;

    private final ChatModel model;
    private final Asking asking;
    private final String prompt;

    /** @param prompt instructions */
    public LlmRefiner(ChatModel model, Asking asking, String prompt) {
        this.model = model;
        this.asking = asking;
        this.prompt = prompt + "\n" + Fenced.rule();
    }

    /** @param fits whether a passage of this text is within the limit */
    public Polished<String> refine(String passage, Predicate<String> fits, Tally tally) {
        var request = ChatRequest.prose(prompt, Fenced.of(passage));
        try {
            var text = asking.ask(
                    tally, () -> model.ask(request), answer -> checked(passage, answer, fits), prompt, passage);
            return new Polished<>(text, "");
        } catch (ModelException e) {
            return new Polished<>(passage, "" + e.getMessage());
        }
    }

    private static String checked(String passage, String answer, Predicate<String> fits) throws ModelException {
        var text = answer.strip()
                .replaceAll("(?m)^(?:BEGIN|END) [0-9a-f]{12}\\s*$\n?", "")
                .strip();
        var unwrapped = WHOLE_FENCE.matcher(text);
        if (unwrapped.matches() && !passage.startsWith("```"))
            text = unwrapped.group(1).strip();
        var before = words(passage);
        var after = words(text);
        int kept = 0, total = 0, fresh = 0, written = 0;
        for (var word : before.entrySet()) {
            total += word.getValue();
            kept += Math.min(word.getValue(), after.getOrDefault(word.getKey(), 0));
        }
        for (var word : after.entrySet()) {
            written += word.getValue();
            fresh += Math.max(0, word.getValue() - before.getOrDefault(word.getKey(), 0));
        }
        if (text.isEmpty() || kept < LEAST_KEPT * total) throw refused("leaves out most of the passage");
        if (fresh > MOST_NEW * written) throw refused("adds words of its own");
        var numbers = new HashSet<String>();
        NUMBER.matcher(passage).results().forEach(number -> numbers.add(number.group()));
        if (NUMBER.matcher(text).results().anyMatch(number -> !numbers.contains(number.group()))) {
            throw refused("holds a number that the passage does not");
        }
        for (var pattern : new Pattern[] {ImageCaptioner.MARK, GENERIC}) {
            for (var mark : pattern.matcher(passage).results().toList()) {
                if (!text.contains(mark.group())) throw refused("lacks " + mark.group());
            }
        }
        for (var code : FENCE.matcher(passage).results().toList()) {
            if (!text.contains(code.group(2).strip())) throw refused("changes code");
        }
        if (!fits.test(text)) throw refused("is longer than a chunk may be");
        return text;
    }

    private static Map<String, Integer> words(String text) {
        var words = new HashMap<String, Integer>();
        WORD.matcher(text.toLowerCase(java.util.Locale.ROOT))
                .results()
                .forEach(word -> words.merge(word.group(), 1, Integer::sum));
        return words;
    }

    private static ModelException refused(String why) {
        return new ModelException("the model's text " + why);
    }
}
