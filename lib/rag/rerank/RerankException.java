package rag.rerank;

/** A reranker gave no usable order. The message says why in words, without keys; the fused order then stands. */
public final class RerankException extends Exception {

    private static final long serialVersionUID = 1;

    public RerankException(String reason) {
        super(reason);
    }

    public RerankException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
