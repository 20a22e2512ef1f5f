package rag.store.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rag.store.analysis.Segmenter.Kind;
import rag.text.Language;

/** Reads a question's words, each in the forms that it has in the languages of an index. */
final class Question {

    /** Weight of a Latin word or a number among signs; each sign is looked for alone, in pairs and maybe in a word. */
    private static final int AMONG_SIGNS = 3;

    private record Token(Kind kind, String text, String shown, int position) {}

    private final List<Token> tokens = new ArrayList<>();
    private final List<LanguageRules> rules;
    private final @Nullable LanguageRules spoken;
    private int position = -1;

    Question(String text, Collection<String> languages) {
        new Segmenter().cut(text.toCharArray(), text.length(), (kind, token, step, start, end) -> {
            position += step;
            tokens.add(new Token(kind, token, text.substring(start, end), position));
        });
        rules = languages.stream().map(LanguageRules::of).toList();
        spoken = spoken(text, languages);
    }

    QueryTerms terms(boolean cut) {
        boolean signs = tokens.stream().anyMatch(token -> token.kind == Kind.SIGN);
        var words = new ArrayList<QueryTerms.Word>();
        var stops = new ArrayList<QueryTerms.Word>();
        for (var token : tokens) {
            boolean sign = token.kind == Kind.SIGN || token.kind == Kind.GUESS;
            boolean stop = stop(token);
            var forms = token.kind == Kind.WORD ? forms(token, stop) : Set.of(token.text);
            int weight = signs && !sign ? AMONG_SIGNS : 1;
            (stop ? stops : words)
                    .add(new QueryTerms.Word(token.shown, token.position, forms, weight, token.kind != Kind.GUESS));
        }
        boolean onlyStops = words.isEmpty() && !stops.isEmpty();
        var dropped = stops.stream().map(QueryTerms.Word::shown).distinct().toList();
        return new QueryTerms(onlyStops ? stops : words, dropped, onlyStops, cut);
    }

    /**
     * The language of the question, as far as it is one of the index's: where it is too short to tell, the one that most
     * of its words are stop words of. A German "war" would else be a rare and weighty word of the English texts.
     */
    private @Nullable LanguageRules spoken(String text, Collection<String> languages) {
        if (rules.size() < 2) return null;
        var language = Language.of(text);
        if (languages.contains(language) && !language.equals(Language.UNKNOWN)) return LanguageRules.of(language);
        LanguageRules best = null;
        var most = new BitSet();
        for (var rule : rules) {
            var stops = new BitSet();
            for (int i = 0; i < tokens.size(); i++) stops.set(i, stops(rule, tokens.get(i)));
            if (stops.equals(most) || stops.cardinality() < most.cardinality()) continue;
            best = stops.cardinality() > most.cardinality() ? rule : null;
            most = stops;
        }
        return best;
    }

    private boolean stop(Token token) {
        return spoken != null && stops(spoken, token) || rules.stream().allMatch(rule -> stops(rule, token));
    }

    private static boolean stops(LanguageRules rule, Token token) {
        return token.kind == Kind.WORD
                && rule.formsOf(token.text).of(token.text).stop();
    }

    /** A language that has the word as a stop word does not index it. */
    private Set<String> forms(Token token, boolean stop) {
        var forms = new LinkedHashSet<String>();
        for (var rule : rules) {
            var form = rule.formsOf(token.text).of(token.text);
            if (stop || !form.stop()) forms.add(form.text());
        }
        return Collections.unmodifiableSet(forms);
    }
}
