package rag.store.pgvector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class VectorGraphTest {

    @Test
    void aGraphOfAnySizeIsWaitedFor() {
        assertEquals(600 + 2_000, VectorGraph.seconds(20_000));
        assertEquals(600 + 2_100_000, VectorGraph.seconds(21_000_000));
        assertEquals(2_147_482, VectorGraph.seconds(30_000_000), "milliseconds end at 2³¹");
        assertEquals(2_147_482, VectorGraph.seconds(Integer.MAX_VALUE));
    }
}
