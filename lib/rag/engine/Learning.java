package rag.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import rag.config.Settings;
import rag.model.Failure;
import rag.model.Verdict;
import rag.store.LearnedNotes;
import rag.store.LearnedWord;
import rag.store.Ledger;
import rag.store.analysis.TextAnalysis;

/**
 * Learns from questions that were answered which words belong to a collection, for {@link Router}. Only who serves people
 * calls it: measuring never teaches. It happens after the answer, in a note that the next who writes takes over, and whatever hinders it (a folder that can't be
 * written, a writer that holds the data base) leaves a question unlearned and nothing else.
 */
public final class Learning {

    /** Words of a question that are learned. */
    private static final int MOST_WORDS = 12;

    private static final int LONGEST_WORD = 40;

    /** What questions of all collections have. */
    private static final Set<String> ASKING =
            Set.of(("can could did do does get had has have how long many may much must need needs often shall should"
                + " what when where which who whom whose why will would darf haben hat kann lange muss oft soll viel"
                + " viele wann warum was welche welchem welchen welcher welches wem wen wer wie wird wo 什么 怎么 如何 哪里 哪个"
                + " 多少 为什么 多久")
                    .split(" "));

    private Learning() {}

    /** Takes a question to heart, if it was answered and there is a choice of collections to learn for. */
    public static void from(Engine engine, SearchRun run) {
        var answer = run.answer();
        if (!wanted(engine.settings()) || answer.verdict() != Verdict.OK) return;
        if (answer.hits().isEmpty()) return;
        var collection = answer.hits().getFirst().chunk().collection();
        engine.later(() -> {
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

    /** What a question is about: no stop words, no numbers, no single signs, nothing like an address of a person. */
    static List<String> words(String text, List<String> languages) {
        var terms = TextAnalysis.question(text, languages);
        if (terms.onlyStopWords()) return List.of();
        var words = new LinkedHashSet<String>();
        var forms = new HashSet<Object>();
        for (var word : terms.words()) {
            var shown = word.shown().toLowerCase(Locale.ROOT);
            int length = shown.codePointCount(0, shown.length());
            boolean tells =
                    length > 1 && length <= LONGEST_WORD && shown.codePoints().anyMatch(Character::isLetter);
            if (ASKING.contains(shown)) continue;
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
