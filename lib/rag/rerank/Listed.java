package rag.rerank;

/**
 * A passage of the list that is handed over, best first.
 *
 * @param id chunk id
 * @param text what was indexed of it: title and headings, then the passage
 * @param fused its score in the fused list; comparable within the list only
 */
public record Listed(String id, String text, double fused) {}
