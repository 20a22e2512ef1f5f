package rag.llm;

/** A language model that answers one request at a time. Usable from several threads. */
public interface ChatModel extends AutoCloseable {

    /** What the settings call it: provider/model. */
    String name();

    /**
     * Asks once, tries again included.
     *
     * @throws ModelException when there is no answer within the time limit, with the reason in words
     */
    ChatAnswer ask(ChatRequest request) throws ModelException;

    @Override
    default void close() {}
}
