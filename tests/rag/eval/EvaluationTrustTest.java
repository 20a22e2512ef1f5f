package rag.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.engine.Corpus;

/** What a run says against its own numbers. */
class EvaluationTrustTest extends WithEvaluation {

    private void settings(Map<String, String> settings) {
        corpus.close();
        corpus = new Corpus(folder, settings);
    }

    private void withoutReranker() {
        settings(Map.of(
                "retrieval.mode",
                "sparse",
                "rerank.enabled",
                "true",
                "rerank.provider",
                "cross_encoder",
                "rerank.model",
                folder.resolve("no such") + ""));
    }

    @Test
    void aRunWhoseRerankerFailedSaysSoAndSoDoesWhatComparesWithIt() {
        documents();
        var whole = run(set(PUMP, DAWN), "mrr");
        assertEquals(0, whole.degraded());
        withoutReranker();
        var report = run(set(PUMP, DAWN), "mrr");
        assertEquals(2, report.degraded());
        assertTrue(report.cases().getFirst().degraded().startsWith("rerank: "), "" + report.cases());
        var notes = report.notes().stream().filter(n -> n.contains("lacked")).toList();
        assertEquals(1, notes.size(), "" + report.notes());
        assertTrue(notes.getFirst().startsWith("2 of 2 cases lacked a stage"), notes.getFirst());
        assertEquals(2, report.brief().degraded(), "the history knows it");
        assertEquals(
                List.of("2 cases of the later run lacked a stage"),
                Comparison.of(whole, report).notes().stream()
                        .filter(n -> n.contains("lacked"))
                        .toList());
        assertEquals(
                List.of("2 cases of the baseline lacked a stage"),
                Comparison.of(report, whole).notes().stream()
                        .filter(n -> n.contains("lacked"))
                        .toList());
    }

    @Test
    void whatAnswersSayOfThemselvesIsSaidOnceForAllCases() {
        settings(Map.of("retrieval.mode", "sparse", "retrieval.sparse_top_k", "1"));
        documents();
        var report = run(set(PUMP, DAWN), "recall@1000");
        assertEquals(
                1,
                report.notes().stream()
                        .filter(n -> n.startsWith("2 of 2 cases with a note such as: no more than 1 passages"))
                        .count(),
                "" + report.notes());
    }

    @Test
    void aNameThatFitsMoreThanALongerOneMeansTheRest() {
        corpus.write("README.md", "# Pump\n\nThe pump needs oil.");
        corpus.write("docs/README.md", "# Pump\n\nThis pump needs grease and never any oil.");
        corpus.ingest("knowledge_hub");
        var report = run(
                set("{\"id\": \"a\", \"query\": \"pump oil\","
                        + " \"expected_sources\": [\"README.md\", \"docs/README.md\"]}"),
                "recall,recall@1");
        assertEquals(1.0, metric(report, "source/recall@10").mean());
        assertEquals(0.5, metric(report, "source/recall@1").mean());
    }

    @Test
    void aPassageJudgedIrrelevantIsNoReference() {
        documents();
        var test = set("{\"id\": \"a\", \"query\": \"oil\", \"expected_evidence\": ["
                        + "{\"source\": \"pump.md\", \"text\": \"oil every ten days\"},"
                        + "{\"source\": \"dome.md\", \"text\": \"the yellow crank\", \"grade\": 0}]}")
                .golden()
                .cases()
                .getFirst();
        try (var finder = new TruthFinder(corpus.engine(), "knowledge_hub")) {
            assertEquals(1, finder.references(test).size(), "" + finder.references(test));
        }
    }

    @Test
    void aJudgedMeasureTakesNoDepth() {
        documents();
        var failure = org.junit.jupiter.api.Assertions.assertThrows(
                rag.model.Failure.class, () -> run(set(PUMP), "mrr,faithfulness@5"));
        assertTrue(failure.getMessage().contains("write faithfulness without @5"), failure.getMessage());
    }

    @Test
    void aDeepMeasureSaysThatTheRerankerHasMoreToOrder() {
        withoutReranker();
        documents();
        var deep = run(set(PUMP), "mrr,recall@100").notes().toString();
        assertTrue(deep.contains("a measure looks 100 deep, so the reranker orders up to 200 passages"), deep);
        assertEquals(false, run(set(PUMP), "mrr").notes().toString().contains("deep"));
    }

    @Test
    void whatCantBeWrittenIsSaidBeforeTheRun() throws java.io.IOException {
        RunFile.prepare(folder.resolve("a/b/now.json"));
        RunFile.writeJson(folder.resolve("a/b/now.json"), 1);
        var file = java.nio.file.Files.createFile(folder.resolve("file"));
        for (var bad : List.of(folder, file.resolve("now.json"))) {
            var failure =
                    org.junit.jupiter.api.Assertions.assertThrows(rag.model.Failure.class, () -> RunFile.prepare(bad));
            assertTrue(failure.getMessage().startsWith("can't write " + bad + ": "), failure.getMessage());
            assertTrue(
                    failure.getMessage().matches("(?s).*(it is a folder|exists already|Not a directory).*"),
                    failure.getMessage());
        }
    }

    @Test
    void casesThatAllNameTheirCollectionNeedNoOther() {
        documents();
        corpus.ingest("mine");
        new rag.engine.Maintenance(corpus.engine(), java.time.Duration.ZERO, "test").remove("knowledge_hub");
        var report = run(set(PUMP.replace("\"id\"", "\"collection\": \"mine\", \"id\"")), "mrr");
        assertEquals(1.0, metric(report, "source/mrr@10").mean());
        assertEquals("mine", report.collection());
        assertEquals(3, report.documents());
    }

    @Test
    void aQuestionThatFoundNothingIsAmongThoseNotFound() {
        documents();
        var nothing = "{\"id\": \"lost\", \"query\": \"zyzzyva\", \"expected_sources\": [\"pump.md\"]}";
        var text = String.join("\n", new EvaluationText(false).lines(run(set(PUMP, nothing), "mrr")));
        assertTrue(text.contains("Not found in the first 10: 1"), text);
        assertTrue(text.contains("nothing came"), text);
    }
}
