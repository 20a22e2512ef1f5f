package rag.split;

import rag.model.TokenCounter;

/** What text costs of a limit. Asks the counter as seldom as can be: it is what splitting spends its time with. */
final class Measure {

    /**
     * Characters a token stands for at most. Tokenizers take a word they don't know, however long, for one token; such
     * a passage would be short for the model and endless for a reader.
     */
    private static final int LONGEST_TOKEN = 10;

    private final TokenCounter counter;
    private final int special;

    Measure(TokenCounter counter) {
        this.counter = counter;
        this.special = counter.count("");
    }

    /** Tokens that the model adds to every text. */
    int special() {
        return special;
    }

    int tokens(String text) {
        return Math.max(counter.count(text) - special, solid(text) / LONGEST_TOKEN);
    }

    /** Tokens of a text, or a number above the cap when it is sure, without counting, to be over. */
    int tokens(String text, int cap) {
        int atLeast = solid(text) / LONGEST_TOKEN;
        return atLeast > cap ? atLeast : Math.max(counter.count(text) - special, atLeast);
    }

    /** Characters that are no blanks. */
    private static int solid(String text) {
        int solid = 0;
        for (int i = 0; i < text.length(); i++) if (text.charAt(i) > ' ') solid++;
        return solid;
    }
}
