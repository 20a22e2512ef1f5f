package rag.split;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import rag.model.Block;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.TokenCounter;

/** Documents made by hand, and a counter that counts as a word-piece model does, roughly. */
final class Docs {

    /** Two special tokens; a sign or ideograph is a token, and so is each begun six letters of a word. */
    static final TokenCounter WORDS = text -> {
        int tokens = 2;
        int letters = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            boolean letter = Character.isLetterOrDigit(c) && !Character.isIdeographic(c);
            if (letter && letters++ % 6 == 0) tokens++;
            if (!letter) letters = 0;
            if (!letter && !Character.isWhitespace(c)) tokens++;
        }
        return tokens;
    };

    private final StringBuilder text = new StringBuilder();
    private final List<Block> blocks = new ArrayList<>();
    private final String title;
    private final String type;

    Docs(String title, String type) {
        this.title = title;
        this.type = type;
    }

    static Docs markdown() {
        return new Docs("", "markdown");
    }

    /** A document of one block. */
    static Document of(Kind kind, String text) {
        return markdown().add(kind, text).build();
    }

    Docs heading(int level, String words) {
        gap();
        text.append("#".repeat(level)).append(' ');
        return block(Kind.HEADING, level, words, "", List.of());
    }

    Docs add(Kind kind, String words, String... flags) {
        gap();
        return block(kind, 0, words, "", List.of(flags));
    }

    /** Code that follows what is there without a gap of its own. */
    Docs declaration(String name, String code) {
        return block(Kind.CODE, 0, code, name, List.of());
    }

    /** Text that belongs to no block. */
    Docs loose(String words) {
        text.append(words);
        return this;
    }

    private void gap() {
        if (!text.isEmpty()) text.append("\n\n");
    }

    private Docs block(Kind kind, int level, String words, String name, List<String> flags) {
        int start = text.length();
        text.append(words);
        blocks.add(new Block(kind, level, start, text.length(), null, name, flags));
        return this;
    }

    Document build() {
        return new Document(title, type, Map.of(), text.toString(), blocks, List.of(), List.of(), List.of());
    }
}
