package rag.eval;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the measures of one case work on. The answer is the case's own, or is written from the passages when it is first
 * needed.
 */
final class RagasCase {

    private final Judge judge;
    private final CaseRun run;
    private final List<String> contexts;
    private @Nullable String written;
    private @Nullable JudgeFailure failure;

    RagasCase(Judge judge, CaseRun run, int topK) {
        this.judge = judge;
        this.run = run;
        this.contexts = run.contexts(topK);
    }

    Judge judge() {
        return judge;
    }

    String question() {
        return run.test().query();
    }

    List<String> contexts() {
        return contexts;
    }

    String reference() {
        return run.test().referenceAnswer();
    }

    /** The passages as one text, numbered. */
    String context() {
        var text = new StringBuilder();
        for (int i = 0; i < contexts.size(); i++) {
            text.append("[").append(i + 1).append("]\n").append(contexts.get(i)).append("\n\n");
        }
        return text.toString().strip();
    }

    boolean writesAnswer() {
        return run.test().answer().isEmpty();
    }

    String answer() throws JudgeFailure {
        if (!writesAnswer()) return run.test().answer();
        if (failure != null) throw failure;
        try {
            if (written == null) {
                written = judge.write("ragas_answer", java.util.Map.of("question", question(), "context", context()));
            }
            return written;
        } catch (JudgeFailure e) {
            failure = e; // all measures of the case wait for the same answer
            throw e;
        }
    }
}
