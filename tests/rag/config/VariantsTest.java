package rag.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Failure;

class VariantsTest {

    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("v.yaml"), text);
    }

    @Test
    void aSettingsFileHoldsThemBesideItsSections() throws IOException {
        var path = file("""
            retrieval: {rrf_k: 20}
            experiments:
              small: {ingestion: {chunk_size: 128, chunk_overlap: 16}}
              words: {retrieval.dense_weight: 0.3}
            """);
        assertEquals(
                Map.of(
                        "small",
                        Map.of("ingestion.chunk_size", "128", "ingestion.chunk_overlap", "16"),
                        "words",
                        Map.of("retrieval.dense_weight", "0.3")),
                Variants.read(path, Map.of()));
        var settings = SettingsLoader.load(path, Map.of(), Map.of());
        assertEquals(20, settings.retrieval().rrfK());
        assertEquals(java.util.List.of(), settings.warnings());
    }

    @Test
    void aFileOfItsOwnHoldsNothingElse() throws IOException {
        assertEquals(
                Map.of("k10", Map.of("retrieval.rrf_k", "10")),
                Variants.read(file("k10: {retrieval.rrf_k: 10}\n"), Map.of()));
        assertEquals(Map.of(), Variants.read(file("retrieval: {rrf_k: 10}\n"), Map.of()), "settings without variants");
        assertEquals(Map.of(), Variants.read(file(""), Map.of()));
    }

    @Test
    void mistakesAreNamedAllAtOnceWithTheirLines() throws IOException {
        var path = file("""
            experiments:
              a: {retrieval.rrf_q: 10}
              b: {retrieval: {rrf_k: many}}
              c: 7
              "d e": {}
              f: {ingestion.exclude: [x]}
            """);
        var said =
                assertThrows(Failure.class, () -> Variants.read(path, Map.of())).getMessage();
        for (var mistake : new String[] {
            ":2: unknown key retrieval.rrf_q; did you mean retrieval.rrf_k?",
            ":3: retrieval.rrf_k must be",
            ":4: variant c must hold settings",
            ":5: a variant's name has 1 to 40",
            ":6: ingestion.exclude can't differ",
        }) assertTrue(said.contains(mistake), mistake + " is not in:\n" + said);
    }

    @Test
    void variablesExpandAsInTheSettingsAroundThem() throws IOException {
        var path = file("""
            vector_store: {hosts: [${H1}, ${H2}], password: ${PW}}
            experiments:
              other: {llm.model: "${MODEL}", llm.api_key: ${MY_KEY:-plover-88}, retrieval: {rrf_k: ${K:-20}}}
            """);
        assertEquals(
                Map.of("other", Map.of("llm.model", "m1", "llm.api_key", "plover-88", "retrieval.rrf_k", "20")),
                Variants.read(path, Map.of("MODEL", "m1")));
        assertEquals("a ****", Secrets.mask("a plover-88"));
        var said =
                assertThrows(Failure.class, () -> Variants.read(path, Map.of())).getMessage();
        assertTrue(said.contains("v.yaml:3: llm.model: the environment has no variable MODEL"), said);
    }

    @Test
    void whatIsNoYamlIsSaidWithoutWhatStandsThere() throws IOException {
        var path = file("llm: {api_key: 'whimbrel-7\nexperiments: {a: {}}\n");
        var said =
                assertThrows(Failure.class, () -> Variants.read(path, Map.of())).getMessage();
        assertTrue(said.contains("v.yaml:") && said.contains("not valid YAML"), said);
        assertFalse(said.contains("whimbrel-7"), said);
    }

    @Test
    void anEmptyValueIsNone() throws IOException {
        var path = file("a: {llm.model: }\n");
        var said =
                assertThrows(Failure.class, () -> Variants.read(path, Map.of())).getMessage();
        assertTrue(said.contains("v.yaml:1: llm.model is empty"), said);
    }
}
