package rag.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CountedTest {

    @Test
    void oneIsOneAndAllElseAreMany() {
        assertEquals("0 chunks", Counted.of(0, "chunk"));
        assertEquals("1 chunk", Counted.of(1, "chunk"));
        assertEquals("2,000 documents", Counted.of(2000, "document"));
        assertEquals("3 queries", Counted.of(3, "query"));
        assertEquals("2 boxes", Counted.of(2, "box"));
        assertEquals("2 days", Counted.of(2, "day"));
    }
}
