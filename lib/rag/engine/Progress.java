package rag.engine;

/** Hears how far a long run is. Called from several threads. */
public interface Progress {

    Progress NONE = (stage, done, total) -> {};

    /** @param stage scan, ingest, embed, … */
    void at(String stage, long done, long total);
}
