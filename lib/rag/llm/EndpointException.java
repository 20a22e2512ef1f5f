package rag.llm;

/** An endpoint gave no answer, or none that can be read. The message says why in words, without keys. */
public final class EndpointException extends Exception {

    private static final long serialVersionUID = 1;

    /** What stood in the way. */
    public enum Kind {
        /** It does not take this text: it is too long, or a filter found something in it. Another text it will take. */
        TEXT,
        /** It finds the request wrong or too large; another one it may take. */
        REFUSED,
        /** What came is not what was asked for. */
        GARBLED,
        /** Nothing came in time, it can't be reached, or it is in trouble or too busy: later it may answer. */
        DOWN,
        /** The key, the address or the model is wrong: it will not answer before somebody mends that. */
        SHUT
    }

    private final Kind kind;

    EndpointException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /** Why there is no answer: words of our own as they are, a refusal in the service's words with who said it. */
    public String inWords(String service) {
        boolean theirs = kind == Kind.TEXT || kind == Kind.REFUSED;
        return theirs ? "%s refused the request (%s)".formatted(service, getMessage()) : "" + getMessage();
    }
}
