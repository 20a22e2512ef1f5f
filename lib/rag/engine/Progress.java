package rag.engine;

/** Hears how far a long run is. Called from several threads. */
public interface Progress {

    Progress NONE = (stage, done, total) -> {};

    /** @param stage scan, ingest, embed, … */
    void at(String stage, long done, long total);

    /** A document enters a stage: load, split, transform, embed or upsert. */
    default void document(String source, String stage) {}

    /** A source is done with, whatever became of it. */
    default void outcome(Outcome outcome) {}
}
