package rag.store.analysis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import rag.text.Language;
import rag.text.Texts;

/**
 * The one analysis of texts and questions. All languages share one field: a question's word becomes the set of its forms
 * in the languages that the index holds, counted as one word, so that a German text among English ones does not
 * suffer from the rarity of its forms.
 */
public final class TextAnalysis {

    /** Changes whenever the terms of any text do: an index made by another version has to be built anew. */
    public static final String VERSION = "2";

    /** Characters of a question that are looked at. */
    public static final int LONGEST_QUESTION = 20_000;

    private static final Map<String, Analyzer> ANALYZERS = new ConcurrentHashMap<>();

    private TextAnalysis() {}

    /** The analyzer of texts in a language: an ISO 639-1 code, or {@link Language#UNKNOWN}. It is shared: don't close it. */
    public static Analyzer analyzer(String language) {
        return ANALYZERS.computeIfAbsent(language, key -> new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                return new TokenStreamComponents(new TextTokenizer(key));
            }
        });
    }

    /**
     * A term of a text.
     *
     * @param step 1 for the next place in the text, 0 for another term at the same place, more where words are left out
     */
    public record Token(String term, int step) {}

    /** The terms of a text as the index of every store holds them. */
    public static List<Token> tokens(String text, String language) {
        var tokens = new ArrayList<Token>();
        try (var stream = analyzer(language).tokenStream("", text)) {
            var term = stream.addAttribute(CharTermAttribute.class);
            var step = stream.addAttribute(PositionIncrementAttribute.class);
            stream.reset();
            while (stream.incrementToken()) tokens.add(new Token(term.toString(), step.getPositionIncrement()));
            stream.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a text in memory can be read
        }
        return tokens;
    }

    /**
     * The words of a question. It is plain text: no sign in it is an operator.
     *
     * @param languages those of the index's texts; none is the same as unknown
     */
    public static QueryTerms question(String text, Collection<String> languages) {
        var kept = cut(text);
        var known = languages.isEmpty() ? List.of(Language.UNKNOWN) : languages;
        return new Question(kept, known).terms(kept.length() < text.length());
    }

    /** The first part of a long question, to the last blank. */
    private static String cut(String text) {
        if (text.length() <= LONGEST_QUESTION) return text;
        int blank = LONGEST_QUESTION;
        while (blank > LONGEST_QUESTION - Segmenter.LONGEST_TOKEN && !Character.isWhitespace(text.charAt(blank)))
            blank--;
        return Texts.cut(text, Character.isWhitespace(text.charAt(blank)) ? blank : LONGEST_QUESTION);
    }
}
