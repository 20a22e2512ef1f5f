package rag.model;

/** How far to trust an answer; stands apart from the scores. */
public enum Verdict {
    /** The best hits are about the question as far as the scores can tell. */
    OK,
    /** There are hits, but nothing speaks for them: neither meaning nor words come close. */
    WEAK,
    /** No hit at all. */
    EMPTY;

    public String key() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
