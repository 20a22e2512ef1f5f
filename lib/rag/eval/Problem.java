package rag.eval;

/**
 * Something about a test set that a person must mend; it takes truth away and is never a miss.
 *
 * @param caseId "" when it is of the whole set
 * @param kind unknown_chunk, unknown_source, ambiguous_source, unknown_evidence, unknown_collection, not_used
 */
public record Problem(String caseId, String kind, String what) {}
