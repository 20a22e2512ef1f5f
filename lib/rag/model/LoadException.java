package rag.model;

/** A source that gives no document, with the state it ends in and the reason in words. */
public final class LoadException extends Exception {

    private static final long serialVersionUID = 1L;

    private final DocumentState state;

    public LoadException(DocumentState state, String reason) {
        this(state, reason, null);
    }

    public LoadException(DocumentState state, String reason, @org.jspecify.annotations.Nullable Throwable cause) {
        super(reason, cause);
        if (state.searchable()) throw new IllegalArgumentException("not a state of failure: " + state);
        this.state = state;
    }

    public DocumentState state() {
        return state;
    }
}
