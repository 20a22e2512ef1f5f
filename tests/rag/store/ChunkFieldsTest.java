package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Chunk;
import rag.model.Ids;

class ChunkFieldsTest {

    private static final List<String> ODD = List.of(
            "plain",
            "",
            " outer blanks ",
            "two\nlines\tand\ra \u0000 zero",
            "quotes \" ' ` \\ / {}[]",
            "<script>&amp;",
            "重跑gen-itgc后50条",
            "family 👨‍👩‍👧",
            "half \ud83d pair",
            "other half \udc00",
            "e\u0301 and \u00e9",
            "\u200b\ufeff\u202e",
            "NaN",
            "null",
            "1.0",
            "\\u0041",
            "x".repeat(40_000));

    private static final Object[] ODD_VALUES = {
        "text",
        0,
        -1,
        Integer.MAX_VALUE,
        Long.MIN_VALUE,
        7L,
        (short) 3,
        (byte) 4,
        new BigInteger("123456789012345678901234567890"),
        1.5,
        -0.0,
        0.1f,
        1e300,
        Double.NaN,
        Double.NEGATIVE_INFINITY,
        new BigDecimal("2.50"),
        true,
        false,
        List.of(),
        List.of("a", "b"),
        Arrays.asList("a", null),
        List.of(1, 2.5, true),
        java.time.LocalDate.of(2026, 11, 29)
    };

    private final Random random = new Random(42);

    private String odd() {
        return ODD.get(random.nextInt(ODD.size()));
    }

    private List<String> odds() {
        return random.ints(random.nextInt(4), 0, ODD.size()).mapToObj(ODD::get).toList();
    }

    private Chunk odd(int i) {
        var document = Ids.document("c", "/d/" + i);
        var metadata = new java.util.LinkedHashMap<String, Object>();
        for (int n = random.nextInt(6); n > 0; n--) metadata.put(odd(), ODD_VALUES[random.nextInt(ODD_VALUES.length)]);
        int first = 1 + random.nextInt(900);
        var pages = random.nextBoolean() ? null : new Chunk.PageRange(first, first + random.nextInt(3), odd(), odd());
        var text = odd() + "x" + odd();
        return new Chunk(
                Ids.chunk(document, 0, text),
                document,
                "c",
                "/d/" + i,
                0,
                text,
                odd(),
                odds(),
                odd(),
                random.nextBoolean() ? "zh" : "und",
                pages,
                random.nextInt(),
                random.nextInt(),
                odds(),
                odds(),
                odd(),
                odds(),
                random.nextBoolean(),
                metadata);
    }

    @Test
    void whatever_a_chunk_holds_comes_back_equal(@TempDir Path data) throws Exception {
        var written = new ArrayList<Chunk>();
        try (var store = new LuceneChunkStore(data)) {
            try (var writer = store.writer("c", Samples.PRINT)) {
                for (int i = 0; i < 300; i++) {
                    written.add(odd(i));
                    Samples.put(writer, written.getLast(), Samples.random(random));
                }
                writer.commit(1);
            }
            try (var reader = store.reader(List.of("c"))) {
                var read = reader.chunks(written.stream().map(Chunk::id).toList());
                for (int i = 0; i < written.size(); i++) {
                    assertEquals(written.get(i), read.get(i));
                    assertEquals(
                            List.copyOf(written.get(i).metadata().entrySet()),
                            List.copyOf(read.get(i).metadata().entrySet()));
                }
                assertEquals(written.size(), read.size());
            }
        }
    }

    @Test
    void metadata_keeps_its_kinds_and_its_order() {
        var chunk = Samples.chunk("c", "/a", 0, "text", List.of(), Samples.map("z", 5L, "a", 0.1f, "n", List.of(1, 2)));
        assertEquals("{z=5, a=0.1, n=[1, 2]}", chunk.metadata().toString());
        assertEquals(Map.of("z", 5, "a", 0.1, "n", List.of("1", "2")), chunk.metadata());
    }
}
