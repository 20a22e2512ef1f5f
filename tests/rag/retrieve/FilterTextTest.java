package rag.retrieve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Filter.Operator;

class FilterTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "year>=2024 year WITHIN 2024|",
                "year<=2024 year WITHIN |2024",
                "year=2020..2024 year WITHIN 2020|2024",
                "gpa=-1.5..2 gpa WITHIN -1.5|2",
                "valid_until>=2026-01-01 valid_until WITHIN 2026-01-01|",
                "valid_until=2026-01..2026-03-31 valid_until WITHIN 2026-01|2026-03-31",
                "valid_until=..2026-03-31 valid_until WITHIN |2026-03-31",
                "country=Norvia country ANY_OF Norvia",
                "country=Norvia,Suland country ANY_OF Norvia|Suland",
                "model=TK-* model PREFIX TK-",
                "model=* model PREFIX ''",
                "source=../docs source ANY_OF ../docs",
                "source=a..b source ANY_OF a..b",
                "note=a=b note ANY_OF a=b",
            })
    void everyFormIsRead(String written, String key, Operator operator, String values) {
        assertEquals(
                new Condition(key, operator, List.of(values.replace("''", "").split("\\|", -1))),
                FilterText.condition(written));
    }

    @ParameterizedTest
    @ValueSource(strings = {"note=\"a,b\"", "note=\"1..2\"", "note=\"pre*\"", "note=\"a..\""})
    void whatStandsInQuotesIsTakenLetterByLetter(String written) {
        var inner = written.substring("note=\"".length(), written.length() - 1);

        assertEquals(new Condition("note", List.of(inner)), FilterText.condition(written));
    }

    @ParameterizedTest
    @ValueSource(strings = {"country", "=x", "country=", "year>2024", "year<2024", "country=,", ""})
    void anythingElseSaysHowAFilterIsWritten(String written) {
        var failure = assertThrows(Failure.class, () -> FilterText.condition(written));

        assertTrue(failure.getMessage().contains("key=low..high"), failure.getMessage());
        assertTrue(failure.getMessage().contains("'" + written + "'"), failure.getMessage());
    }

    @Test
    void aPrefixBesideAnotherValueIsRefused() {
        var failure = assertThrows(Failure.class, () -> FilterText.condition("model=TK-40,TK-*"));

        assertTrue(failure.getMessage().contains("prefix stands alone"), failure.getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "country!=Norvia country NONE_OF Norvia",
                "country!=Norvia,Suland country NONE_OF Norvia|Suland",
                "valid_until!=..2026-03-12 valid_until OUTSIDE |2026-03-12",
                "valid_from!=2026-03-14.. valid_from OUTSIDE 2026-03-14|",
                "model=TK-*,AB-* model PREFIX TK-|AB-",
            })
    void theContraryAndSeveralBeginningsAreRead(String written, String key, Operator operator, String values) {
        assertEquals(new Condition(key, operator, List.of(values.split("\\|", -1))), FilterText.condition(written));
    }

    private static final List<String> ODD = List.of(
            "plain",
            "a,b",
            "Smith, John",
            "\"",
            "\"\"",
            "\"a\"",
            "5\"",
            "say \"hi\", he said",
            "|",
            "a|b",
            "..",
            "1..2",
            "..2024",
            "a..",
            "*",
            "pre*",
            "\"x\"*",
            "=",
            "a=b",
            "x, b=c",
            "!",
            "!=",
            "!=3",
            "!x",
            ">=3",
            "<= 2",
            ">",
            "==",
            " ",
            " lead",
            "trail ",
            "tab\tin",
            "line\nin",
            "lines\r\n",
            "2024",
            "-1.5",
            ".5",
            "5.",
            "007",
            "2026-03",
            "2026-03-13",
            "2026-03-13T10:00:00,5",
            "\u2028",
            "\u00a0",
            "\ud83d\ude00",
            "\u00e9, \u00fc",
            "\\",
            "'",
            "#",
            "a;b",
            "\u2026 (12 values)");

    private static final List<String> KEYS =
            List.of("type", "valid_until", "a b", "a=b", "a!", "\"k\"", "x,y", " k ", "1..2", "a<b");

    private final Random random = new Random(7);

    private String odd() {
        if (random.nextInt(4) > 0) return ODD.get(random.nextInt(ODD.size()));
        return ODD.get(random.nextInt(ODD.size())) + ODD.get(random.nextInt(ODD.size()));
    }

    private Condition any() {
        var operator = Operator.values()[random.nextInt(Operator.values().length)];
        boolean range = operator == Operator.WITHIN || operator == Operator.OUTSIDE;
        int most = random.nextInt(20) == 0 ? 300 : 4;
        var values = Stream.generate(() -> random.nextInt(12) == 0 ? "" : odd())
                .limit(range ? 2 : 1 + random.nextInt(most))
                .toList();
        if (range && values.stream().allMatch(String::isEmpty)) values = List.of("", "2024");
        return new Condition(KEYS.get(random.nextInt(KEYS.size())), operator, values);
    }

    @Test
    void whatIsWrittenIsReadAsItWas() {
        for (int i = 0; i < 20_000; i++) {
            var condition = any();
            assertEquals(condition, FilterValue.condition(condition.key(), FilterValue.written(condition)));
            var filter = new Filter(
                    Stream.generate(this::any).limit(random.nextInt(4)).toList());
            assertEquals(filter, FilterText.read(FilterText.line(filter)));
            assertEquals(
                    filter.conditions(),
                    FilterText.written(filter).stream()
                            .map(FilterText::condition)
                            .toList());
        }
    }

    @Test
    void whatIsUsualIsWrittenAsOneWouldWriteIt() {
        var filter = new Filter(List.of(
                new Condition("type", List.of("pdf", "docx")),
                new Condition("id", Operator.PREFIX, List.of("TK-")),
                Condition.within("year", "2020", "2024"),
                Condition.within("gpa", "", "2.5"),
                new Condition("author", List.of("Smith, John")),
                new Condition("valid_until", Operator.OUTSIDE, List.of("", "2026-03-13"))));

        assertEquals(
                "type=pdf,docx, id=TK-*, year=2020..2024, gpa<=2.5, author=\"Smith, John\", valid_until!=..2026-03-13",
                FilterText.line(filter));
    }

    @Test
    void conditionsArePartedByCommasOrLinesAndAPartWithoutAKeyIsOneMoreValue() {
        assertEquals(
                List.of(
                        new Condition("type", List.of("pdf", "docx")),
                        new Condition("size", List.of("5\"")),
                        Condition.within("year", "2024", ""),
                        new Condition("author", List.of("Smith, John", "Doe"))),
                FilterText.read("type=pdf, docx, size=5\"\nyear >= 2024,, author = \"Smith, John\", Doe")
                        .conditions());
    }

    @ParameterizedTest
    @ValueSource(strings = {"type", "pdf, type=docx", "type=pdf, author=\"Smith", "\"type=pdf", "author=\"a\"b\""})
    void aFilterThatIsNoneIsSaid(String written) {
        assertThrows(Failure.class, () -> FilterText.read(written));
    }

    @Test
    void aVeryLongTextIsReadOrRefusedAndTakesNoTime() {
        assertTimeout(Duration.ofSeconds(5), () -> {
            for (var piece : List.of("\"", "\"\"", "a\"", "!=", "a=", ",", "a,", "a=\"b\",", " ", "..")) {
                var text = "k=" + piece.repeat(100_000);
                for (var read : List.<Function<String, Object>>of(FilterText::read, FilterText::condition)) {
                    try {
                        read.apply(text);
                    } catch (Failure e) {
                        // said in words
                    }
                }
            }
        });
    }
}
