package rag.mcp.wire;

/** There is no resource of this address. */
public final class NotFound extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String uri;

    public NotFound(String uri) {
        super("Resource not found: " + uri, null, false, false);
        this.uri = uri;
    }

    public String uri() {
        return uri;
    }
}
