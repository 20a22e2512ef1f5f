package rag.store.analysis;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import java.text.CharacterIterator;
import java.text.StringCharacterIterator;
import rag.store.analysis.Segmenter.Kind;
import rag.store.analysis.Segmenter.Tokens;

/** Thai, Lao, Khmer and Burmese, which part no words, by the dictionaries of ICU. */
final class DictionaryWords {

    private static final BreakIterator WORDS = BreakIterator.getWordInstance(ULocale.ROOT);

    private DictionaryWords() {}

    static void tokens(char[] text, int start, int end, Tokens tokens) {
        var words = (BreakIterator) WORDS.clone(); // one is not for several threads
        words.setText((CharacterIterator) new StringCharacterIterator(new String(text, start, end - start)));
        int from = words.first();
        for (int to = words.next(); to != BreakIterator.DONE; from = to, to = words.next()) {
            tokens.add(Kind.TERM, new String(text, start + from, to - from), 1, start + from, start + to);
        }
    }
}
