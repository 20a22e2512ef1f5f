package rag.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class QuantilesTest {

    @Test
    void a_share_of_all_does_not_exceed_the_quantile() {
        assertEquals(1, Quantiles.at(List.of(1.0, 100.0), 0.5));
        assertEquals(100, Quantiles.at(List.of(1.0, 100.0), 0.95));
        assertEquals(2, Quantiles.at(List.of(1.0, 2.0, 3.0), 0.5));
        assertEquals(1, Quantiles.at(List.of(1.0, 2.0), 0));
        assertEquals(Double.NaN, Quantiles.at(List.of(), 0.5));
    }
}
