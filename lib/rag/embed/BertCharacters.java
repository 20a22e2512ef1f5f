package rag.embed;

/** What BERT's tokenizer takes characters for; its own reading of Unicode's categories. */
final class BertCharacters {

    private BertCharacters() {}

    /** Unicode's White_Space, but for the controls among it. */
    static boolean blank(int c) {
        return switch (c) {
            case ' ', '\t', '\n', '\r', 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000 -> true;
            default -> within(c, 0x2000, 0x200A);
        };
    }

    /** Whether it is left out: controls, joiners, private signs, surrogates without their half; accents on request. */
    static boolean dropped(int c, boolean accents) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.PRIVATE_USE, Character.SURROGATE -> true;
            case Character.NON_SPACING_MARK -> accents;
            default -> c == 0xFFFD;
        };
    }

    /** Whether it is a word by itself: punctuation, and every ideograph. */
    static boolean alone(int c) {
        return punctuation(c) || chinese(c);
    }

    private static boolean punctuation(int c) {
        if (c < 128) return c > ' ' && !Character.isLetterOrDigit(c);
        return switch (Character.getType(c)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION -> true;
            default -> false;
        };
    }

    /** The blocks it was given as Chinese; hiragana, katakana and hangul are not among them. */
    private static boolean chinese(int c) {
        return within(c, 0x4E00, 0x9FFF)
                || within(c, 0x3400, 0x4DBF)
                || within(c, 0x20000, 0x2A6DF)
                || within(c, 0x2A700, 0x2B81F)
                || within(c, 0x2B920, 0x2CEAF)
                || within(c, 0xF900, 0xFAFF)
                || within(c, 0x2F800, 0x2FA1F);
    }

    private static boolean within(int c, int first, int last) {
        return c >= first && c <= last;
    }
}
