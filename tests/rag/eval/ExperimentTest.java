package rag.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.cli.Columns;
import rag.config.SettingsLoader;
import rag.engine.Corpus;
import rag.engine.Progress;
import rag.model.Failure;

class ExperimentTest extends WithExperiment {

    private List<String> collections() {
        try (var engine = engine(Map.of())) {
            return engine.store().collections();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void variantsThatAgreeInTheIndexShareItAndOthersGetOneForTheTime() {
        documents();
        var report = run(request(BASE, RRF, SMALL), Progress.NONE);
        var indexes =
                report.variants().stream().map(v -> v.index().collection()).toList();
        assertEquals("knowledge_hub", indexes.get(0));
        assertEquals("knowledge_hub", indexes.get(1));
        assertNotEquals("knowledge_hub", indexes.get(2));
        assertTrue(report.variants().get(2).index().chunks()
                > report.variants().get(0).index().chunks());
        assertEquals(List.of("knowledge_hub"), collections(), "the other is gone");
    }

    @Test
    void everyVariantIsMeasuredOnTheSameCasesAndComparedWithTheFirst() {
        documents();
        var report = run(request(BASE, RRF), Progress.NONE);
        assertEquals("evidence/ndcg@10", report.primary());
        var mrr = report.variants().getFirst().metric("source/mrr@10").orElseThrow();
        assertEquals(2 / 3.0, mrr.mean(), 1e-12, "'blue' finds the pump alone");
        var difference = report.variants().get(1).difference("source/mrr@10").orElseThrow();
        assertEquals(0, difference.difference());
        assertEquals(1, difference.p());
        assertEquals(3, report.variants().getFirst().latency().get("total").n());
        assertTrue(report.variants().getFirst().latency().containsKey("sparse_retrieval"));

        var files = ExperimentFiles.write(folder.resolve("out"), report);
        assertEquals(
                List.of("report.json", "cases.csv", "report.md", "report.html"),
                files.stream().map(file -> file.getFileName().toString()).toList());
        assertTrue(
                ExperimentFiles.markdown(report)
                        .contains("| mrr@10 (documents) (n = 3) | 0.6667 (0.000-1.000) | 0.6667"
                                + " (0.000-1.000)<br>+0.0000, p 1.0000 |"),
                String.join("\n", ExperimentFiles.markdown(report)));
        for (var line : ExperimentWords.lines(report)) assertTrue(Columns.width(line) <= 80, line);
    }

    @Test
    void whatWasDoneBeforeAKillIsNotDoneAgain() {
        documents();
        Progress killing = (stage, done, total) -> {
            if (stage.equals("rrf") && done == 3) throw new IllegalStateException("killed");
        };
        assertThrows(IllegalStateException.class, () -> run(request(BASE, RRF, SMALL), killing));
        tear("rrf");
        var report = run(request(BASE, RRF, SMALL), Progress.NONE);
        assertTrue(said.contains("base: 3 of 3 cases done before"), said.toString());
        assertTrue(said.contains("rrf: 2 of 3 cases done before"), said.toString());
        assertFalse(said.stream().anyMatch(words -> words.startsWith("small: ")), said.toString());
        assertEquals(3, report.variants().get(1).cases().size());
        assertEquals(List.of("knowledge_hub"), collections());

        var times = report.variants().getFirst().latency();
        assertEquals(
                times,
                run(request(BASE, RRF, SMALL), Progress.NONE)
                        .variants()
                        .getFirst()
                        .latency());
    }

    /** Half a line, as a kill leaves it. */
    private void tear(String variant) {
        try (var files = Files.list(folder.resolve("out/work"))) {
            var file = files.filter(f -> f.getFileName().toString().startsWith(variant))
                    .findFirst()
                    .orElseThrow();
            Files.writeString(file, "{\"id\": \"none\", \"que", java.nio.file.StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anotherCorpusIsAnotherExperiment() {
        documents();
        run(request(BASE), Progress.NONE);
        try (var corpus = new Corpus(folder, Map.of())) {
            corpus.write("blue.md", "# Blue\n\nThe oil of the pump is blue.");
            corpus.ingest("knowledge_hub");
        }
        run(request(BASE), Progress.NONE);
        assertFalse(said.stream().anyMatch(words -> words.contains("done before")), said.toString());
    }

    @Test
    void aVariantThatCantBeTriedCostsItselfAlone() {
        documents();
        var report = run(request(BASE, new Variant("heavy", Map.of("retrieval.dense_weight", "7"))), Progress.NONE);
        assertEquals("", report.variants().get(0).error());
        var said = report.variants().get(1).error();
        assertTrue(said.contains("retrieval.dense_weight must be between 0.0 and 1.0, not 7"), said);
        assertTrue(new ExperimentPage(report).html().contains("retrieval.dense_weight must be between"));
    }

    @Test
    void aMeanOverOtherCasesThanTheFirstVariantsCarriesItsOwnNumber() {
        documents();
        var report = run(request(BASE, RRF), Progress.NONE);
        var second = report.variants().get(1);
        var fewer = new ExperimentReport.Result(
                "fewer",
                second.settings(),
                "",
                second.index(),
                MetricSummary.of(List.of(List.of(Score.measured("mrr@10", Level.SOURCE, 1)))),
                second.latency(),
                second.cost(),
                List.of(),
                second.cases());
        var other = new ExperimentReport(
                "id",
                report.startedAt(),
                "set",
                "",
                "h",
                3,
                "c",
                10,
                1,
                "m",
                report.primary(),
                List.of(report.variants().getFirst(), fewer),
                List.of());
        var markdown = String.join("\n", ExperimentFiles.markdown(other));
        assertTrue(markdown.contains("| mrr@10 (documents) (n = 3) | 0.6667 (0.000-1.000) | 1.0000"), markdown);
        assertTrue(markdown.contains("(1.000-1.000) (n = 1) |"), markdown);
        assertTrue(new ExperimentTables(other).measures().contains("<small>n = 1</small>"));
    }

    @Test
    void aVariantOfWhichNoCaseCouldBeAskedIsNotTried() {
        documents();
        var nowhere = new Variant("nowhere", Map.of("embedding.model", "none/such", "retrieval.mode", "dense"));
        var report = run(request(BASE, nowhere), Progress.NONE);
        assertFalse(
                report.variants().get(1).error().isEmpty(),
                "" + report.variants().get(1));
        assertFalse(report.variants().get(1).whole());
    }

    @Test
    void aDepthThatCantBeIsRefusedBeforeAnythingIsAsked() {
        var plain = request(BASE);
        for (int topK : List.of(0, -1, 1001)) {
            var failure = assertThrows(
                    Failure.class,
                    () -> new ExperimentRequest(
                            plain.testSet(), "c", false, topK, 1, plain.variants(), plain.metrics(), plain.output()));
            assertTrue(failure.getMessage().contains("--top-k must be between 1 and"), failure.getMessage());
        }
    }

    @Test
    void rerankingNeedsNoSettingOfItsOwn() {
        var reranked = Variant.of(List.of("hybrid_rerank"), Map.of()).getFirst();
        var plain = SettingsLoader.load(null, Map.of(), Map.of());
        assertEquals("late_interaction", reranked.completed(plain).settings().get("rerank.provider"));
        var named = SettingsLoader.load(
                null, Map.of("COHERE_API_KEY", "k"), Map.of("rerank.provider", "cohere", "rerank.model", "m"));
        assertEquals(reranked, reranked.completed(named));
    }

    @Test
    void textsOfAQuestionAreNoMarkupAndNoFormula() {
        var one = new ExperimentReport.Case(
                "=1+1",
                "<img src=x onerror=alert(1)>",
                Map.of("source/ndcg@10", 1.0),
                "",
                List.of(1.0),
                Map.of(),
                List.of("<b>.md"),
                new ExperimentReport.Cost(0, 0, 0),
                "");
        var other = new ExperimentReport.Case(
                "=1+1",
                "<img src=x onerror=alert(1)>",
                Map.of("source/ndcg@10", 0.5),
                "",
                List.of(1.0),
                Map.of(),
                List.of("a\"b.md"),
                new ExperimentReport.Cost(0, 0, 0),
                "");
        var metrics = MetricSummary.of(List.of(List.of(Score.measured("ndcg@10", Level.SOURCE, 1))));
        var first = new ExperimentReport.Result(
                "a", Map.of(), "", ExperimentReport.Index.NONE, metrics, Map.of(), one.cost(), List.of(), List.of(one));
        var differences =
                Comparison.differences(List.of("source/ndcg@10"), first.scores(), Map.of("=1+1", other.scores()));
        var second = new ExperimentReport.Result(
                "b",
                Map.of(),
                "",
                ExperimentReport.Index.NONE,
                metrics,
                Map.of(),
                one.cost(),
                differences,
                List.of(other));
        var report = new ExperimentReport(
                "id",
                "2026-01-01T00:00:00Z",
                "<set>",
                "",
                "h",
                1,
                "c",
                10,
                1,
                "m",
                "source/ndcg@10",
                List.of(first, second),
                List.of());
        var html = new ExperimentPage(report).html();
        assertFalse(html.contains("<img"), html);
        assertFalse(html.contains("<set>"), html);
        assertTrue(html.contains("&lt;img src=x onerror=alert(1)&gt;"));
        assertFalse(html.contains("http"), "nothing is fetched");
        assertTrue(
                ExperimentFiles.csv(report).contains("a,'=1+1,source/ndcg@10,1.0"), "" + ExperimentFiles.csv(report));
    }

    @Test
    void anUnknownVariantIsNamedWithTheNearest() {
        var failure = assertThrows(Failure.class, () -> Variant.of(List.of("hybrid", "spase"), Map.of()));
        assertTrue(failure.getMessage().contains("did you mean sparse?"), failure.getMessage());
    }

    @Test
    void aCaseThatNamesTheCollectionIsAskedInTheVariantsOwnAndNoOtherIsPretended() {
        documents();
        var own = run(asking("knowledge_hub"), Progress.NONE).variants().getLast();
        assertEquals("", own.error());
        assertTrue(own.index().chunks() > 2, "cut smaller");
        var other = run(asking("elsewhere"), Progress.NONE).variants().getLast();
        assertEquals(
                "case pump asks 'elsewhere'; an index of this variant's own is made of 'knowledge_hub' only",
                other.error());
    }

    private ExperimentRequest asking(String collection) {
        var json = """
            {"test_cases": [{"id": "pump", "query": "oil", "collection": "%s", "expected_sources": ["pump.md"]},
              {"id": "dome", "query": "yellow crank", "expected_sources": ["dome.md"]}]}
            """.formatted(collection);
        var set = new TestSet(GoldenReader.read("set.json", json.getBytes(StandardCharsets.UTF_8)), null);
        var like = request(BASE, SMALL);
        return new ExperimentRequest(
                set, "knowledge_hub", false, 10, 1, like.variants(), like.metrics(), folder.resolve(collection));
    }
}
