package rag.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionWordsTest {

    @ParameterizedTest
    @CsvSource({
        "What did we decide about the roof, decide roof",
        "Was hat der Vorstand über das Dach beschlossen, Vorstand Dach beschlossen",
        "Why does the pump stop, pump stop",
        "NJ-7508, NJ-7508"
    })
    void whatIsLeftOfAQuestionIsWhatItIsAbout(String question, String left) {
        var words = FunctionWords.of(question);
        assertEquals(
                List.of(left.split(" ")),
                List.of(question.split(" ")).stream()
                        .map(word -> word.replace(",", ""))
                        .filter(word -> !words.contains(word))
                        .toList());
    }
}
