package rag.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Failure;
import rag.model.Filter.Condition;
import rag.model.Filter.Operator;

class FilterOptionTest {

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
                FilterOption.condition(written));
    }

    @ParameterizedTest
    @ValueSource(strings = {"note=\"a,b\"", "note=\"1..2\"", "note=\"pre*\"", "note=\"a..\""})
    void whatStandsInQuotesIsTakenLetterByLetter(String written) {
        var inner = written.substring("note=\"".length(), written.length() - 1);

        assertEquals(new Condition("note", List.of(inner)), FilterOption.condition(written));
    }

    @ParameterizedTest
    @ValueSource(strings = {"country", "=x", "country=", "year>2024", "year<2024", "country=,", ""})
    void anythingElseSaysHowAFilterIsWritten(String written) {
        var failure = assertThrows(Failure.class, () -> FilterOption.condition(written));

        assertTrue(failure.getMessage().contains("key=low..high"), failure.getMessage());
        assertTrue(failure.getMessage().contains("'" + written + "'"), failure.getMessage());
    }

    @Test
    void aPrefixBesideAnotherValueIsRefused() {
        var failure = assertThrows(Failure.class, () -> FilterOption.condition("model=TK-40,TK-*"));

        assertTrue(failure.getMessage().contains("prefix stands alone"), failure.getMessage());
    }
}
