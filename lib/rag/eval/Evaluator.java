package rag.eval;

import java.util.List;
import java.util.Set;

/** Measures answers. One that fails on a case says so in its scores; what it throws costs that case and no other backend. */
public interface Evaluator extends AutoCloseable {

    /** What the settings call it. */
    String name();

    /** Names of what it can measure; of a run's list it takes those. */
    Set<String> metrics();

    /** Calls to a language model that these cases may take at most, those already answered in the cache not counted. */
    default int forecast(List<CaseRun> runs, List<MetricName> wanted, int topK) {
        return 0;
    }

    /** Whether cases are best measured side by side, since it waits for answers. */
    default boolean waits() {
        return false;
    }

    /** Whether it compares with {@link CaseRun#references}. */
    default boolean readsTexts() {
        return false;
    }

    /** Calls of the model made so far, those answered from the cache not counted. */
    default int calls() {
        return 0;
    }

    /** @param wanted those of {@link #metrics} that the run asks for @param topK depth where a name has none */
    List<Score> evaluate(CaseRun run, List<MetricName> wanted, int topK);

    /** What a reader of the numbers must know: a model that is missing, a limit that was reached. */
    default List<String> notes() {
        return List.of();
    }

    @Override
    default void close() {}
}
