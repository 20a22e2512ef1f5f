package rag.store.analysis;

import java.util.List;
import java.util.Set;

/**
 * What a question is looked for by.
 *
 * @param words in the question's order, with repetitions
 * @param stopWords those left out, as the question has them, each once
 * @param onlyStopWords true when there is nothing else; then they are the words, for a text may be made of them alone
 * @param cut true when the question is longer than {@link TextAnalysis#LONGEST_QUESTION}
 */
public record QueryTerms(List<Word> words, List<String> stopWords, boolean onlyStopWords, boolean cut) {

    public QueryTerms {
        words = List.copyOf(words);
        stopWords = List.copyOf(stopWords);
    }

    /**
     * One word, or one reading of it.
     *
     * @param shown as the question has it
     * @param position its place, from 0; several readings may share one
     * @param variants its forms, one or more, by the languages of the index: a text in any of them holds one of these
     * @param weight how often it counts as a word of its own
     * @param exact whether a text that holds the same characters holds it; a word that a dictionary sees in a run of
     *     Chinese characters may begin and end elsewhere in another run, and has no place in a phrase
     */
    public record Word(String shown, int position, Set<String> variants, int weight, boolean exact) {}
}
