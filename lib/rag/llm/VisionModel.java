package rag.llm;

/** A language model that looks at one picture at a time. Usable from several threads. */
public interface VisionModel extends AutoCloseable {

    /** What the settings call it: provider/model. */
    String name();

    /**
     * Asks once, tries again included.
     *
     * @throws ModelException when there is no answer within the time limit, with the reason in words
     */
    ChatAnswer ask(VisionRequest request) throws ModelException;

    @Override
    default void close() {}
}
