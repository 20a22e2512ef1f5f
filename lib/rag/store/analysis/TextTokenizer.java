package rag.store.analysis;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/**
 * The terms of a text in one language. It reads the text whole, as a passage is short. Stop words leave their place
 * empty, but a text of nothing else keeps them: "to be or not to be" can be found.
 */
final class TextTokenizer extends Tokenizer {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final PositionIncrementAttribute increment = addAttribute(PositionIncrementAttribute.class);
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private final Segmenter segmenter = new Segmenter();
    private final LanguageRules rules;
    private final List<Token> tokens = new ArrayList<>();
    private boolean onlyStops;
    private int next;
    private int length;

    private record Token(String text, boolean stop, int step, int start, int end) {}

    TextTokenizer(String language) {
        rules = LanguageRules.of(language);
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        tokens.clear();
        next = 0;
        var text = new StringWriter();
        input.transferTo(text);
        length = text.getBuffer().length();
        var characters = new char[length];
        text.getBuffer().getChars(0, length, characters, 0);
        segmenter.cut(characters, length, (kind, token, step, start, end) -> {
            var form = kind == Segmenter.Kind.WORD ? rules.formsOf(token).of(token) : new WordForms.Form(token, false);
            tokens.add(new Token(form.text(), form.stop(), step, start, end));
        });
        onlyStops = tokens.stream().allMatch(Token::stop);
    }

    @Override
    public boolean incrementToken() {
        int step = 0;
        while (next < tokens.size()) {
            var token = tokens.get(next++);
            step += token.step();
            if (token.stop() && !onlyStops) continue;
            clearAttributes();
            term.append(token.text());
            increment.setPositionIncrement(step);
            offset.setOffset(correctOffset(token.start()), correctOffset(token.end()));
            return true;
        }
        return false;
    }

    @Override
    public void end() throws IOException {
        super.end();
        offset.setOffset(correctOffset(length), correctOffset(length));
    }
}
