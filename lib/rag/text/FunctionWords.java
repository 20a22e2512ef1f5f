package rag.text;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Words that say how something is asked and not what it is about: those that running text can hardly do without, and
 * those that questions begin with. In a small collection such a word may be as rare as a name.
 */
public final class FunctionWords {

    private static final Set<String> ASKING =
            Set.of(("can could did do does get had has have how long many may much must need needs often shall should"
                + " what when where which who whom whose why will would darf haben hat kann lange muss oft soll viel"
                + " viele wann warum was welche welchem welchen welcher welches wem wen wer wie wird wo 什么 怎么 如何 哪里 哪个"
                + " 多少 为什么 多久")
                    .split(" "));

    private final Set<String> words;

    private FunctionWords(Set<String> words) {
        this.words = words;
    }

    /** Those of the language that a question is in, as far as it can be told. */
    public static FunctionWords of(String question) {
        var words = new HashSet<>(ASKING);
        words.addAll(StopWords.of(Language.of(question)));
        return new FunctionWords(words);
    }

    /** @param word in any case */
    public boolean contains(String word) {
        return words.contains(word.toLowerCase(Locale.ROOT));
    }
}
