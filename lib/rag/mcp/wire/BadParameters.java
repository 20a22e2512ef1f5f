package rag.mcp.wire;

/** What was sent does not fit. The message goes to the client: what is wrong, and what would be right. */
public final class BadParameters extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BadParameters(String message) {
        super(message, null, false, false);
    }
}
