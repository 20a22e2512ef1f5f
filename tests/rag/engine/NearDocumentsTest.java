package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which documents are nearly the same, by hashes made by hand. */
class NearDocumentsTest {

    private final Map<String, Long> hashes = new LinkedHashMap<>();

    private static String document(int number) {
        return "doc_%016d".formatted(number);
    }

    /** Gives a document its passages. */
    private void put(int document, long... passages) {
        for (int i = 0; i < passages.length; i++) {
            hashes.put("%s_%04d_00000000".formatted(document(document), i), passages[i]);
        }
    }

    private NearDocuments.Found found(int limit) {
        return new NearDocuments(hashes).find(limit);
    }

    private static NearDocuments.Pair pair(int first, int second, double share, int passages) {
        return new NearDocuments.Pair(document(first), document(second), share, passages);
    }

    @Test
    void threeBitsApartIsAlikeAndFourIsNot() {
        put(1, 0x1234_5678_9abc_def0L);
        put(2, 0x1234_5678_9abc_def0L ^ 0x0001_0001_0001_0000L); // one in each quarter but the last
        put(3, 0x1234_5678_9abc_def0L ^ 0xf000_0000_0000_0000L);
        assertEquals(List.of(pair(1, 2, 1, 1)), found(10).best());
    }

    @Test
    void theShareIsThatOfTheDocumentOfWhichMoreIsAlike() {
        put(1, 0x1111L, 0x2222_0000L, 0x3333_0000_0000L);
        put(2, 0x1111L, 0x2222_0000L, 0x7777_7777L, 0x7777_7777_7777L, 0x0f0f_0f0f_0f0f_0f0fL);
        assertEquals(List.of(pair(1, 2, 2 / 3.0, 2)), found(10).best()); // two of three, two of five
        put(3, 0x1111L, 0x5555_5555_5555L);
        assertEquals(1, found(10).all(), "one of two is too few");
    }

    @Test
    void aPassageThatIsLikeManyOfTheOtherCountsOnce() {
        put(1, 0x1111L, 0x2222_0000L, 0x3333_0000_0000L);
        put(2, 0x1111L, 0x1110L, 0x1113L, 0x7777_7777L, 0x7777_7777_7777L, 0x0f0f_0f0f_0f0f_0f0fL);
        assertEquals(0, found(10).all(), "one of three, three of six");
    }

    @Test
    void hundredsOfCopiesAreAllFoundAndTheMostAlikeKept() {
        for (int copy = 1; copy <= 300; copy++) put(copy, 0x1111L, 0x2222_0000L);
        put(400, 0x1111L, 0x2222_0000L, 0x3333_0000_0000L, 0x7777_7777L);
        put(401, 0x1111L, 0x2222_0000L, 0x3333_0000_0000L, 0x7777_7777L);
        var found = found(2);
        assertEquals(300 * 299 / 2 + 2 * 300 + 1, found.all());
        assertEquals(List.of(pair(400, 401, 1, 4), pair(1, 2, 1, 2)), found.best(), "the larger first");
    }

    @Test
    void passagesWithoutWordsAndPassagesOfOneDocumentAreNoTwins() {
        put(1, 0, 0x1111L, 0x1111L);
        put(2, 0);
        assertEquals(new NearDocuments.Found(List.of(), 0), found(10));
        hashes.clear();
        assertEquals(0, found(10).all());
    }
}
