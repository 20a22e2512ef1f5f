package rag.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which lines that come again on several pages belong to the pages. */
class RunningLinesTest {

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
        true  | Annual report; Annual report; Annual report
        true  | Page 1 of 3; Page 2 of 3; Page 3 of 3
        true  | 245 Chapter 1; 246 Chapter 1; 247 Chapter 2; 248 Chapter 2; 249 Chapter 2
        true  | Report 2024, page 7; Report 2024, page 8; Report 2024, page 9
        false | Invoice No. 88001; Invoice No. 88138; Invoice No. 88275
        false | Torque bolt group 1 to 20 Nm; Torque bolt group 2 to 27 Nm; Torque bolt group 3 to 34 Nm
        false | Total due: 1234.50 EUR; Total due: 1545.50 EUR; Total due: 1856.50 EUR
        """)
    void aRunningLineCountsThePagesOrStaysAsItIs(boolean running, String lines) {
        var each = List.of(lines.split("; "));
        var pages = IntStream.range(0, each.size()).boxed().toList();

        assertEquals(running, RunningLines.run(pages, each));
    }

    @ParameterizedTest
    @CsvSource({"1,3,5, true", "1,2,3, false"})
    void aNumberOnEverySecondPageCountsByTwo(int a, int b, int c, boolean running) {
        assertEquals(running, RunningLines.run(List.of(0, 2, 4), List.of("p. " + a, "p. " + b, "p. " + c)));
    }
}
