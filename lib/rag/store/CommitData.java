package rag.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.util.Map;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import rag.config.Json;
import rag.model.Fingerprint;

/**
 * What a commit says of itself.
 *
 * @param seq of the publication
 * @param lineage a random word, the same as long as the collection is not dropped: file names of two lineages repeat
 * @param generation a random word of what was begun from nothing, the same until it is replaced by another such
 */
record CommitData(long seq, Fingerprint fingerprint, String lineage, String generation) {

    private static final String SEQ = "seq";
    private static final String FINGERPRINT = "fingerprint";
    private static final String LINEAGE = "lineage";
    private static final String GENERATION = "generation";

    /** What a later commit says. */
    CommitData with(long seq, Fingerprint fingerprint) {
        return new CommitData(seq, fingerprint, lineage, generation);
    }

    /** What is begun from nothing in its place. */
    CommitData next(String generation) {
        return new CommitData(seq, fingerprint, lineage, generation);
    }

    static CommitData newest(Directory directory) throws IOException {
        return of(SegmentInfos.readLatestCommit(directory).getUserData());
    }

    static CommitData of(Map<String, String> data) throws IOException {
        var seq = data.get(SEQ);
        var fingerprint = data.get(FINGERPRINT);
        var lineage = data.get(LINEAGE);
        if (seq == null || fingerprint == null || lineage == null) {
            throw new CorruptIndexException("not one of our commits: " + data.keySet(), "segments");
        }
        try {
            return new CommitData(
                    Long.parseLong(seq),
                    Json.read(fingerprint, Fingerprint.class),
                    lineage,
                    data.getOrDefault(GENERATION, ""));
        } catch (NumberFormatException | JsonProcessingException e) {
            throw new CorruptIndexException("commit data can't be read: " + e.getMessage(), "segments", e);
        }
    }

    Map<String, String> map() {
        return Map.of(
                SEQ, Long.toString(seq), FINGERPRINT, Json.line(fingerprint), LINEAGE, lineage, GENERATION, generation);
    }
}
