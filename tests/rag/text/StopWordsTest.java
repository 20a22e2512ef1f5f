package rag.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StopWordsTest {

    @Test
    void everyLanguageHasAListInLowerCaseOfTheLengthOfAList() {
        for (var language : StopWords.LANGUAGES) {
            var words = StopWords.of(language);
            assertTrue(words.size() >= 30 && words.size() <= 120, language + " has " + words.size());
            for (var word : words) assertEquals(word.toLowerCase(Locale.of(language)), word, language);
        }
    }

    @Test
    void theCommonestWordComesFirst() {
        assertEquals("the", StopWords.of("en").iterator().next());
    }

    @Test
    void aListHoldsNeitherItsHeadNorItsAlphabet() {
        assertTrue(StopWords.of("de").stream().allMatch(word -> word.chars().allMatch(Character::isLetter)));
    }

    @Test
    void aLanguageWithoutAListHasNoStopWords() {
        assertEquals(Set.of(), StopWords.of("zh"));
        assertEquals(Set.of(), StopWords.of("../en"));
    }
}
