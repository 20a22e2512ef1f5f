package rag.llm;

/** A model gave no usable answer. The message says why in words, without keys. Runs go on without the model. */
public final class ModelException extends Exception {

    private static final long serialVersionUID = 1;

    public ModelException(String reason) {
        super(reason);
    }

    public ModelException(String reason, Throwable cause) {
        super(reason, cause);
    }

    /** Whether the next request would fail as well, until somebody or time mends it. */
    boolean down() {
        return getCause() instanceof EndpointException e
                && (e.kind() == EndpointException.Kind.DOWN || e.kind() == EndpointException.Kind.SHUT);
    }
}
