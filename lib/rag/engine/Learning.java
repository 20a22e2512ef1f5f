package rag.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import rag.config.Settings;
import rag.model.Failure;
import rag.model.Verdict;
import rag.store.LearnedNotes;
import rag.store.LearnedWord;
import rag.store.Ledger;
import rag.store.analysis.TextAnalysis;
import rag.text.FunctionWords;

/**
 * Learns from questions that were answered which words belong to a collection, for {@link Router}. Only who serves people
 * calls it: measuring never teaches. It happens after the answer, in a note that the next who writes takes over, and whatever hinders it (a folder that can't be
 * written, a writer that holds the data base) leaves a question unlearned and nothing else.
 */
public final class Learning {

    /** Words of a question that are learned. */
    private static final int MOST_WORDS = 12;

    private static final int LONGEST_WORD = 40;

    /** Marks of direction and the like, which stick to the word before them. */
    private static final Pattern UNSEEN = Pattern.compile("\\p{Cf}+");

    private Learning() {}

    /** Takes a question to heart, if it was answered and there is a choice of collections to learn for. */
    public static void from(Engine engine, SearchRun run) {
        var answer = run.answer();
        if (!wanted(engine.settings()) || answer.verdict() != Verdict.OK) return;
        if (answer.hits().isEmpty()) return;
        var collection = answer.hits().getFirst().chunk().collection();
        engine.scribe().later(() -> {
            try {
                learn(engine, collection, run.text());
            } catch (IOException | RuntimeException e) {
                debug("a question was not learned from", e);
            }
        });
    }

    /** Who wants no texts in traces wants no words of questions kept either. */
    private static boolean wanted(Settings settings) {
        return settings.retrieval().learnKeywords()
                && !settings.observability().traceText().equals("none");
    }

    private static void learn(Engine engine, String collection, String text) throws IOException {
        var kept = engine.settings().ledger().shared()
                ? engine.data()
                : engine.data().resolve("rag.db");
        if (engine.store().collections().size() < 2 || !Files.isWritable(kept)) return;
        List<String> languages;
        try (var reader = engine.store().reader(List.of(collection))) {
            languages = List.copyOf(reader.languages().keySet());
        }
        var words = words(text, languages);
        if (words.isEmpty()) return;
        boolean many = new LearnedNotes(engine.data())
                .add(collection, words, engine.clock().instant());
        if (many) engine.ledger().close();
    }

    /** Lets the ledger take over what was noted; what hinders it is tried again by the next. */
    static void settle(Engine engine, Ledger ledger) {
        try {
            new LearnedNotes(engine.data()).settle(ledger);
        } catch (IOException | Failure e) {
            debug("notes of words wait for the next run", e);
        }
    }

    private static void debug(String words, Exception e) {
        System.getLogger(Learning.class.getName()).log(System.Logger.Level.DEBUG, words, e);
    }

    /**
     * What a question is about: no function words, no numbers, no single signs, nothing like an address of a person. Of
     * Chinese, the words that a dictionary sees, where it sees any: of the pairs of signs most are no words.
     */
    static List<String> words(String text, List<String> languages) {
        var terms = TextAnalysis.question(text, languages);
        if (terms.onlyStopWords()) return List.of();
        var asking = FunctionWords.of(text);
        boolean seen = terms.words().stream().anyMatch(word -> !word.exact());
        var words = new LinkedHashSet<String>();
        var forms = new HashSet<Object>();
        for (var word : terms.words()) {
            var shown = UNSEEN.matcher(word.shown()).replaceAll("").toLowerCase(Locale.ROOT);
            if (seen && word.exact() && shown.codePoints().anyMatch(Character::isIdeographic)) continue;
            int length = shown.codePointCount(0, shown.length());
            boolean tells =
                    length > 1 && length <= LONGEST_WORD && shown.codePoints().anyMatch(Character::isLetter);
            if (asking.contains(shown)) continue;
            if (tells && shown.indexOf('@') < 0 && forms.add(word.variants())) words.add(shown);
        }
        return new ArrayList<>(words).subList(0, Math.min(MOST_WORDS, words.size()));
    }

    /** What was learned, by collection; nothing where the setting is off. */
    static Map<String, List<LearnedWord>> words(Engine engine, Ledger ledger) throws IOException {
        return wanted(engine.settings()) ? known(engine, ledger) : Map.of();
    }

    /** The same, wanted or not. */
    static Map<String, List<LearnedWord>> known(Engine engine, Ledger ledger) throws IOException {
        var now = engine.clock().instant();
        return new LearnedNotes(engine.data()).over(ledger.learned().all(now), now);
    }
}
