package rag.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.config.SettingsLoader;
import rag.engine.Corpus;
import rag.engine.IngestRequest;
import rag.engine.Ingestion;
import rag.engine.Progress;

/** Which index a variant is measured on. */
class ExperimentIndexTest extends WithExperiment {

    private static String print(Map<String, String> settings) {
        return VariantIndex.print(SettingsLoader.load(null, Map.of("OPENAI_API_KEY", "k"), settings), false);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ingestion.ocr.enabled=false",
                "ingestion.render_drawings=false",
                "ingestion.metadata_enricher.use_llm=true",
                "embedding.document_prefix=passage: ",
                "embedding.dimensions=128",
                "vision_llm.max_image_size=100",
                "llm.model=other",
            })
    void allThatAContentDependsOnIsAnotherIndex(String written) {
        var change = written.split("=");
        var base = Map.of(
                "llm.provider",
                "openai",
                "llm.model",
                "one",
                "vision_llm.provider",
                "openai",
                "vision_llm.model",
                "one",
                "ingestion.chunk_refiner.use_llm",
                "true",
                "vision_llm.enabled",
                "true");
        var all = new java.util.HashMap<>(base);
        all.put(change[0], change[1]);
        assertNotEquals(print(base), print(all));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "embedding.timeout_s=7",
                "ingestion.workers=3",
                "llm.model=other",
                "vision_llm.max_image_size=100",
                "retrieval.mode=dense",
            })
    void whatAContentDoesNotDependOnIsTheSameIndex(String written) {
        var change = written.split("=");
        assertEquals(print(Map.of()), print(Map.of(change[0], change[1])));
    }

    private ExperimentRequest naming(String collection) {
        var json = """
            {"test_cases": [
              {"id": "pump", "query": "oil of the pump", "collection": "%s", "expected_sources": ["pump.md"]}]}
            """.formatted(collection);
        var plain = request(BASE, SMALL);
        return new ExperimentRequest(
                new TestSet(GoldenReader.read("set.json", json.getBytes(StandardCharsets.UTF_8)), null),
                "knowledge_hub",
                false,
                10,
                1,
                plain.variants(),
                plain.metrics(),
                plain.output());
    }

    @Test
    void aCaseThatNamesTheCollectionIsAskedInTheVariantsIndex() {
        documents();
        var report = run(naming("knowledge_hub"), Progress.NONE);
        assertEquals("", report.variants().getLast().error());
        assertNotEquals("knowledge_hub", report.variants().getLast().index().collection());
        assertTrue(
                report.variants().getLast().index().chunks()
                        > report.variants().getFirst().index().chunks(),
                "" + report.variants().getLast().index());
    }

    @Test
    void aVariantWithItsOwnIndexIsRefusedWhereCasesAskElsewhere() {
        documents();
        try (var corpus = new Corpus(folder, Map.of())) {
            corpus.ingest("other");
        }
        var report = run(naming("other"), Progress.NONE);
        assertEquals("", report.variants().getFirst().error());
        var error = report.variants().getLast().error();
        assertTrue(error.contains("case pump asks 'other'"), error);
    }

    @Test
    void aVariantWithItsOwnIndexIsRefusedWhereAManifestDescribesTheDocuments() throws IOException {
        documents();
        try (var corpus = new Corpus(folder, Map.of())) {
            var manifest = Files.writeString(
                    corpus.docs().resolve("manifest.jsonl"),
                    "{\"document_path\": \"pump.md\", \"year\": \"2024\"}\n{\"document_path\": \"dome.md\"}\n");
            new Ingestion(corpus.engine())
                    .run(
                            new IngestRequest(
                                    "knowledge_hub",
                                    List.of(),
                                    false,
                                    false,
                                    false,
                                    Duration.ofSeconds(5),
                                    "test",
                                    manifest),
                            Progress.NONE,
                            () -> false);
        }
        var report = run(request(BASE, SMALL), Progress.NONE);
        var error = report.variants().getLast().error();
        assertTrue(error.contains("'knowledge_hub' has metadata of a manifest"), error);
    }

    @Test
    void whatAKilledExperimentLeftIsBroughtUpToTheCollection() throws IOException {
        documents();
        Progress killing = (stage, done, total) -> {
            if (stage.equals("small") && done == 2) throw new IllegalStateException("killed");
        };
        org.junit.jupiter.api.Assertions.assertThrows(
                IllegalStateException.class, () -> run(request(BASE, SMALL), killing));
        try (var corpus = new Corpus(folder, Map.of())) {
            Files.delete(corpus.docs().resolve("dome.md"));
            corpus.write("gate.md", "# Gate\n\nThe gate has a yellow crank.");
            corpus.ingest("knowledge_hub", false, true, true);
        }
        var report = run(request(BASE, SMALL), Progress.NONE);
        assertEquals("", report.variants().getLast().error());
        assertEquals(2, report.variants().getLast().index().documents());
        assertTrue(
                report.variants().getLast().cases().stream()
                        .noneMatch(c -> c.first().contains("dome.md")),
                "" + report.variants().getLast().cases());
    }
}
