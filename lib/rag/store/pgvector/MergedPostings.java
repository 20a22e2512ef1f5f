package rag.store.pgvector;

import java.nio.ByteBuffer;
import java.util.BitSet;
import rag.store.postgres.Session;

/** Posting lists written anew, one a term, of the chunks that are still there. */
final class MergedPostings {

    /** Rows that are fetched, and written, at once. */
    private static final int LOT = 1_000;

    private final Session session;
    private final BitSet there = new BitSet();
    private int counted;
    private long tokens;

    /** @param chunks the table of chunks */
    MergedPostings(Session session, String chunks) {
        this.session = session;
        session.rows("select number, tokens from " + chunks, row -> {
            there.set(row.getInt(1));
            if (row.getInt(2) > 0) counted++;
            tokens += row.getInt(2);
            return true;
        });
    }

    /** Chunks with words. */
    int counted() {
        return counted;
    }

    /** All their terms. */
    long tokens() {
        return tokens;
    }

    void write(String from, String to) {
        session.does(connection -> {
            try (var read = connection.prepareStatement(
                            "select term, string_agg(data, '') from " + from + " group by term order by term");
                    var insert = connection.prepareStatement("insert into " + to + " values (?, ?)")) {
                read.setFetchSize(LOT);
                int waiting = 0;
                try (var rows = read.executeQuery()) {
                    while (rows.next()) {
                        var list = kept(rows.getBytes(2));
                        if (list.length == 0) continue;
                        insert.setString(1, rows.getString(1));
                        insert.setBytes(2, list);
                        insert.addBatch();
                        if (++waiting % LOT == 0) insert.executeBatch();
                    }
                }
                insert.executeBatch();
                return waiting;
            }
        });
    }

    private byte[] kept(byte[] list) {
        var from = ByteBuffer.wrap(list);
        var to = ByteBuffer.allocate(list.length);
        while (from.hasRemaining()) {
            int number = from.getInt();
            short times = from.getShort();
            byte length = from.get();
            if (there.get(number)) to.putInt(number).putShort(times).put(length);
        }
        var kept = new byte[to.position()];
        to.flip().get(kept);
        return kept;
    }
}
