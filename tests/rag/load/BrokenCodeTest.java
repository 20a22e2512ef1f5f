package rag.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static rag.load.CodeOutlineTest.outline;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sources that no compiler would take. */
class BrokenCodeTest {

    @Test
    void anUnclosedBraceCostsItsFunctionAndNoMore() {
        var text = """
            class A {
                void one() {
                    if (x) {
                }
                void two() {
                }
            }

            class B {
                void three() {}
            }
            """;
        assertEquals(List.of("A:1", "A.one:2", "A.two:5", "B:9", "B.three:10"), outline("java", text));
    }

    @Test
    void bothSidesOfAMergeConflictAreRead() {
        var text = """
            class A {
            <<<<<<< HEAD
                void one() {
                    int a;
            =======
                void one(int b) {
                    int b;
            >>>>>>> topic
                    call();
                }
                void two() {}
            }
            """;
        assertEquals(List.of("A:1", "A.one:3", "A.one:6", "A.two:11"), outline("java", text));
    }

    @Test
    void packedLinesAndBytesGiveNoNamesAndTakeNoTime() {
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            assertEquals(
                    List.of("after:2"),
                    outline("javascript", "function a(){b()};".repeat(50_000) + "\nfunction after() {}\n"));
            assertEquals(List.of(), outline("java", "\0\1{(\"'\u00ff".repeat(50_000)));
            for (String odd : List.of(
                    "\"", "'", "`${", "/*", "<", "(", "a::", "a ", "{", "<<E\n", "R\"(", "\"\"\"", "\\\"", "x<a ", "/[",
                    "#if\n", "a()")) {
                for (String language : CodeShapes.BY_LANGUAGE.keySet())
                    outline(language, odd.repeat(60_000 / odd.length()));
            }
        });
    }
}
