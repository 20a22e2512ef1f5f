package rag.eval;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import rag.config.SettingsLoader;
import rag.llm.ChatModel;
import rag.model.Chunk;
import rag.model.Filter;
import rag.model.Hit;
import rag.model.Verdict;

/** Judges by script, and runs of one case for them. */
abstract class WithJudge {

    static final ExperimentReport.Cost NO_COST = new ExperimentReport.Cost(0, 0, 0);

    static final Function<List<String>, List<float[]>> NO_VECTORS = texts -> {
        throw new AssertionError("no vectors are wanted");
    };

    static final String APART = "take an answer apart";

    @TempDir
    Path data;

    Ragas ragas(ChatModel model, int most, Function<List<String>, List<float[]>> vectors) {
        var settings = SettingsLoader.load(null, Map.of(), Map.of("data", data.toString()));
        return new Ragas(new EvaluatorProvider.Parts(settings, data, Optional.ofNullable(model), vectors, most));
    }

    Ragas ragas(ScriptedModel.Script script) {
        return ragas(new ScriptedModel(script), 100, NO_VECTORS);
    }

    static Hit hit(int rank, String text) {
        var chunk = new Chunk(
                "c" + rank,
                "d",
                "c",
                "s.md",
                rank,
                text,
                "",
                List.of(),
                "text",
                "en",
                null,
                0,
                text.length(),
                List.of(),
                List.of(),
                "",
                List.of(),
                false,
                Map.of());
        return new Hit(rank, chunk, Map.of(), List.of(), List.of(), List.of());
    }

    static CaseRun run(String reference, String answer, List<String> tags, String... passages) {
        var hits = new ArrayList<Hit>();
        for (var passage : passages) hits.add(hit(hits.size() + 1, passage));
        var test = new GoldenSet.Case(
                "case", "Who?", null, Filter.NONE, null, Map.of(), Map.of(), List.of(), reference, answer, tags);
        return new CaseRun(
                test, Truth.NONE, hits, List.of(), Map.of(), Verdict.OK, 1, Map.of(), NO_COST, "", "", List.of());
    }

    static Score one(Ragas ragas, CaseRun run, String metric) {
        return ragas.evaluate(run, List.of(MetricName.parse(metric)), 10).getFirst();
    }

    static ScriptedModel useful(String... useful) {
        return new ScriptedModel(request -> "{\"reason\": \"r\", \"verdict\": "
                + (Stream.of(useful).anyMatch(request.user()::contains) ? 1 : 0) + "}");
    }
}
