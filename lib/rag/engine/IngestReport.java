package rag.engine;

import java.util.List;
import java.util.Map;

/**
 * What an ingestion did.
 *
 * @param counts number of sources by action: new, changed, moved, unchanged, deleted, unsupported, too_large, unreadable
 * @param states number of the sources worked on by the state they ended in
 * @param outcomes every source that was not simply unchanged
 * @param left sources that left the folder and stay searchable, since pruning was not asked for
 * @param links links that were not followed
 * @param skipped files and folders left out by a pattern; pages that a site does not give
 * @param ignored files and folders that Git ignores
 * @param embedded texts that went through the model
 * @param cached texts whose vector was known
 * @param model provider, model and dimension of the collection's vectors; "" when nothing was embedded ever
 * @param notes what a user must know
 */
public record IngestReport(
        String collection,
        Map<String, Integer> counts,
        Map<String, Integer> states,
        List<Outcome> outcomes,
        int left,
        int links,
        int skipped,
        int ignored,
        int chunks,
        int images,
        long embedded,
        long cached,
        String model,
        List<String> notes,
        double elapsedMs) {

    /** Sources that ended without being searchable, or with an old version. */
    public List<Outcome> troubles() {
        return outcomes.stream()
                .filter(o -> o.action() != Plan.Action.DELETED)
                .filter(o -> !o.state().searchable() || o.stale())
                .toList();
    }
}
