package rag.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
                Variants.read(path));
        var settings = SettingsLoader.load(path, Map.of(), Map.of());
        assertEquals(20, settings.retrieval().rrfK());
        assertEquals(java.util.List.of(), settings.warnings());
    }

    @Test
    void aFileOfItsOwnHoldsNothingElse() throws IOException {
        assertEquals(
                Map.of("k10", Map.of("retrieval.rrf_k", "10")), Variants.read(file("k10: {retrieval.rrf_k: 10}\n")));
        assertEquals(Map.of(), Variants.read(file("retrieval: {rrf_k: 10}\n")), "settings without variants");
        assertEquals(Map.of(), Variants.read(file("")));
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
        var said = assertThrows(Failure.class, () -> Variants.read(path)).getMessage();
        for (var mistake : new String[] {
            ":2: unknown key retrieval.rrf_q; did you mean retrieval.rrf_k?",
            ":3: retrieval.rrf_k must be",
            ":4: variant c must hold settings",
            ":5: a variant's name has 1 to 40",
            ":6: ingestion.exclude can't differ",
        }) assertTrue(said.contains(mistake), mistake + " is not in:\n" + said);
    }
}
