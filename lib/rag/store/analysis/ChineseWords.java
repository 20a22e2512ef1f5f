package rag.store.analysis;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.cn.smart.hhmm.HHMMSegmenter;

/** Words in simplified Chinese by the hidden Markov model of smartcn, whose dictionary takes half a second to load. */
final class ChineseWords {

    /** The model's work grows faster than a sentence; no sentence goes on for longer without a comma. */
    private static final int SENTENCE = 256;

    private ChineseWords() {}

    /** A word and the offset of its first sign. */
    record Word(String text, int start) {}

    /** The words of a run of Chinese characters, in order and without gaps. */
    static List<Word> of(String run) {
        var words = new ArrayList<Word>();
        for (int from = 0; from < run.length(); from += SENTENCE) {
            var sentence = run.substring(from, Math.min(run.length(), from + SENTENCE));
            if (sentence.length() == 1) {
                words.add(new Word(sentence, from));
                continue;
            }
            var tokens = new HHMMSegmenter().process(sentence);
            for (var token : tokens.subList(1, tokens.size() - 1)) { // between the marks of begin and end
                words.add(new Word(new String(token.charArray), from + token.startOffset));
            }
        }
        return words;
    }
}
