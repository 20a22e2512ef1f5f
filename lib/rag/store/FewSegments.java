package rag.store;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.index.FilterMergePolicy;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.TieredMergePolicy;

/**
 * Keeps ordinary commits cheap and searches quick: commits merge only small segments, which never get a graph, and a
 * run's last step merges all into one segment when what lies beside the largest slows searching down. So adding a
 * document costs the same in a large collection as in a small one, and each vector enters a graph about once.
 */
final class FewSegments extends FilterMergePolicy {

    /** Largest segment that a commit's own merges make: some 20,000 chunks of 384 dimensions, too few for a graph. */
    private static final double LARGEST_MB = 64;

    /** Share of the chunks that may lie beside the largest segment, or be deleted in it. */
    private static final double REST = 0.1;

    /** With a graph: chunks that may lie beside it, which cost a search half a millisecond, and a share of the whole. */
    private static final int REST_BESIDE_GRAPH = 10_000;

    private static final double SHARE_BESIDE_GRAPH = 0.05;

    FewSegments() {
        super(tiered());
    }

    private static TieredMergePolicy tiered() {
        var policy = new TieredMergePolicy();
        policy.setMaxMergedSegmentMB(LARGEST_MB);
        return policy;
    }

    @Override
    public MergeSpecification findForcedMerges(
            SegmentInfos infos, int most, Map<SegmentCommitInfo, Boolean> toMerge, MergeContext context)
            throws IOException {
        int largest = 0;
        int all = 0;
        int deleted = 0;
        for (var segment : infos) {
            int gone = context.numDeletesToMerge(segment);
            int live = segment.info.maxDoc() - gone;
            largest = Math.max(largest, live);
            all += live;
            deleted += gone;
        }
        return worthMerging(all, all - largest + deleted)
                ? super.findForcedMerges(infos, most, toMerge, context)
                : findMerges(org.apache.lucene.index.MergeTrigger.EXPLICIT, infos, context);
    }

    /** @param rest chunks beside the largest segment, and deleted ones */
    static boolean worthMerging(int all, int rest) {
        return all <= VectorFormat.EXACT ? rest > all * REST : rest > REST_BESIDE_GRAPH + all * SHARE_BESIDE_GRAPH;
    }
}
