package rag.llm;

import rag.llm.EndpointException.Kind;

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
        return is(Kind.DOWN) || is(Kind.SHUT);
    }

    /** Whether the text is at fault and the model is well. */
    boolean aboutText() {
        return is(Kind.TEXT);
    }

    private boolean is(Kind kind) {
        return getCause() instanceof EndpointException e && e.kind() == kind;
    }
}
