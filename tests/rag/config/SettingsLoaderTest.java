package rag.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import rag.model.Failure;
import rag.model.Mode;

class SettingsLoaderTest extends WithSettingsFile {

    @Test
    void withoutAFileTheDefaultsOfTheContractHold() {
        var settings = SettingsLoader.load(null, NONE, NONE);
        assertEquals("none", settings.llm().provider());
        assertEquals(4096, settings.llm().maxTokens());
        assertEquals("knowledge_hub", settings.vectorStore().collectionName());
        assertEquals("local", settings.embedding().provider());
        assertEquals("convex", settings.retrieval().fusion());
        assertEquals(Mode.HYBRID, settings.retrieval().mode());
        assertEquals(256, settings.ingestion().chunkSize());
        assertEquals(32, settings.ingestion().chunkOverlap());
        assertEquals(
                Runtime.getRuntime().availableProcessors(), settings.ingestion().workers());
        assertEquals(50, settings.observability().maxMb());
        assertTrue(settings.ingestion().exclude().containsAll(List.of(".git", "node_modules", "__pycache__")));
    }

    @Test
    void theExampleFileIsTheSchemaInWordsAndLoadsToTheDefaults() throws Exception {
        var example = Path.of("config/settings.yaml.example");
        assertEquals(SettingsExample.text(), Files.readString(example));
        assertEquals(SettingsLoader.load(null, NONE, NONE), SettingsLoader.load(example, NONE, NONE));
        var shown = Files.readString(example);
        for (var setting : SettingsSchema.all()) {
            assertTrue(
                    shown.contains(setting.key().substring(setting.key().lastIndexOf('.') + 1) + ":"), setting.key());
        }
    }

    @Test
    void everySettingOfTheSchemaHasItsComponentAndTheOtherWayRound() {
        var keys = new java.util.ArrayList<String>();
        flatten("", SettingsLoader.load(null, NONE, NONE).shown(), keys);
        assertEquals(SettingsSchema.all().stream().map(Setting::key).toList(), keys);
    }

    private static void flatten(String prefix, Map<?, ?> map, List<String> keys) {
        map.forEach((name, value) -> {
            if (value instanceof Map<?, ?> inner) flatten(prefix + name + ".", inner, keys);
            else keys.add(prefix + name);
        });
    }

    @Test
    void valuesOfTheFileAndThenOfTheCommandLineGoOverTheDefaults() throws Exception {
        var file = write("ingestion: {workers: 3, chunk_size: 300}\nretrieval:\n  mode: Sparse\n  dense_weight: .25\n");
        var settings = SettingsLoader.load(file, NONE, Map.of("ingestion.workers", "7"));
        assertEquals(7, settings.ingestion().workers());
        assertEquals(300, settings.ingestion().chunkSize());
        assertEquals(Mode.SPARSE, settings.retrieval().mode());
        assertEquals(0.25, settings.retrieval().denseWeight());
    }

    @Test
    void byteOrderMarkWindowsLineEndsAndEmptyFilesAreFine() throws Exception {
        assertEquals(
                3,
                SettingsLoader.load(write("\uFEFFingestion:\r\n  workers: 3\r\n"), NONE, NONE)
                        .ingestion()
                        .workers());
        for (var empty : List.of("", "\uFEFF", "\n\n", "# nothing\n", "---\n", "llm:\nrerank: {top_k: }\n", "~")) {
            assertEquals(SettingsLoader.load(null, NONE, NONE), SettingsLoader.load(write(empty), NONE, NONE), empty);
        }
    }

    @Test
    void secretsAreKeptOutOfWhatIsShown() throws Exception {
        var file = write("llm: {api_key: sk-inline-0123456789}\nembedding: {api_key: short}\n");
        var settings = SettingsLoader.load(file, NONE, NONE);
        assertEquals("sk-inline-0123456789", settings.llm().apiKey());
        assertTrue(
                settings.shown().toString().contains("api_key=****89"),
                settings.shown().toString());
        assertFalse(settings.shown().toString().contains("inline"));
        assertFalse(settings.shown().toString().contains("short"));
        assertFalse(settings.toString().contains("sk-inline"), "nor in toString");
        assertEquals("401 for ****", Secrets.mask("401 for sk-inline-0123456789"));
    }

    @Test
    void aKeyInAnAddressIsNotShown() throws Exception {
        var settings = SettingsLoader.load(
                write("llm: {base_url: 'http://127.0.0.1:9/v1?region=eu&key=SECRET77'}\n"), NONE, NONE);

        assertEquals(
                "http://127.0.0.1:9/v1?region=eu&key=SECRET77", settings.llm().baseUrl());
        var shown = settings.shown().toString();
        assertTrue(shown.contains("http://127.0.0.1:9/v1?region=****&key=****"), shown);
    }

    @Test
    void sectionsOfOtherVersionsAreSaidToBeUnused() throws Exception {
        var settings = SettingsLoader.load(write("dashboard: {a: 1}\n"), NONE, NONE);
        var name = folder.resolve("settings.yaml").toString();
        assertEquals(List.of(name + ":1: dashboard is not used by this version"), settings.warnings());
    }

    @Test
    void theFileIsFoundByOptionThenByVariableAndMustBeThere() throws Exception {
        var file = write("ingestion: {workers: 9}");
        assertEquals(
                9,
                SettingsLoader.load(null, Map.of("RAG_CONFIG", file.toString()), NONE)
                        .ingestion()
                        .workers());
        var gone = folder.resolve("gone.yaml");
        assertTrue(failure(gone).contains("--config"), failure(gone));
        var byVariable = assertThrows(
                Failure.class, () -> SettingsLoader.load(null, Map.of("RAG_CONFIG", gone.toString()), NONE));
        assertTrue(byVariable.getMessage().contains("$RAG_CONFIG"), byVariable.getMessage());
        assertTrue(failure(folder).contains("a folder"), failure(folder));
    }

    @Test
    void theDataFolderComesFromTheOptionThenTheFileThenTheVariableThenTheWorkingDirectory() throws Exception {
        var env = Map.of("RAG_DATA", "/by/variable", "HOME", "/home/me");
        var file = write("data: ~/rag");
        assertEquals(
                Path.of("/by/option"),
                SettingsLoader.load(file, env, Map.of("data", "/by/option")).data());
        assertEquals(
                Path.of("/home/me/rag"), SettingsLoader.load(file, env, NONE).data());
        assertEquals(
                Path.of("/by/variable"), SettingsLoader.load(null, env, NONE).data());
        assertEquals(
                Path.of("data").toAbsolutePath(),
                SettingsLoader.load(null, NONE, NONE).data());
        assertEquals(
                Path.of("sub").toAbsolutePath(),
                SettingsLoader.load(null, NONE, Map.of("data", "./sub")).data());
    }

    @Test
    void tracesLieByTheirDataFolderFromWhereverItIsUsed() throws Exception {
        assertEquals(Path.of("/srv/rag/logs/traces.jsonl"), traces("/srv/rag/data"));
        assertEquals(Path.of("/srv/rag/logs/traces.jsonl"), traces("/srv/rag"));
        var file = write("observability: {trace_file: /var/log/t.jsonl}");
        assertEquals(
                Path.of("/var/log/t.jsonl"),
                SettingsLoader.load(file, NONE, NONE).observability().traceFile());
    }

    private static Path traces(String data) {
        return SettingsLoader.load(null, NONE, Map.of("data", data))
                .observability()
                .traceFile();
    }

    @Test
    void anotherStoreTakesNothingFromTheOneBefore() {
        var settings = SettingsLoader.load(null, Map.of(), Map.of());
        var there = settings.with(StoreSettings.of("pgvector").with(Map.of("hosts", List.of("db:5432"), "hnsw_m", 32)));
        assertEquals(List.of("db:5432"), there.vectorStore().hosts());
        assertEquals(32, there.vectorStore().hnswM());
        assertEquals(settings, there.with(StoreSettings.of("lucene")));
        assertEquals(settings.vectorStore(), StoreSettings.of("lucene"));
        assertThrows(
                IllegalArgumentException.class, () -> StoreSettings.of("lucene").with(Map.of("host", "db")));
    }
}
