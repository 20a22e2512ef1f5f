package rag.store.analysis;

import java.text.Normalizer;
import java.util.Collections;
import rag.store.analysis.Segmenter.Kind;
import rag.store.analysis.Segmenter.Tokens;

/**
 * Chinese, Japanese and Korean, which part no words. A run gives each sign, each pair of neighbours and, where it has
 * neither kana nor Hangul, the words that a Chinese dictionary sees in it. One scheme for all, whatever the language of
 * the text: a question of Chinese characters alone may be meant for Chinese or Japanese texts. A word of two signs
 * counts twice, as word and as pair, and is worth it; traditional signs become simplified ones.
 */
final class IdeographRun {

    private IdeographRun() {}

    static void tokens(char[] text, int start, int end, Tokens tokens) {
        var run = new String(text, start, end - start);
        boolean same = true;
        if (run.chars().anyMatch(IdeographRun::compatible)) {
            run = Normalizer.normalize(run, Normalizer.Form.NFKC);
            same = run.length() == end - start;
        }
        run = SimplifiedHan.fold(run);
        var words = han(run) ? ChineseWords.of(run).iterator() : Collections.<ChineseWords.Word>emptyIterator();
        var word = words.hasNext() ? words.next() : null;
        for (int i = 0, next; i < run.length(); i = next) {
            next = run.offsetByCodePoints(i, 1);
            int from = same ? start + i : start;
            tokens.add(Kind.SIGN, run.substring(i, next), 1, from, same ? start + next : end);
            if (next < run.length()) {
                int pair = run.offsetByCodePoints(next, 1);
                tokens.add(Kind.SIGN, run.substring(i, pair), 0, from, same ? start + pair : end);
            }
            if (word != null && word.start() == i) {
                tokens.add(
                        Kind.GUESS,
                        word.text(),
                        0,
                        from,
                        same ? from + word.text().length() : end);
                word = words.hasNext() ? words.next() : null;
            }
        }
    }

    /** Half-width kana, radicals and compatibility ideographs, Hangul in single letters: what PDF and macOS make of signs. */
    private static boolean compatible(int c) {
        return c >= 0xf900 || c >= 0x2e80 && c < 0x2fe0 || c >= 0x1100 && c < 0x1200 || c == 0x3099 || c == 0x309a;
    }

    private static boolean han(String run) {
        return run.chars()
                .allMatch(c -> c >= 0x4e00 && c < 0xa000 || c >= 0x3400 && c < 0x4dc0 || c == 0x3005 || c == 0x3007);
    }
}
