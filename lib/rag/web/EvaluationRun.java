package rag.web;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rag.config.Secrets;
import rag.config.Settings;
import rag.engine.Engine;
import rag.eval.EvalHistory;
import rag.eval.Evaluation;
import rag.eval.EvaluationRequest;
import rag.eval.TestSet;
import rag.model.Failure;

/** An evaluation that runs behind the pages; one at a time. */
final class EvaluationRun {

    private final Engine engine;
    private volatile State state = State.NONE;

    EvaluationRun(Engine engine) {
        this.engine = engine;
    }

    /**
     * How far it is.
     *
     * @param stage "" before the first, else what is done now: search, judge
     * @param reportId of the run when it is done, "" else
     * @param error why it ended without one, "" else
     */
    record State(boolean running, String stage, long done, long total, String reportId, String error) {
        static final State NONE = new State(false, "", 0, 0, "", "");
    }

    State state() {
        return state;
    }

    /** @param testSet null takes the set that ships */
    synchronized void start(@Nullable Path testSet, String collection, int topK) {
        if (!engine.settings().evaluation().enabled()) throw new Failure("the settings say evaluation.enabled: false");
        if (state.running()) throw new Failure("an evaluation is running already; wait for its end");
        state = new State(true, "begin", 0, 0, "", "");
        try {
            Thread.ofPlatform().daemon().name("evaluation").start(() -> state = run(testSet, collection, topK));
        } catch (Error e) { // no thread to be had
            state = ended(e);
            throw e;
        }
    }

    private State run(@Nullable Path testSet, String collection, int topK) {
        // Its many questions would drive the user's own out of the log.
        try (var own = new Engine(untraced(engine.settings()), engine.clock())) {
            var request = new EvaluationRequest(
                    TestSet.read(testSet),
                    collection,
                    topK,
                    List.of(),
                    List.of(),
                    own.chat(),
                    own.settings().evaluation().maxJudgeCalls());
            var report = new Evaluation(own, this::at, said -> {}).run(request).report();
            EvalHistory.of(own.settings()).add(report);
            return new State(false, "", 0, 0, report.id(), "");
        } catch (RuntimeException | Error e) { // nobody else hears of it, and the next one must be able to begin
            return ended(e);
        }
    }

    private static State ended(Throwable e) {
        var words = e instanceof Failure ? "" + e.getMessage() : "unexpected error: " + e;
        return new State(false, "", 0, 0, "", Secrets.mask(words));
    }

    private void at(String stage, long done, long total) {
        state = new State(true, stage, done, total, "", "");
    }

    private static Settings untraced(Settings given) {
        var observed = given.observability();
        return given.with(new Settings.Observability(
                observed.logLevel(),
                false,
                observed.traceFile(),
                observed.traceText(),
                observed.maxMb(),
                observed.otlpEndpoint()));
    }
}
