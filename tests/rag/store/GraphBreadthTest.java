package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphBreadthTest {

    @ParameterizedTest
    @CsvSource({"0, 100", "125_000, 100", "500_000, 400", "1_000_000, 800", "2_147_483_647, 800"})
    void moreIsKeptInViewOfALargeCollection(String chunks, int view) {
        assertEquals(view, GraphBreadth.of(Integer.parseInt(chunks.replace("_", "")), GraphBreadth.SMALL));
    }

    @Test
    void whatIsSetIsKeptInViewAtLeast() {
        assertEquals(1000, GraphBreadth.of(1_000_000, 1000));
        assertEquals(800, GraphBreadth.of(1_000_000, 10));
    }
}
