package rag.store.analysis;

import java.lang.Character.UnicodeScript;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.bg.BulgarianAnalyzer;
import org.apache.lucene.analysis.bn.BengaliAnalyzer;
import org.apache.lucene.analysis.ca.CatalanAnalyzer;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.et.EstonianAnalyzer;
import org.apache.lucene.analysis.fa.PersianAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.hy.ArmenianAnalyzer;
import org.apache.lucene.analysis.id.IndonesianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.lt.LithuanianAnalyzer;
import org.apache.lucene.analysis.lv.LatvianAnalyzer;
import org.apache.lucene.analysis.ne.NepaliAnalyzer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.ta.TamilAnalyzer;
import org.apache.lucene.analysis.te.TeluguAnalyzer;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;
import rag.text.StopWords;

/**
 * Which language's {@link WordForms} a word goes through: in a text of one language, words of its script are that
 * language's, and words of another script are those of the language that writes most in it. So an English word is the
 * same in an English, a Chinese and a Russian text.
 */
final class LanguageRules {

    private static final Map<String, LanguageRules> RULES = new ConcurrentHashMap<>();
    private static final Map<String, WordForms> FORMS = new ConcurrentHashMap<>();

    private final String language;
    private final UnicodeScript script;

    private LanguageRules(String language) {
        this.language = language;
        this.script = script(language);
    }

    /** @param language ISO 639-1; "und" and what is not known are taken for English where the script is Latin */
    static LanguageRules of(String language) {
        return RULES.computeIfAbsent(language, LanguageRules::new);
    }

    /** What a word goes through in a text of this language. */
    WordForms formsOf(String word) {
        int c = word.codePointAt(0);
        var script = c < 0x250 ? UnicodeScript.LATIN : UnicodeScript.of(c);
        var spoken = script == this.script ? language : commonest(script);
        // A Greek letter in a formula is no Greek stop word.
        boolean stops = script == this.script || script == UnicodeScript.LATIN;
        return FORMS.computeIfAbsent(stops ? spoken : spoken + " with stop words", key -> {
            var forms = forms(spoken);
            return stops ? forms : forms.keepingStopWords();
        });
    }

    private static UnicodeScript script(String language) {
        return switch (language) {
            case "ru", "uk", "bg" -> UnicodeScript.CYRILLIC;
            case "ar", "fa", "ur" -> UnicodeScript.ARABIC;
            case "hi", "mr", "ne" -> UnicodeScript.DEVANAGARI;
            case "el" -> UnicodeScript.GREEK;
            case "hy" -> UnicodeScript.ARMENIAN;
            case "bn" -> UnicodeScript.BENGALI;
            case "ta" -> UnicodeScript.TAMIL;
            case "te" -> UnicodeScript.TELUGU;
            default -> StopWords.LANGUAGES.contains(language) ? UnicodeScript.LATIN : UnicodeScript.UNKNOWN;
        };
    }

    private static String commonest(UnicodeScript script) {
        return switch (script) {
            case LATIN -> "en";
            case CYRILLIC -> "ru";
            case ARABIC -> "ar";
            case DEVANAGARI -> "hi";
            case GREEK -> "el";
            case ARMENIAN -> "hy";
            case BENGALI -> "bn";
            case TAMIL -> "ta";
            case TELUGU -> "te";
            default -> "und";
        };
    }

    /** Lucene's analysis of a language; of one it has none for, our stop words and no stemmer. */
    private static WordForms forms(String language) {
        return switch (language) {
            case "ar" -> forms(ArabicAnalyzer::new, ArabicAnalyzer::new);
            case "bg" -> forms(BulgarianAnalyzer::new, BulgarianAnalyzer::new);
            case "bn" -> forms(BengaliAnalyzer::new, BengaliAnalyzer::new);
            case "ca" -> forms(CatalanAnalyzer::new, CatalanAnalyzer::new);
            case "cs" -> forms(CzechAnalyzer::new, CzechAnalyzer::new);
            case "da" -> forms(DanishAnalyzer::new, DanishAnalyzer::new);
            case "de" -> forms(GermanAnalyzer::new, GermanAnalyzer::new);
            case "el" -> forms(GreekAnalyzer::new, GreekAnalyzer::new);
            case "en" -> new WordForms(new EnglishAnalyzer(), new EnglishAnalyzer(CharArraySet.EMPTY_SET), false);
            case "es" -> forms(() -> new SpanishAnalyzer(spanishStopWords()), SpanishAnalyzer::new);
            case "et" -> forms(EstonianAnalyzer::new, EstonianAnalyzer::new);
            case "fa" -> forms(PersianAnalyzer::new, PersianAnalyzer::new);
            case "fi" -> forms(FinnishAnalyzer::new, FinnishAnalyzer::new);
            case "fr" -> forms(FrenchAnalyzer::new, FrenchAnalyzer::new);
            case "hi" -> forms(HindiAnalyzer::new, HindiAnalyzer::new);
            case "hu" -> forms(HungarianAnalyzer::new, HungarianAnalyzer::new);
            case "hy" -> forms(ArmenianAnalyzer::new, ArmenianAnalyzer::new);
            case "id" -> forms(IndonesianAnalyzer::new, IndonesianAnalyzer::new);
            case "it" -> forms(ItalianAnalyzer::new, ItalianAnalyzer::new);
            case "lt" -> forms(LithuanianAnalyzer::new, LithuanianAnalyzer::new);
            case "lv" -> forms(LatvianAnalyzer::new, LatvianAnalyzer::new);
            case "ne" -> forms(NepaliAnalyzer::new, NepaliAnalyzer::new);
            case "nl" -> forms(DutchAnalyzer::new, DutchAnalyzer::new);
            case "no" -> forms(NorwegianAnalyzer::new, NorwegianAnalyzer::new);
            case "pt" -> forms(PortugueseAnalyzer::new, PortugueseAnalyzer::new);
            case "ro" -> forms(RomanianAnalyzer::new, RomanianAnalyzer::new);
            case "ru" -> forms(RussianAnalyzer::new, RussianAnalyzer::new);
            case "sv" -> forms(SwedishAnalyzer::new, SwedishAnalyzer::new);
            case "ta" -> forms(TamilAnalyzer::new, TamilAnalyzer::new);
            case "te" -> forms(TeluguAnalyzer::new, TeluguAnalyzer::new);
            case "tr" -> forms(TurkishAnalyzer::new, TurkishAnalyzer::new);
            default ->
                forms(
                        () -> new StandardAnalyzer(new CharArraySet(StopWords.of(language), false)),
                        StandardAnalyzer::new);
        };
    }

    /**
     * An accent sets a question's "cómo" apart from the stop word "como". Accents go when a word is indexed, so that the
     * stop word's few leftovers would be rare and weighty words to every question.
     */
    private static CharArraySet spanishStopWords() {
        var all = CharArraySet.copy(SpanishAnalyzer.getDefaultStopSet());
        all.addAll(List.of("cómo", "cuál", "cuáles", "cuándo", "cuánto", "cuántos", "dónde", "quién", "quiénes"));
        return all;
    }

    private static WordForms forms(Supplier<Analyzer> dropping, Function<CharArraySet, Analyzer> keeping) {
        return new WordForms(dropping.get(), keeping.apply(CharArraySet.EMPTY_SET), true);
    }
}
