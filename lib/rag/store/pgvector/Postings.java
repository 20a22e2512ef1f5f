package rag.store.pgvector;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.util.SmallFloat;
import rag.model.Chunk;
import rag.store.analysis.TextAnalysis;
import rag.store.postgres.Session;

/**
 * Which chunks hold a term, as bytes: number of the chunk, how often, length of the chunk, 7 bytes for each. A term has a
 * row for each lot of chunks that was written at once, until they are merged. A removed chunk stays in them until then.
 *
 * <p>Measured with 100,000 chunks of 100 words, a question of 8 words and 53,685 postings, on two busy cores: {@code
 * jsonb} with GIN, scored in SQL, 500-1,400 ms; a row for each posting, scored in SQL, 90-150 ms and 703 MB; arrays of
 * postings, unnested in SQL, 100-140 ms and 153 MB; these bytes, scored by the reader, 4-10 ms and 85 MB.
 */
final class Postings {

    /** Bytes of one posting. */
    static final int BYTES = Integer.BYTES + Short.BYTES + Byte.BYTES;

    private static final int MOST = 0xFFFF;

    /** Rows of one statement. */
    private static final int LOT = 5_000;

    private final Map<String, ByteBuffer> lists = new TreeMap<>();

    /**
     * A chunk's terms.
     *
     * @param length as Lucene counts it: places, of which several terms may share one
     * @param tokens all terms, repetitions too
     */
    record Words(Map<String, Integer> frequencies, int length, int tokens) {

        static Words of(Chunk chunk) {
            var frequencies = new HashMap<String, Integer>();
            int length = 0;
            var tokens = TextAnalysis.tokens(chunk.searchText(), chunk.language());
            for (var token : tokens) {
                frequencies.merge(StoredText.of(token.term()), 1, Integer::sum);
                if (token.step() > 0) length++;
            }
            return new Words(frequencies, length, tokens.size());
        }
    }

    void add(int number, Words words) {
        byte length = SmallFloat.intToByte4(words.length());
        words.frequencies().forEach((term, times) -> {
            var list = lists.computeIfAbsent(term, each -> ByteBuffer.allocate(2 * BYTES));
            if (list.remaining() < BYTES) {
                list = ByteBuffer.allocate(2 * list.capacity()).put(list.flip());
                lists.put(term, list);
            }
            list.putInt(number).putShort((short) Math.min(MOST, times)).put(length);
        });
    }

    /** Writes what was added, and forgets it. */
    void write(Session session, String table) {
        var terms = new ArrayList<String>();
        var data = new ArrayList<byte[]>();
        for (var list : lists.entrySet()) {
            terms.add(list.getKey());
            var bytes = new byte[list.getValue().flip().remaining()];
            list.getValue().get(bytes);
            data.add(bytes);
            if (terms.size() == LOT) write(session, table, terms, data);
        }
        if (!terms.isEmpty()) write(session, table, terms, data);
        lists.clear();
    }

    private static void write(Session session, String table, List<String> terms, List<byte[]> data) {
        session.run(
                "insert into " + table + " (term, data) select * from unnest(?::text[], ?::bytea[])",
                terms.toArray(String[]::new),
                data.toArray(byte[][]::new));
        terms.clear();
        data.clear();
    }
}
