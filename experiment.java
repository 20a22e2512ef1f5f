///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Tries several ways of searching on the same questions and says which is better, and whether that is chance.
//SOURCES lib/pipeline.java lib/eval.java

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import rag.cli.CommonOptions;
import rag.cli.ProgressLine;
import rag.cli.SafeOutput;
import rag.cli.Script;
import rag.cli.TestSetOptions;
import rag.config.Json;
import rag.config.Variants;
import rag.engine.Engine;
import rag.eval.Evaluation;
import rag.eval.Experiment;
import rag.eval.ExperimentFiles;
import rag.eval.ExperimentReport;
import rag.eval.ExperimentRequest;
import rag.eval.ExperimentWords;
import rag.eval.MetricName;
import rag.eval.TestSet;
import rag.eval.Variant;
import rag.model.Failure;

@Command(
        name = "experiment",
        mixinStandardHelpOptions = true,
        versionProvider = Script.Version.class,
        description =
                "Tries several ways of searching on the same questions and says which is better, and whether that is"
                        + " chance. Killed and started again, it goes on where it was.",
        footer = {
            "",
            "Metrics: hit_rate, recall, precision, mrr, ndcg, map. Default: all of them.",
            "",
            "Variants: dense, sparse, hybrid, hybrid_rerank, convex, rrf, no_feedback,",
            "settings (as they are), and those that the section 'experiments' of the",
            "settings names:",
            "  experiments:",
            "    small_chunks: {ingestion.chunk_size: 128, ingestion.chunk_overlap: 16}",
            "",
            "Example: " + rag.config.Command.LAUNCHER + "experiment.java --config settings.yaml \\",
            "    --variants sparse,dense,hybrid,small_chunks --output report"
        })
class experiment implements Callable<Integer> {

    private static final List<String> METRICS = List.of("ndcg", "mrr", "hit_rate", "recall", "precision", "map");

    @Mixin
    CommonOptions common;

    @Option(
            names = "--variants",
            paramLabel = "NAMES",
            split = ",",
            defaultValue = "dense,sparse,hybrid,hybrid_rerank",
            description = "What to try (default: ${DEFAULT-VALUE}); the others are compared with the first.")
    List<String> variants;

    @Option(
            names = "--variants-file",
            paramLabel = "FILE",
            description = "YAML with variants of your own. Default: the settings file.")
    @Nullable
    Path variantsFile;

    @Mixin
    TestSetOptions asked;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            description = "Ask each question N times, for its latency (default: ${DEFAULT-VALUE}).")
    int repeat;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            defaultValue = "experiment",
            description = "Folder of the reports: report.html, report.md, report.json, cases.csv (default:"
                    + " ${DEFAULT-VALUE}).")
    Path output;

    static void main(String... args) {
        Script.run(new experiment(), args);
    }

    @Override
    public Integer call() {
        var tried = Variant.of(variants, named());
        var request = request(tried);
        ExperimentReport report;
        try (var progress = new ProgressLine()) {
            report = new Experiment(this::engine, progress, System.err::println).run(request);
        }
        var files = ExperimentFiles.write(output, report);
        if (common.json()) System.out.println(Json.pretty(report));
        else {
            SafeOutput.print(ExperimentWords.lines(report));
            SafeOutput.print(List.of("", "To look at: " + files.getLast()));
        }
        return report.variants().stream().allMatch(ExperimentReport.Result::whole) ? 0 : Failure.SOME_FAILED;
    }

    private Map<String, Map<String, String>> named() {
        var file = variantsFile != null ? Optional.of(variantsFile) : common.settingsFile();
        return file.map(path -> Variants.read(path, System.getenv())).orElse(Map.of());
    }

    private Engine engine(Map<String, String> settings) {
        var all = new LinkedHashMap<>(settings);
        all.put("observability.trace_enabled", "false");
        return common.engine(all);
    }

    private ExperimentRequest request(List<Variant> tried) {
        try (var engine = engine(Map.of())) {
            var settings = engine.settings();
            var set = TestSet.read(asked.testSet(settings));
            boolean temporary = set.corpus() != null && !asked.named();
            var name = temporary ? Evaluation.temporary(set) : asked.collection(settings);
            var metrics = asked.metrics().isEmpty() ? METRICS : asked.metrics();
            Evaluation.refuseMissing(engine, set, name);
            return new ExperimentRequest(
                    set,
                    name,
                    temporary,
                    asked.topK(),
                    repeat,
                    tried,
                    metrics.stream().map(MetricName::parse).toList(),
                    output);
        }
    }
}
