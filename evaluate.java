///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Measures retrieval and answers on a golden set or a test collection.
//SOURCES lib/pipeline.java lib/eval.java

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rag.cli.Actions;
import rag.cli.CommonOptions;
import rag.cli.ProgressLine;
import rag.cli.SafeOutput;
import rag.cli.Script;
import rag.cli.TestSetOptions;
import rag.config.Json;
import rag.engine.Engine;
import rag.eval.Comparison;
import rag.eval.EvalHistory;
import rag.eval.Evaluation;
import rag.eval.EvaluationReport;
import rag.eval.EvaluationRequest;
import rag.eval.EvaluationText;
import rag.eval.GoldenMaker;
import rag.eval.MetricName;
import rag.eval.RunFile;
import rag.eval.TestSet;
import rag.eval.Validation;
import rag.model.Failure;
import rag.text.Counted;

@Command(
        name = "evaluate",
        mixinStandardHelpOptions = true,
        versionProvider = Script.Version.class,
        description = "Measures retrieval and answers on a golden set or a test collection.",
        footer = {
            "",
            "Metrics: hit_rate, recall, precision, mrr, ndcg, map; judged by a model:",
            "faithfulness, answer_relevancy, context_precision, context_utilization,",
            "context_recall. Default: the setting.",
            "",
            "Examples: " + rag.config.Command.LAUNCHER + "evaluate.java",
            "  " + rag.config.Command.LAUNCHER + "evaluate.java --test-set my-questions.json -c notes \\",
            "      --save now.json",
            "  " + rag.config.Command.LAUNCHER + "evaluate.java --test-set my-questions.json -c notes \\",
            "      --baseline now.json --fail-on-regression"
        })
class evaluate implements Callable<Integer> {

    @Mixin
    CommonOptions common;

    @Mixin
    TestSetOptions asked;

    @Option(names = "--no-search", description = "Only check the test set.")
    boolean noSearch;

    @Option(names = "--baseline", paramLabel = "FILE", description = "A saved run to compare with, case by case.")
    @Nullable
    Path baseline;

    @Option(
            names = "--fail-on-regression",
            description = "End with 1 when a metric fell and that is hardly chance (p < 0.05), or a case can't be"
                    + " measured any more.")
    boolean failOnRegression;

    @Option(names = "--save", paramLabel = "FILE", description = "Write the whole report as JSON.")
    @Nullable
    Path save;

    @Option(
            names = "--run",
            paramLabel = "FILE",
            description = "Write the rankings for trec_eval, and the judgements to FILE.qrels.")
    @Nullable
    Path run;

    @Option(
            names = "--max-judge-calls",
            paramLabel = "N",
            description = "Most calls of the language model. Default: the setting.")
    @Nullable
    Integer maxJudgeCalls;

    @Option(
            names = "--make-golden",
            paramLabel = "FILE",
            description = "Write a first golden set over the collection, to be edited by hand.")
    @Nullable
    Path makeGolden;

    @Option(
            names = "-n",
            paramLabel = "N",
            defaultValue = "40",
            description = "Questions that --make-golden draws (default: ${DEFAULT-VALUE}).")
    int questions;

    private static final Actions ACTIONS = Actions.usual(
                    "the measurement",
                    "--test-set",
                    "--top-k",
                    "--metrics",
                    "--baseline",
                    "--fail-on-regression",
                    "--save",
                    "--run",
                    "--max-judge-calls")
            .or("--no-search", "--test-set")
            .or("--make-golden", "-n", "--max-judge-calls")
            .all("--collection");

    static void main(String... args) {
        Script.run(new evaluate(), args);
    }

    @Override
    public Integer call() {
        ACTIONS.check(common.given());
        if (failOnRegression && baseline == null) throw new Failure("--fail-on-regression needs --baseline FILE");
        var before = baseline == null ? null : EvalHistory.load(baseline);
        // Thousands of questions of a test would drive the user's own out of the log.
        try (var engine = common.engine(Map.of("observability.trace_enabled", "false"))) {
            var settings = engine.settings().evaluation();
            if (!settings.enabled()) throw new Failure("the settings say evaluation.enabled: false");
            if (makeGolden != null) return makeGolden(engine, makeGolden);
            var set = TestSet.read(asked.testSet(engine.settings()));
            if (noSearch) return validate(engine, set);
            var outcome = measure(engine, set);
            var report = outcome.report();
            if (save != null) RunFile.writeJson(save, report); // first of all: hours of a judge may stand in it
            if (run != null) RunFile.write(run, outcome);
            if (before != null) report = compared(before, report);
            if (save != null && before != null) RunFile.writeJson(save, report);
            print(report, new EvaluationText(common.verbose()).lines(report));
            EvalHistory.of(engine.settings()).add(report);
            return code(report);
        }
    }

    /** What can't be compared is shown all the same, and then is no success. */
    private EvaluationReport compared(EvaluationReport before, EvaluationReport report) {
        try {
            return report.with(Comparison.of(before, report));
        } catch (Failure e) {
            print(report, new EvaluationText(common.verbose()).lines(report));
            throw e;
        }
    }

    private Evaluation.Outcome measure(Engine engine, TestSet set) {
        try (var progress = new ProgressLine()) {
            var evaluation = new Evaluation(engine, progress, System.err::println);
            boolean temporary = set.corpus() != null && !asked.named();
            var name = temporary ? Evaluation.temporary(set) : asked.collection(engine.settings());
            var settings = engine.settings().evaluation();
            var request = new EvaluationRequest(
                    set,
                    name,
                    asked.topK(),
                    asked.metrics().stream().map(MetricName::parse).toList(),
                    List.of(),
                    engine.chat(),
                    maxJudgeCalls == null ? settings.maxJudgeCalls() : maxJudgeCalls);
            try {
                return evaluation.run(request);
            } finally {
                if (temporary) evaluation.remove(name);
            }
        }
    }

    private int makeGolden(Engine engine, Path file) {
        if (Files.exists(file))
            throw new Failure(file + " is there already; golden sets are edited by hand: name another");
        try (var progress = new ProgressLine()) {
            var settings = engine.settings().evaluation();
            int most = maxJudgeCalls == null ? settings.maxJudgeCalls() : maxJudgeCalls;
            var made = new GoldenMaker(engine, asked.collection(engine.settings()), engine.chat(), most, progress)
                    .make(questions);
            if (made.cases() == 0) throw new Failure("no passage gave a question: " + made.refused());
            RunFile.writeJson(file, made.set());
            var next = rag.config.Command.of("evaluate", "--test-set", file, "-c", asked.collection(engine.settings()));
            print(
                    made,
                    List.of(
                            "%s: %s over %s"
                                    .formatted(
                                            file,
                                            Counted.of(made.cases(), "question"),
                                            Counted.of(made.documents(), "document")),
                            "Read each and put it as people would ask; then:",
                            "  " + next));
            return 0;
        }
    }

    private int validate(Engine engine, TestSet set) {
        var checked = Validation.of(engine, set, asked.collection(engine.settings()));
        print(checked, checked.lines());
        return checked.problems().isEmpty() ? 0 : Failure.SOME_FAILED;
    }

    private int code(EvaluationReport report) {
        var comparison = report.comparison();
        if (failOnRegression && comparison != null && comparison.regressed()) return Failure.SOME_FAILED;
        boolean failed = report.cases().stream().anyMatch(c -> !c.failed().isEmpty())
                || report.backends().values().stream().anyMatch(error -> !error.isEmpty());
        return failed ? Failure.SOME_FAILED : 0;
    }

    private void print(Object json, List<String> lines) {
        if (common.json()) System.out.println(Json.pretty(json));
        else SafeOutput.print(lines);
    }
}
