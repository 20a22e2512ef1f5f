package rag.embed;

/**
 * A number of tokens that a remote model hardly exceeds, whose vocabulary is not here. Words count a token for every
 * four letters, about half as much again as they take; what is split finer (figures, signs, base64, other scripts)
 * counts about as fine as byte-level vocabularies split it.
 */
final class TokenEstimate {

    /** A longer run of letters is no word, and is split almost letter by letter. */
    private static final int LONGEST_WORD = 20;

    private TokenEstimate() {}

    static int of(String text) {
        int tokens = 2; // begin and end
        for (int at = 0, c; at < text.length(); at += Character.charCount(c)) {
            c = text.codePointAt(at);
            if (c < 128 && Character.isLetter(c)) {
                int end = at + 1;
                while (end < text.length() && lower(text.charAt(end))) end++;
                int letters = end - at;
                tokens += letters > LONGEST_WORD ? letters : (letters + 3) / 4;
                at = end - 1;
                c = 'a';
            } else {
                tokens += sign(c);
            }
        }
        return tokens;
    }

    private static boolean lower(char c) {
        return c >= 'a' && c <= 'z';
    }

    private static int sign(int c) {
        if (c == ' ') return 0;
        if (c < 128) return 1;
        if (c < 0x800) return Character.isLowerCase(c) ? 1 : 2;
        return c < 0x10000 ? Character.isIdeographic(c) ? 2 : 3 : 4;
    }
}
