package rag.mcp.wire;

/** The server could not do its part: busy, too slow, or a fault of its own. The message may be shown to anybody. */
final class Trouble extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Trouble(String message) {
        super(message, null, false, false);
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
