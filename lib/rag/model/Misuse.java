package rag.model;

/** A failure that is a slip of whoever asked: a name, an option or a value that can't be. No run came of it. */
public final class Misuse extends Failure {

    private static final long serialVersionUID = 1L;

    public Misuse(String message) {
        super(message);
    }

    public Misuse(String message, Throwable cause) {
        super(message, cause);
    }
}
