package rag.retrieve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryShapeTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "getUserById",
                "snake_case_name",
                "HTTP_200",
                "v1.2.3",
                "std::vector",
                "src/main/App.java",
                "App.java:42",
                "E-4711",
                "\"open sesame\""
            })
    void signsThatMatchLetterByLetterAreExact(String query) {
        assertEquals(1, QueryShape.of(query).exactness(), query);
    }

    @ParameterizedTest
    @ValueSource(strings = {"how do I reset my password", "Wie lange gilt das Ticket?", "机票多久有效", "What is Lucene"})
    void plainLanguageIsNot(String query) {
        assertEquals(0, QueryShape.of(query).exactness(), query);
    }

    @Test
    void modeAutoGivesTheSparseRouteMoreTheMoreExactTheQuestionIs() {
        var even = new RouteWeights(0.5, 0.5);
        double plain = QueryShape.of("where is it opened").weigh(even).sparse();
        double mixed = QueryShape.of("where is getUserById called").weigh(even).sparse();
        double exact = QueryShape.of("getUserById").weigh(even).sparse();

        assertEquals(0.5, plain, 1e-12);
        assertTrue(mixed > plain && exact > mixed, plain + " " + mixed + " " + exact);
        assertEquals(0.8, exact, 1e-12); // 0.5 / (0.5 + 0.125)
    }
}
