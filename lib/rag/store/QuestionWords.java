package rag.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import rag.model.Filter;
import rag.store.analysis.QueryTerms;
import rag.store.analysis.TextAnalysis;
import rag.text.FunctionWords;

/**
 * A text's words as every store looks for them, weighed by how rare each is there. The text is never read as a query
 * language.
 */
public final class QuestionWords {

    /** Most distinct words that are searched for; of more, the rarest. */
    public static final int MOST_WORDS = 256;

    /** Words of a longer text are not looked for as one phrase to its end. */
    private static final int LONGEST_PHRASE = 64;

    /** Share of the words that a chunk holds to be found as "nearly this text". */
    private static final double NEARLY = 0.75;

    private final QueryTerms analysed;
    private final List<Clause> clauses;
    private final FunctionWords functionWords;
    private final boolean cut;

    /** How often terms occur in what is searched. */
    public interface Statistics {

        /** Number of chunks, those of removed ones that still count included. */
        int chunks() throws IOException;

        /** Number of chunks with a term, counted as {@link #chunks} are. */
        int frequency(String term) throws IOException;
    }

    /**
     * A distinct word.
     *
     * @param shown as the text has it
     * @param terms its forms in the index, scored as one word; none when it does not occur
     * @param times how often the text has it: its weight in the sum
     * @param idf ln(1 + (N - n + 0.5) / (n + 0.5)), as BM25 has it, n that of its most frequent form
     */
    public record Clause(String shown, List<String> terms, int times, double idf) {

        public Clause {
            terms = List.copyOf(terms);
        }

        public boolean occurs() {
            return !terms.isEmpty();
        }

        private double weight() {
            return times * idf;
        }
    }

    private QuestionWords(String text, QueryTerms analysed, List<Clause> clauses, boolean cut) {
        this.analysed = analysed;
        this.clauses = List.copyOf(clauses);
        this.functionWords = FunctionWords.of(text);
        this.cut = cut;
    }

    /** @param languages those of the index's chunks */
    public static QuestionWords of(String text, Collection<String> languages, Statistics statistics)
            throws IOException {
        var analysed = TextAnalysis.question(text, languages);
        var times = new LinkedHashMap<Set<String>, Integer>();
        var shown = new LinkedHashMap<Set<String>, String>();
        for (var word : analysed.words()) {
            times.merge(word.variants(), word.weight(), Integer::sum);
            shown.putIfAbsent(word.variants(), word.shown());
        }
        var clauses = new ArrayList<Clause>(times.size());
        for (Map.Entry<Set<String>, Integer> word : times.entrySet()) {
            clauses.add(clause(shown.getOrDefault(word.getKey(), ""), word.getKey(), word.getValue(), statistics));
        }
        if (clauses.size() <= MOST_WORDS) return new QuestionWords(text, analysed, clauses, false);
        var rarest = clauses.stream()
                .filter(Clause::occurs)
                .sorted(Comparator.comparingDouble(Clause::idf).reversed())
                .limit(MOST_WORDS)
                .toList();
        clauses.retainAll(Set.copyOf(rarest));
        return new QuestionWords(text, analysed, clauses, true);
    }

    private static Clause clause(String shown, Set<String> variants, int times, Statistics statistics)
            throws IOException {
        var terms = new ArrayList<String>();
        int frequency = 0;
        for (var variant : variants) {
            int count = statistics.frequency(variant);
            if (count > 0) terms.add(variant);
            frequency = Math.max(frequency, count);
        }
        double idf = Math.log(1 + (statistics.chunks() - frequency + 0.5) / (frequency + 0.5));
        return new Clause(shown, terms, times, idf);
    }

    /** True when no chunk can match. */
    public boolean isEmpty() {
        return clauses.stream().noneMatch(Clause::occurs);
    }

    /** The words that occur: a chunk with any of them is found, scored by the sum of its words. */
    public List<Clause> occurring() {
        return clauses.stream().filter(Clause::occurs).toList();
    }

    /** How many of {@link #occurring} a chunk holds to be "nearly this text". */
    public int nearlyAll() {
        return (int) Math.ceil(NEARLY * clauses.size());
    }

    /** The words to be found one behind another, with their positions, as far as the first few tell. */
    public List<QueryTerms.Word> phrase() {
        return analysed.words().stream()
                .filter(QueryTerms.Word::exact)
                .limit(LONGEST_PHRASE)
                .toList();
    }

    /** The words looked for, as the text has them, each once. */
    public List<String> shown() {
        return clauses.stream().map(Clause::shown).distinct().toList();
    }

    public List<String> dropped() {
        return analysed.stopWords();
    }

    public boolean cut() {
        return cut || analysed.cut();
    }

    /** Whether a chunk holds a word, in any of its forms. */
    public interface Held {
        boolean test(Clause clause) throws IOException;
    }

    /**
     * Share of the words' weight that stands in a chunk, 0..1. Function words count only where there is nothing else: a few
     * texts may lack an "about" and weigh it like a name.
     */
    public double coverage(Held held) throws IOException {
        var telling = clauses.stream()
                .filter(clause -> !functionWords.contains(clause.shown))
                .toList();
        double all = 0;
        double there = 0;
        for (var clause : telling.isEmpty() ? clauses : telling) {
            all += clause.weight();
            if (held.test(clause)) there += clause.weight();
        }
        return all == 0 ? 0 : there / all;
    }

    /** The words that stand in a chunk in one reading at least, each once. */
    public List<String> held(Held held) throws IOException {
        var words = new LinkedHashSet<String>();
        for (var clause : clauses) if (held.test(clause)) words.add(clause.shown);
        return List.copyOf(words);
    }

    /** Why nothing was found, in words. */
    public String whyNothing(Filter filter) {
        if (clauses.isEmpty()) return "there is no word in the question";
        if (analysed.onlyStopWords())
            return "there are only stop words in the question: " + String.join(", ", dropped());
        if (isEmpty()) return "none of the words occurs: " + String.join(", ", shown());
        return filter.none()
                ? "no chunk holds any of the words"
                : "no chunk that passes the filter holds any of the words";
    }
}
