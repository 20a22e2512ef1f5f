package rag.store.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a word in one language: lower case, stem, then no accents, in this order where a language has
 * accents. Lucene's analyzer of the language does the work; each word goes through it once and is remembered.
 */
final class WordForms {

    /** Words remembered; then all are forgotten, which costs less than to know which are in use. */
    private static final int MOST_REMEMBERED = 50_000;

    /** @param stop whether it is a stop word; its form is made as that of any other word */
    record Form(String text, boolean stop) {}

    private final Map<String, Form> remembered = new ConcurrentHashMap<>();
    private final Analyzer dropping;
    private final Analyzer keeping;
    private final boolean accents;

    /**
     * @param dropping the language's analyzer
     * @param keeping the same without stop words
     * @param accents whether the language has accents, which its stemmer may need; else they are dropped first
     */
    WordForms(Analyzer dropping, Analyzer keeping, boolean accents) {
        this.dropping = dropping;
        this.keeping = keeping;
        this.accents = accents;
    }

    /** The same where no word is a stop word. */
    WordForms keepingStopWords() {
        return new WordForms(keeping, keeping, accents);
    }

    Form of(String word) {
        var form = remembered.get(word);
        if (form == null) {
            if (remembered.size() >= MOST_REMEMBERED) remembered.clear();
            remembered.put(word, form = find(accents ? word.replace('\u0451', '\u0435') : Identifiers.verbatim(word)));
        }
        return form;
    }

    private Form find(String word) {
        var kept = first(keeping, word);
        boolean stop = kept == null || dropping != keeping && first(dropping, word) == null;
        return new Form(Identifiers.verbatim(kept == null ? word : kept), stop);
    }

    private static @Nullable String first(Analyzer analyzer, String word) {
        try (var stream = analyzer.tokenStream("", word)) {
            var term = stream.getAttribute(CharTermAttribute.class);
            stream.reset();
            var first = stream.incrementToken() ? term.toString() : null;
            stream.end();
            return first;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
