package rag.eval;

/** A measure that a language model judges. */
interface RagasMetric {

    String name();

    /** Calls it takes at most, the answer's not counted. */
    int calls(CaseRun run, int topK);

    /** Whether it looks at an answer. */
    default boolean needsAnswer() {
        return true;
    }

    /** What the case lacks to be measured, in words; "" for nothing. */
    String without(CaseRun run);

    Score score(RagasCase test) throws JudgeFailure;
}
