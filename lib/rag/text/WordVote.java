package rag.text;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells languages of one script apart: each function word of a text votes for the languages that have it, in equal
 * parts, and each letter that a language is not written with speaks against it.
 */
final class WordVote {

    static final Supplier<WordVote> LATIN = once(
            UnicodeScript.LATIN,
            Language.UNKNOWN,
            "en de fr es it pt ca nl sv da no fi et lt lv pl cs sk sl hr ro tr hu id vi");
    static final Supplier<WordVote> CYRILLIC = once(UnicodeScript.CYRILLIC, "ru", "ru uk bg");
    static final Supplier<WordVote> ARABIC = once(UnicodeScript.ARABIC, "ar", "ar fa ur");
    static final Supplier<WordVote> DEVANAGARI = once(UnicodeScript.DEVANAGARI, "hi", "hi mr ne");

    /** "Los Angeles" is no Spanish: a capitalised word within a sentence is as likely part of a name. */
    private static final double NAME = 0.3;

    /** "A. J. Perlis" is no Catalan: what a word of one letter counts in scripts where initials are written. */
    private static final double INITIAL = 0.3;

    /** Votes that a letter foreign to the language costs. */
    private static final double FOREIGN = 0.5;

    /** Function words among all words below which a text is a list, a table or code. */
    private static final double SHARE = 0.1;

    private static final int SIZE = 1 << 12;
    private static final long SEED = 0xcbf29ce484222325L;
    private static final int WORD_CHARACTERS = 1 << Character.UPPERCASE_LETTER
            | 1 << Character.LOWERCASE_LETTER
            | 1 << Character.TITLECASE_LETTER
            | 1 << Character.MODIFIER_LETTER
            | 1 << Character.OTHER_LETTER
            | 1 << Character.NON_SPACING_MARK
            | 1 << Character.COMBINING_SPACING_MARK;

    private final UnicodeScript script;
    private final List<String> languages;
    private final int fallback;
    private final boolean initials;
    private final boolean alphabets;

    /** Words by hash, and the set of languages that have each; letters, and the set of languages written with each. */
    private final long[] hashes = new long[SIZE];

    private final int[] speakers = new int[SIZE];
    private final int[] writers = new int[0x2000];

    private static Supplier<WordVote> once(UnicodeScript script, String fallback, String languages) {
        return new Supplier<>() {
            private volatile @Nullable WordVote vote;

            @Override
            public WordVote get() {
                var made = vote;
                if (made == null) vote = made = new WordVote(script, fallback, List.of(languages.split(" ")));
                return made;
            }
        };
    }

    private WordVote(UnicodeScript script, String fallback, List<String> languages) {
        this.script = script;
        this.languages = languages;
        this.fallback = languages.indexOf(fallback);
        this.initials = script == UnicodeScript.LATIN || script == UnicodeScript.CYRILLIC;
        this.alphabets = script != UnicodeScript.DEVANAGARI;
        for (int language = 0; language < languages.size(); language++) {
            for (var word : StopWords.of(languages.get(language))) {
                long hash = SEED;
                for (int i = 0; i < word.length(); i++) hash = next(hash, word.charAt(i));
                int slot = slot(hash);
                hashes[slot] = hash;
                speakers[slot] |= 1 << language;
            }
            for (char letter : StopWords.letters(languages.get(language)).toCharArray()) {
                writers[letter] |= 1 << language;
                writers[Character.toUpperCase(letter)] |= 1 << language;
            }
        }
    }

    /** The language of most words; the script's commonest one, or {@code und}, when too few words are known. */
    String winner(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            if (combining(text.charAt(i))) {
                text = Normalizer.normalize(text, Normalizer.Form.NFC);
                break;
            }
        }
        return new Count().read(text).winner();
    }

    /** Accents that stand beside their letter instead of on it. */
    private static boolean combining(char c) {
        return c >= 0x300 && c < 0x370;
    }

    private static long next(long hash, char c) {
        return (hash ^ c) * 0x100000001b3L;
    }

    /** Where a word stands or would stand; words are told apart by 64 bits alone. */
    private int slot(long hash) {
        int slot = (int) (hash ^ hash >>> 29) & SIZE - 1;
        while (hashes[slot] != 0 && hashes[slot] != hash) slot = slot + 1 & SIZE - 1;
        return slot;
    }

    /** One text's votes. */
    private final class Count {

        private final double[] votes = new double[languages.size()];

        /** Words of each language, single letters aside. */
        private final double[] known = new double[languages.size()];

        private final int[] written = new int[languages.size()];
        private int words;
        private int letters;
        private int special;

        Count read(CharSequence text) {
            long hash = SEED;
            int length = 0;
            boolean sentence = true, capital = false;
            for (int i = 0; i <= text.length(); i++) {
                char c = i < text.length() ? text.charAt(i) : ' ';
                boolean ascii = c < 0x80;
                if (ascii
                        ? (c | 0x20) >= 'a' && (c | 0x20) <= 'z'
                        : (1 << Character.getType(c) & WORD_CHARACTERS) != 0) {
                    char lower = ascii ? (char) (c | 0x20) : Character.toLowerCase(c);
                    if (length == 0) capital = lower != c && !sentence;
                    else if (length == 1 && lower != c) capital = false;
                    hash = next(hash, lower);
                    length++;
                    letters++;
                    if (!ascii) special(c);
                } else {
                    if (length == 1 && initials) word(hash, INITIAL, 0);
                    else if (length > 0) word(hash, capital ? NAME : 1, capital ? NAME : 1);
                    sentence = length == 0 && sentence || c == '.' || c == '?' || c == '!' || c == '\n';
                    hash = SEED;
                    length = 0;
                }
            }
            return this;
        }

        private void word(long hash, double weight, double certainty) {
            words++;
            int mask = speakers[slot(hash)];
            double vote = weight / Integer.bitCount(mask);
            for (; mask != 0; mask &= mask - 1) {
                votes[Integer.numberOfTrailingZeros(mask)] += vote;
                known[Integer.numberOfTrailingZeros(mask)] += certainty;
            }
        }

        private void special(char c) {
            int mask = c < writers.length ? writers[c] : 0;
            if (mask == 0 && (combining(c) || UnicodeScript.of(c) != script)) return;
            special++;
            for (; mask != 0; mask &= mask - 1) written[Integer.numberOfTrailingZeros(mask)]++;
        }

        String winner() {
            int best = 0;
            for (int i = 0; i < votes.length; i++) {
                if (alphabets) votes[i] -= FOREIGN * (special - written[i]);
                if (votes[i] > votes[best]) best = i;
            }
            if (votes[best] >= 1 && known[best] >= 2 && known[best] >= SHARE * words) return languages.get(best);
            boolean plausible = fallback >= 0 && (!alphabets || (special - written[fallback]) * 50 <= letters);
            return plausible ? languages.get(fallback) : Language.UNKNOWN;
        }
    }
}
