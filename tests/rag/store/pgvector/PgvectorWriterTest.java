package rag.store.pgvector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PgvectorWriterTest {

    @Test
    void aGraphOfAnySizeIsWaitedFor() {
        assertEquals(600 + 2_000, PgvectorWriter.graphS(20_000));
        assertEquals(600 + 2_100_000, PgvectorWriter.graphS(21_000_000));
        assertEquals(2_147_482, PgvectorWriter.graphS(30_000_000), "milliseconds end at 2³¹");
        assertEquals(2_147_482, PgvectorWriter.graphS(Integer.MAX_VALUE));
    }
}
