package rag.store.analysis;

import java.io.CharArrayReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.analysis.standard.StandardTokenizerImpl;

/**
 * Cuts a text into words by Unicode Annex 29, and hands each to what knows its script: {@link Identifiers}, {@link
 * IdeographRun}, {@link DictionaryWords}. What comes out does not depend on any language but for words, whose form is
 * the business of {@link WordForms}.
 */
final class Segmenter {

    /** Characters of a token; of a longer run of letters and digits, such as binary data, only these are kept. */
    static final int LONGEST_TOKEN = 255;

    /** What a token is. */
    enum Kind {
        /** Letters, to be stemmed. */
        WORD,
        /** Complete as it stands. */
        TERM,
        /** A sign of a script that parts no words, or two neighbours. */
        SIGN,
        /** As {@link #TERM}, but where it begins and ends may depend on the text around it. */
        GUESS
    }

    /** Takes tokens in order. */
    interface Tokens {

        /**
         * @param step places behind the token before: 0 stands beside it, and does not count for the text's length
         * @param start offset of its first character
         */
        void add(Kind kind, String token, int step, int start, int end);
    }

    private final StandardTokenizerImpl scanner = new StandardTokenizerImpl(new CharArrayReader(new char[0]));

    Segmenter() {
        scanner.setBufferSize(LONGEST_TOKEN);
    }

    /** Cuts the first {@code length} characters; the array is changed. */
    void cut(char[] text, int length, Tokens tokens) {
        fold(text, length);
        scanner.yyreset(new CharArrayReader(text, 0, length));
        try {
            int runStart = 0, runEnd = -1, cutEnd = -1;
            for (int type; (type = scanner.getNextToken()) != StandardTokenizerImpl.YYEOF; ) {
                int start = scanner.yychar(), end = start + scanner.yylength();
                boolean ideograph = ideograph(type);
                if (runEnd >= 0 && !(ideograph && start == runEnd)) {
                    IdeographRun.tokens(text, runStart, runEnd, tokens);
                    runEnd = -1;
                }
                if (ideograph) {
                    if (runEnd < 0) runStart = start;
                    runEnd = end;
                } else if (type == StandardTokenizerImpl.SOUTH_EAST_ASIAN_TYPE) {
                    DictionaryWords.tokens(text, start, end, tokens);
                } else if (start == cutEnd) {
                    cutEnd = end;
                } else {
                    Identifiers.tokens(text, length, start, end, tokens);
                    cutEnd = end - start == LONGEST_TOKEN ? end : -1;
                }
            }
            if (runEnd >= 0) IdeographRun.tokens(text, runStart, runEnd, tokens);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean ideograph(int type) {
        return type == StandardTokenizerImpl.IDEOGRAPHIC_TYPE
                || type == StandardTokenizerImpl.HIRAGANA_TYPE
                || type == StandardTokenizerImpl.KATAKANA_TYPE
                || type == StandardTokenizerImpl.HANGUL_TYPE;
    }

    /** Signs that stand for the same and would end a word or not: each is replaced by one, so offsets stay. */
    private static void fold(char[] text, int length) {
        for (int i = 0; i < length; i++) {
            char c = text[i];
            if (c < 0xb5) continue;
            if (c == 0xb5) text[i] = 0x3bc;
            else if (c == 0x2019 || c == 0x02bc) text[i] = '\'';
            else if (c == 0x200c && i > 0 && arabic(text[i - 1])) text[i] = ' ';
            else if (c >= 0x2080 && c <= 0x2089) text[i] = (char) (c - 0x2080 + '0');
            else if (c == 0x3000) text[i] = ' ';
            else if (c >= 0xff01 && c <= 0xff5e) text[i] = (char) (c - 0xff01 + '!');
        }
    }

    /** In Persian a zero-width non-joiner parts stem and ending. */
    private static boolean arabic(char c) {
        return c >= 0x600 && c < 0x700;
    }
}
