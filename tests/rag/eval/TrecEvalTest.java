package rag.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.ForeignDigits;

/** Every measure, query and mean of three runs beside trec_eval's values; tests/data/eval/README.md says how those were found. */
class TrecEvalTest {

    private static final Path DATA = Path.of("tests/data/eval");

    private static final Map<String, Metrics.Measure> MEASURES = new LinkedHashMap<>();

    static {
        for (int k : new int[] {1, 3, 5, 10, 20}) {
            MEASURES.put("success_" + k, (r, g) -> Metrics.hit(r, g, k));
            MEASURES.put("recall_" + k, (r, g) -> Metrics.recall(r, g, k));
            MEASURES.put("P_" + k, (r, g) -> Metrics.precision(r, g, k));
            MEASURES.put("ndcg_cut_" + k, (r, g) -> Metrics.ndcg(r, g, k));
            MEASURES.put("map_cut_" + k, (r, g) -> Metrics.ap(r, g, k));
            MEASURES.put("recip_rank_" + k, (r, g) -> Metrics.mrr(r, g, k));
        }
    }

    private record Line(String name, double score) {}

    /** As trec_eval reads a run: by score, ties by name, both falling; the rank column does not count. */
    private static Map<String, List<String>> run(Path file) throws IOException {
        var lines = new LinkedHashMap<String, List<Line>>();
        for (var line : Files.readAllLines(file)) {
            var cells = line.split(" ");
            lines.computeIfAbsent(cells[0], q -> new ArrayList<>())
                    .add(new Line(cells[2], Double.parseDouble(cells[4])));
        }
        var run = new LinkedHashMap<String, List<String>>();
        lines.forEach((query, list) -> run.put(
                query,
                list.stream()
                        .sorted(Comparator.comparingDouble(Line::score)
                                .thenComparing(Line::name)
                                .reversed())
                        .map(Line::name)
                        .toList()));
        return run;
    }

    private static Map<String, Map<String, Integer>> qrels(Path file) throws IOException {
        var qrels = new LinkedHashMap<String, Map<String, Integer>>();
        for (var line : Files.readAllLines(file)) {
            var cells = line.split(" ");
            qrels.computeIfAbsent(cells[0], q -> new LinkedHashMap<>()).put(cells[2], Integer.valueOf(cells[3]));
        }
        return qrels;
    }

    @ParameterizedTest
    @ValueSource(strings = {"good", "ties", "poor"})
    void everyValueIsThatOfTrecEval(String name) throws IOException {
        var qrels = qrels(DATA.resolve("judged.qrels"));
        var run = run(DATA.resolve(name + ".run"));
        int compared = 0;
        for (var line : Files.readAllLines(DATA.resolve("trec_eval.tsv"))) {
            var cells = line.split("\t");
            if (!cells[0].equals(name)) continue;
            var measure = MEASURES.get(cells[1]);
            double expected = Double.parseDouble(cells[3]);
            double found = cells[2].equals("all")
                    ? Metrics.mean(Metrics.perQuery(qrels, run, measure))
                    : measure.of(run.getOrDefault(cells[2], List.of()), qrels.get(cells[2]));
            assertEquals(expected, found, 1e-9, line);
            compared++;
        }
        assertTrue(compared >= 16 * MEASURES.size(), "only " + compared + " values");
    }

    @TempDir
    Path folder;

    @Test
    void aRunFileHoldsTheRankingInFallingScores() throws IOException {
        var file = folder.resolve("run.txt");
        var rankings = new LinkedHashMap<String, List<String>>();
        rankings.put("q1", List.of("b", "Ann Lee", "a"));
        rankings.put("q2", List.of());
        RunFile.write(file, "my run", rankings);
        var everywhere = Files.readString(file);
        try (var _ = new ForeignDigits()) {
            RunFile.write(file, "my run", rankings);
        }
        assertEquals(everywhere, Files.readString(file));
        assertEquals(
                List.of("q1 Q0 b 1 3 my%20run", "q1 Q0 Ann%20Lee 2 2 my%20run", "q1 Q0 a 3 1 my%20run"),
                Files.readAllLines(file));
        assertEquals(List.of("b", "Ann%20Lee", "a"), run(file).get("q1"));
    }

    @Test
    void judgementsKeepTheirGrades() throws IOException {
        var file = folder.resolve("qrels.txt");
        try (var _ = new ForeignDigits()) {
            RunFile.writeQrels(file, Map.of("q1", Map.of("Ann Lee", 2)));
        }
        assertEquals(List.of("q1 0 Ann%20Lee 2"), Files.readAllLines(file));
    }
}
