package rag.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import rag.cli.Columns;
import rag.config.Json;
import rag.engine.Corpus;
import rag.engine.Progress;
import rag.model.Failure;

/** The whole way of a run over a real store. */
class EvaluationTest extends WithEvaluation {

    @Test
    void meansAreOverCasesWithTruthAtEachLevel() {
        documents();
        var report = run(set(PUMP, DAWN, NONE), "mrr,hit_rate@1");
        var sources = metric(report, "source/mrr@10");
        // pump.md is first for both questions, night.md second for the other
        assertEquals(0.75, sources.mean());
        assertEquals(1.5, sources.numerator());
        assertEquals(2, sources.denominator());
        assertEquals(1, sources.notEvaluated());
        assertEquals(0.5, metric(report, "source/hit_rate@1").mean());
        assertEquals(1, metric(report, "evidence/mrr@10").denominator());
        assertEquals(1.0, metric(report, "evidence/mrr@10").mean());
        assertEquals(2, report.verdicts().answerable());
        assertEquals(1, report.verdicts().unanswerable());
    }

    @Test
    void whatTheCollectionDoesNotKnowIsReportedAndIsNoMiss() {
        documents();
        var report = run(
                set(
                        PUMP,
                        "{\"id\": \"a\", \"query\": \"dome\", \"expected_sources\": [\"gone.md\", \"dome.md\"],"
                                + " \"expected_chunk_ids\": [\"doc_0123456789abcdef_0000_01234567\"],"
                                + " \"expected_evidence\": [{\"source\": \"dome.md\", \"text\": \"a blue crank\"}]}"),
                "recall");
        assertEquals(
                List.of("unknown_evidence", "unknown_source", "unknown_chunk"),
                report.problems().stream().map(Problem::kind).toList());
        assertEquals(1.0, metric(report, "source/recall@10").mean(), "over the one document that is there");
        assertEquals(2, metric(report, "source/recall@10").denominator());
        assertEquals(1, metric(report, "evidence/recall@10").denominator());
        assertTrue(report.metrics().stream().noneMatch(m -> m.level() == Level.CHUNK));
    }

    @Test
    void aSetThatNothingFitsIsRefused() {
        documents();
        var failure = assertThrows(
                Failure.class,
                () -> run(set("{\"id\": \"a\", \"query\": \"x\", \"expected_sources\": [\"gone.md\"]}"), "mrr"));
        assertTrue(failure.getMessage().contains("no document gone.md in 'knowledge_hub'"), failure.getMessage());
    }

    @Test
    void theShippedSetNamesTheCommandThatBringsItsDocumentsIn() {
        var failure = assertThrows(Failure.class, () -> run(TestSet.read(null), "mrr"));
        assertTrue(
                failure.getMessage().contains("./jbang ingest.java -c knowledge_hub examples/documents"),
                failure.getMessage());
    }

    @Test
    void anUnknownMetricIsNamedWithTheNearest() {
        documents();
        var failure = assertThrows(Failure.class, () -> run(set(PUMP), "ndgc"));
        assertTrue(failure.getMessage().contains("did you mean ndcg?"), failure.getMessage());
    }

    @Test
    void aJudgeThatBreaksLeavesTheOtherBackendsNumbers() {
        documents();
        var judge = new ScriptedModel(r -> {
            throw new IllegalStateException("a bug in a plug-in");
        });
        var report = run(
                set(PUMP.replace("\"id\"", "\"reference_answer\": \"Ten days.\", \"id\"")),
                "mrr,context_recall",
                Optional.of(judge));
        assertEquals(1.0, metric(report, "source/mrr@10").mean());
        assertEquals(1, metric(report, "context_recall").failed());
        assertEquals("a bug in a plug-in", report.cases().getFirst().failed().get("context_recall"));
        assertEquals("scripted/model", report.judge());
    }

    @Test
    void copiesThatWereFoldedCountForTheDocumentsTheyAreIn() {
        corpus.write("a/faq.md", "# Visitors\n\nDrones are forbidden within five kilometres of the summit, by day.");
        corpus.write("b/copy.md", "# Visitors\n\nDrones are forbidden within five kilometres of the summit, by day.");
        corpus.ingest("knowledge_hub");
        var report = run(
                set("{\"id\": \"a\", \"query\": \"drones\", \"expected_sources\": [\"a/faq.md\", \"b/copy.md\"]}"),
                "recall@10,ndcg@10");
        assertEquals(1, report.cases().getFirst().hits().size(), "one hit");
        assertEquals(1.0, metric(report, "source/recall@10").mean());
        assertEquals(1.0, metric(report, "source/ndcg@10").mean());
    }

    private TestSet beir() throws IOException {
        Files.writeString(folder.resolve("corpus.jsonl"), """
            {"_id": "1", "title": "Pump", "text": "The pump needs oil."}
            {"_id": "2", "text": "The dome needs a crank and no oil."}
            {"_id": "3", "text": "Nothing of that kind."}
            """);
        Files.writeString(folder.resolve("queries.jsonl"), """
            {"_id": "q1", "text": "pump oil"}
            {"_id": "q2", "text": "dome crank"}
            {"_id": "q3", "text": " "}
            """);
        Files.writeString(
                folder.resolve("qrels.tsv"),
                "query-id\tcorpus-id\tscore\nq1\t2\t1\nq1\t1\t0\nq2\t2\t2\nq2\t9\t1\nq3\t3\t1\n");
        return TestSet.read(folder);
    }

    @Test
    void aTestCollectionIsPutInJudgedAndCountsAsTrecEvalDoes() throws IOException {
        var outcome = new Evaluation(corpus.engine(), Progress.NONE, words -> {})
                .run(new EvaluationRequest(
                        beir(),
                        "beir",
                        10,
                        List.of(MetricName.parse("mrr"), MetricName.parse("recall")),
                        List.of(),
                        Optional.empty(),
                        0));
        var report = outcome.report();
        // q1 second, q2 first of two of which one is not in the corpus, q3 asks nothing
        assertEquals((0.5 + 1 + 0) / 3, metric(report, "source/mrr@10").mean(), 1e-12);
        assertEquals((1 + 0.5 + 0) / 3, metric(report, "source/recall@10").mean(), 1e-12);
        assertEquals(
                List.of("1", "2"), outcome.rankings().get(Level.SOURCE).names().get("q1"));
        assertEquals(
                List.of(1, 2),
                report.cases().getFirst().hits().stream()
                        .map(EvaluationReport.Found::rank)
                        .toList(),
                "the first and the right one");
        Files.writeString(
                folder.resolve("corpus.jsonl"), "{\"_id\": \"2\", \"text\": \"The dome needs a crank and no oil.\"}\n");
        BeirIndex.build(corpus.engine(), "beir", BeirSet.read(folder), Progress.NONE);
        try (var finder = new TruthFinder(corpus.engine(), "beir")) {
            assertEquals(1, finder.documents(), "what left the set is gone");
        }
        assertTrue(report.notes().getFirst().startsWith("1 judged documents are not in the corpus"));
    }

    @Test
    void aRunIsSavedKeptInTheHistoryAndComparedWithALaterOne() throws IOException {
        documents();
        var report = run(set(PUMP, DAWN, NONE), "mrr,ndcg");
        var file = folder.resolve("run.json");
        RunFile.writeJson(file, report);
        var loaded = EvalHistory.load(file);
        assertEquals(report.metrics(), loaded.metrics());
        assertEquals(report.cases().getFirst().hits(), loaded.cases().getFirst().hits());

        var history = EvalHistory.of(corpus.engine().settings());
        history.add(report);
        Files.writeString(history.file(), "{\"torn", java.nio.file.StandardOpenOption.APPEND);
        assertEquals(1, history.read(10).size());
        assertEquals(report.id(), history.read(10).getFirst().id());
        assertTrue(history.file().endsWith("logs/eval_history.jsonl"));

        Files.delete(corpus.docs().resolve("notes/night.md"));
        corpus.ingest("knowledge_hub", false, true, true);
        var comparison = Comparison.of(loaded, run(set(PUMP, DAWN, NONE), "mrr,ndcg"));
        assertEquals(List.of("dawn"), comparison.lost());
        assertTrue(comparison.regressed());
    }

    @Test
    void theTextFitsEightyColumns() {
        documents();
        var report =
                run(set(PUMP, DAWN, NONE), "hit_rate,recall,precision,mrr,ndcg,map,faithfulness,context_precision");
        var lines = new EvaluationText(true).lines(report.with(Comparison.of(report, report)));
        for (var line : lines) assertTrue(Columns.width(line) <= 80, line);
        assertTrue(lines.contains("No case has changed."), String.join("\n", lines));
        assertNotNull(Json.line(report));
    }

    @Test
    void casesThatAreNotEvaluatedComeWithWhatTheyLack() {
        documents();
        var lines = new EvaluationText(false).lines(run(set(PUMP, DAWN, NONE), "mrr,ndcg"));
        var text = String.join(" ", lines);
        assertTrue(text.contains("1 case not evaluated (1 unanswerable)"), text);
        assertTrue(
                text.contains("2 cases not evaluated (1 unanswerable, 1 without expected_evidence that is there)"),
                text);
    }

    @Test
    void aSetCanBeCheckedWithoutAsking() {
        documents();
        var checked = Validation.of(corpus.engine(), set(PUMP, DAWN, NONE), "knowledge_hub");
        assertEquals(
                List.of(3, 2, 1, 0, 2, 1),
                new ArrayList<>(List.of(
                        checked.cases(),
                        checked.answerable(),
                        checked.unanswerable(),
                        checked.chunkTruth(),
                        checked.sourceTruth(),
                        checked.evidenceTruth())));
        assertEquals(List.of(), checked.problems());
        assertEquals("", Validation.of(corpus.engine(), set(PUMP), "other").checked());

        corpus.ingest("mine");
        var elsewhere =
                PUMP.replace("\"id\"", "\"collection\": \"mine\", \"id\"").replace("TEN", "TWELVE");
        var both = Validation.of(corpus.engine(), set(elsewhere, DAWN), "knowledge_hub");
        assertEquals("mine, knowledge_hub", both.checked());
        assertEquals(
                List.of("unknown_evidence"),
                both.problems().stream().map(Problem::kind).toList());
    }

    @Test
    void whatAPartOfTheSearchAnsweredIsSaidAndIsNoSuccess() {
        corpus.close();
        corpus = new Corpus(folder, Map.of());
        documents();
        corpus.close();
        corpus = new Corpus(folder, Map.of("embedding.model", "all-MiniLM-L6-v2")); // not what it was built with
        var report =
                run(set("{\"id\": \"a\", \"query\": \"yellow crank\", \"expected_sources\": [\"dome.md\"]}"), "mrr");

        assertEquals(1.0, metric(report, "source/mrr@10").mean());
        var note = report.notes().getFirst();
        assertTrue(
                note.startsWith("1 of 1 case lacked a stage, the others answered without it: dense_retrieval: "), note);
        assertTrue(report.cases().getFirst().degraded().startsWith("dense_retrieval: "), "" + report.cases());
        assertEquals(1, report.degraded());
    }
}
