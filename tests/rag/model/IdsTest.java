package rag.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {

    private static final String DOCUMENT = "doc_0123456789abcdef";

    /** The hash is that of sha256sum. */
    @Test
    void aChunkIdIsTheSameInEveryCountry() {
        var id = DOCUMENT + "_0042_2cf24dba";
        assertEquals(id, Ids.chunk(DOCUMENT, 42, "hello"));
        try (var _ = new ForeignDigits()) {
            assertEquals(id, Ids.chunk(DOCUMENT, 42, "hello"));
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "42", "9999", "10000", "1234567"})
    void anIdTellsItsPlace(int index) {
        assertEquals(OptionalInt.of(index), Ids.indexOf(Ids.chunk(DOCUMENT, index, "hello")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "doc_0123456789abcdef",
                "doc_0123456789abcdef_042_2cf24dba",
                "doc_0123456789abcdef_0042_2cf24dba9",
                "guides/start.md",
                ""
            })
    void whatIsNoChunkIdHasNone(String text) {
        assertEquals(OptionalInt.empty(), Ids.indexOf(text));
    }
}
