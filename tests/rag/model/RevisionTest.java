package rag.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of versions as people number them. */
class RevisionTest {

    private static Revision of(String text) {
        return Revision.of(text).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.9 1.10 1.10b 2-rc1 2-rc2 2.0 2.0.1 10",
                "A B Z AA AB BA",
                "1 2 2A 2B 3 A B",
                "A A1 A2 A10 B",
                "v1.2 v1.12 v2",
                "Rev.A Rev.B rev_c",
                "2025-12-31 2026-01-02 2026-01-10",
                "draft 1",
            })
    void laterOnesComeAfterEarlierOnes(String line) {
        var written = List.of(line.split(" "));
        for (int i = 0; i < written.size(); i++) {
            for (int j = 0; j < written.size(); j++) {
                int order = Integer.signum(of(written.get(i)).compareTo(of(written.get(j))));
                assertEquals(Integer.compare(i, j), order, written.get(i) + " and " + written.get(j));
            }
        }
    }

    @Test
    void differentWritingsOfOneAreOne() {
        for (var pair : List.of(
                List.of("2.0", "2"), List.of("Revision B", "b"), List.of("v1.10", "1.10"), List.of("rev 3", "03"))) {
            assertEquals(0, of(pair.getFirst()).compareTo(of(pair.getLast())), "" + pair);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "final", "1.2 final", "null", "neu", "1/2", "-", "第二版"})
    void whatHasNoPlaceIsNone(String text) {
        assertTrue(Revision.of(text).isEmpty());
    }
}
