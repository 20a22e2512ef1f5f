package rag.engine;

import java.util.List;
import rag.model.Chunk;
import rag.model.DocumentState;
import rag.model.Image;
import rag.store.HistoryRow;
import rag.trace.Trace;

/** A document on its way to the store, with the trace of how it got there. */
sealed interface Prepared {

    Plan.Item item();

    Trace trace();

    /** Ready to be published. */
    record Whole(
            Plan.Item item, HistoryRow row, List<Chunk> chunks, List<float[]> vectors, List<Image> images, Trace trace)
            implements Prepared {}

    /** Gave nothing to publish. */
    record Nothing(Plan.Item item, DocumentState state, String reason, Trace trace) implements Prepared {}

    /** Not even tried: what embeds does not work, for this document or any other. */
    record Halted(Plan.Item item, RuntimeException cause, Trace trace) implements Prepared {}
}
