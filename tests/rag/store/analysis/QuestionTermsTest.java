package rag.store.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.analysis.Terms.assertFound;
import static rag.store.analysis.Terms.terms;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuestionTermsTest {

    @Test
    void withOneLanguageAQuestionHasTheTermsOfAText() throws IOException {
        var text = "Why does getUserById of v1.2.3 fail with C++ on Überwachung 重跑 データ 서울에서 ไทย?";
        for (var language : List.of("en", "de", "zh", "und")) {
            var words = TextAnalysis.question(text, List.of(language)).words();
            var terms = words.stream()
                    .distinct()
                    .map(word -> String.join("/", word.variants()))
                    .toList();
            assertEquals(
                    terms(language, text).stream().distinct().toList(),
                    terms.stream().distinct().toList());
        }
    }

    @Test
    void aWordHasOneFormForEachLanguageThatHasAnotherStem() {
        var mixed = TextAnalysis.question("running", List.of("en", "de", "ru", "zh"))
                .words();
        assertEquals(
                List.of(Set.of("run", "running")),
                mixed.stream().map(QueryTerms.Word::variants).toList());
        var one = TextAnalysis.question("running", List.of("en", "zh", "und")).words();
        assertEquals(
                List.of(Set.of("run")),
                one.stream().map(QueryTerms.Word::variants).toList());
    }

    @Test
    void stopWordsOfTheQuestionsLanguageAreLeftOutOfAllLanguages() {
        var german =
                TextAnalysis.question("Wer war der Erfinder der Dampfmaschine und wo lebte er?", List.of("en", "de"));
        assertEquals(List.of("war", "der", "und", "wo", "er"), german.stopWords());
        assertTrue(german.words().stream().noneMatch(word -> word.variants().contains("war")));
        var english = TextAnalysis.question("the war of the roses", List.of("en", "de"));
        assertTrue(english.words().stream().anyMatch(word -> word.variants().contains("war")));
    }

    @Test
    void aQuestionTooShortToTellItsLanguageIsTakenForTheOneThatMostOfItsWordsAreStopWordsOf() {
        var languages = List.of("de", "zh", "en", "und");
        assertEquals(
                List.of("in"),
                TextAnalysis.question("wing in slipstream", List.of("en", "ru", "zh"))
                        .stopWords());
        assertEquals(
                List.of("of", "the"),
                TextAnalysis.question("die of the mould", languages).stopWords());
        assertEquals(
                List.of("die"), TextAnalysis.question("die Pumpe", languages).stopWords());
    }

    @Test
    void whereTheLanguageIsOpenAStopWordOfOneIsStillLookedForInTheTextsOfTheOther() {
        var words = TextAnalysis.question("this die", List.of("de", "en")).words();
        assertEquals(
                List.of(Set.of("this"), Set.of("die")),
                words.stream().map(QueryTerms.Word::variants).toList());
    }

    @Test
    void aQuestionOfNothingButStopWordsSaysSoAndFindsATextOfNothingElse() throws IOException {
        var terms = TextAnalysis.question("To be, or not to be", List.of("en"));
        assertTrue(terms.onlyStopWords());
        assertEquals(List.of("To", "be", "or", "not", "to"), terms.stopWords());
        assertFound("to be or not to be", "To be, or not to be");
        assertEquals(List.of("question"), terms("en", "to be or not to be, that is the question"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "C++ (copy",
                "a/b",
                "AND",
                "*",
                "\"open",
                "https://x.y/z?a=1&b=2",
                "[1 TO",
                "timeout: 42",
                "NOT timeout",
                "a^2 ~b \\",
                "field:(x OR y)",
                "{!knn}",
                "--",
                "\ud83d\ude80",
                "\u200b",
                ""
            })
    void noSignIsAnOperator(String question) throws IOException {
        var asked = TextAnalysis.question(question, List.of("en")).words().stream()
                .flatMap(word -> word.variants().stream())
                .toList();
        assertEquals(terms("en", question), asked);
    }

    @Test
    void wordsThatWouldBeOperatorsAreWords() {
        var words = TextAnalysis.question("NOT timeout OR retry", List.of("en"));
        assertEquals(List.of("NOT", "OR"), words.stopWords());
        assertEquals(
                List.of("timeout", "retry"),
                words.words().stream().map(QueryTerms.Word::shown).toList());
    }

    @Test
    void aQuestionKeepsItsWordsAsTheyWereWritten() {
        var words =
                TextAnalysis.question("Where is getUserById?", List.of("en")).words();
        assertTrue(words.stream().map(QueryTerms.Word::shown).toList().contains("getUserById"));
    }

    @Test
    void fifteenHundredWordsAreAllKeptAndAMuchLongerQuestionIsCutAndSaysSo() {
        var words = IntStream.range(0, 1500)
                .mapToObj(i -> "word" + (char) ('a' + i % 26) + "x".repeat(i / 26))
                .collect(Collectors.joining(" "));
        var all = TextAnalysis.question(words.substring(0, Math.min(words.length(), 19_000)), List.of("en"));
        assertFalse(all.cut());
        var cut = TextAnalysis.question("pump failure ".repeat(16_000), List.of("en"));
        assertTrue(cut.cut());
        assertEquals(
                Set.of("pump", "failur"),
                cut.words().stream().flatMap(word -> word.variants().stream()).collect(Collectors.toSet()));
    }

    @Test
    void aWordAmongChineseSignsCountsAsMuchAsAllThatAWordOfSignsIsLookedForBy() {
        var words = TextAnalysis.question("公司 gen 50", List.of("zh")).words();
        assertEquals(
                List.of(1, 1, 1, 1, 3, 3),
                words.stream().map(QueryTerms.Word::weight).toList());
        assertEquals(
                List.of(1, 1),
                TextAnalysis.question("rerun gen", List.of("zh")).words().stream()
                        .map(QueryTerms.Word::weight)
                        .toList());
    }

    @Test
    void wordsThatADictionarySeesInARunHaveNoPlaceInAPhrase() {
        var guesses = TextAnalysis.question("公司", List.of("zh")).words().stream()
                .filter(word -> !word.exact())
                .toList();
        assertEquals(
                List.of(Set.of("公司")),
                guesses.stream().map(QueryTerms.Word::variants).toList());
    }
}
