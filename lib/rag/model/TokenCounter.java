package rag.model;

/** Counts tokens as the embedding model does, its special tokens included. */
@FunctionalInterface
public interface TokenCounter {

    int count(String text);
}
