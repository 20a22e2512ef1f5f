package rag.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetTest {

    @ParameterizedTest
    @CsvSource({
        "pump, 1", // four letters a token in Latin script
        "pumps, 2",
        "ượng, 1",
        "насос, 3", // two in Cyrillic
        "水泵, 2", // one a sign in all others, blanks or not
        "ปั๊ม, 4",
        "पंप, 3",
        "مضخة, 4",
        "펌프, 2",
    })
    void scriptsOfWhichModelsKnowFewerWordsCountMore(String text, long tokens) {
        assertEquals(tokens, Budget.tokens(text));
    }
}
