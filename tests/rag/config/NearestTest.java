package rag.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NearestTest {

    @Test
    void letterSwapsAndHyphensAreSmallMistakes() {
        assertEquals(1, Nearest.distance("rff", "rrf"));
        assertEquals(1, Nearest.distance("ndgc", "ndcg"));
        assertEquals(3, Nearest.distance("kitten", "sitting"));
        assertEquals(Optional.of("top_k"), Nearest.to("Top-K", List.of("mode", "top_k")));
    }

    @Test
    void whatIsFarFromEverythingHasNoNearest() {
        assertEquals(Optional.empty(), Nearest.to("zebra", List.of("mode", "top_k")));
        assertEquals(Optional.empty(), Nearest.to("x", List.of()));
    }
}
