import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import rag.cli.CommonOptions;
import rag.cli.ProgressLine;
import rag.engine.Engine;
import rag.engine.Search;
import rag.engine.SearchRun;
import rag.eval.BeirIndex;
import rag.eval.BeirSet;
import rag.eval.Metrics;
import rag.model.Candidate;
import rag.model.Filter;
import rag.model.Mode;
import rag.model.Query;
import rag.retrieve.Fused;

/** What measurements on test collections in BEIR format share: their options, their questions, their halves. */
final class Sets {

    @Mixin
    CommonOptions common;

    @Parameters(arity = "1..*", paramLabel = "FOLDER", description = "BEIR folders.")
    List<Path> folders = List.of();

    /** What is done with one set. */
    interface Measuring {
        void measure(Engine engine, BeirSet set) throws IOException;
    }

    /** Measures one set after another, each with the first of its questions, with an engine of these settings. */
    void each(Map<String, String> settings, int most, Measuring measuring) throws IOException {
        try (var engine = common.engine(settings)) {
            for (var folder : folders) measuring.measure(engine, first(BeirSet.read(folder), most));
        }
    }

    /** A set with at most so many questions. Some are empty in some sets: nothing is found by them, nor asked. */
    static BeirSet first(BeirSet set, int most) {
        var qrels = new LinkedHashMap<String, Map<String, Integer>>();
        set.qrels().entrySet().stream().limit(most).forEach(e -> qrels.put(e.getKey(), e.getValue()));
        return new BeirSet(set.name(), set.corpus(), set.queries(), qrels);
    }

    /** The set's texts as a collection, one chunk each; what is there already is not done again. */
    static BeirIndex index(Engine engine, String collection, BeirSet set) {
        try (var progress = new ProgressLine()) {
            return BeirIndex.build(engine, collection, set, progress);
        }
    }

    /** Asks for one hit, as the lists behind it are what is measured. @param mode null for that of the settings */
    static SearchRun ask(Search search, String text, String collection, Mode mode) {
        return search.run(new Query(text, List.of(collection), 1, mode, Filter.NONE, false, 0, null));
    }

    static List<String> ids(List<Candidate> candidates) {
        return candidates.stream().map(Candidate::id).toList();
    }

    /** Ids of the first of a fused list. */
    static List<String> fused(List<Fused> list, int most) {
        return list.stream().map(Fused::id).limit(most).toList();
    }

    static double ndcg(BeirIndex index, List<String> chunks, Map<String, Integer> grades) {
        return Metrics.ndcg(index.setIds(chunks.subList(0, Math.min(10, chunks.size()))), grades, 10);
    }

    static double[] array(List<Double> list) {
        return list.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Every other value. @param half 0 for the first, the third …, 1 for the others */
    static double[] half(double[] each, int half) {
        return IntStream.range(0, each.length)
                .filter(i -> i % 2 == half)
                .mapToDouble(i -> each[i])
                .toArray();
    }

    static double mean(double[] each, int half) {
        return Metrics.mean(half(each, half));
    }

    /** Mean over sets of the mean over every other value. */
    static double mean(Iterable<double[]> sets, int half) {
        double sum = 0;
        int n = 0;
        for (var each : sets) {
            sum += mean(each, half);
            n++;
        }
        return n == 0 ? 0 : sum / n;
    }

    static double median(List<Double> values) {
        var sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
