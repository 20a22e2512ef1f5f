package rag.engine;

import rag.model.DocumentState;

/**
 * What became of one source.
 *
 * @param action what was done: new, changed, moved, deleted, unsupported …
 * @param state how it ended; a deleted source keeps the state it had
 * @param reason why the state is not ready, "" when it is
 * @param stale true when an older version still answers
 */
public record Outcome(
        Plan.Action action,
        String source,
        DocumentState state,
        String reason,
        boolean stale,
        int chunks,
        int images,
        double elapsedMs) {}
