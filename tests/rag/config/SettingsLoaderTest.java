package rag.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.model.Failure;
import rag.model.Mode;

class SettingsLoaderTest {

    private static final Map<String, String> NONE = Map.of();

    @TempDir
    Path folder;

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
    void allMistakesAreReportedAtOnceEachWithItsLine() throws Exception {
        var lines = mistakes("""
            embeding:
              provider: local
            retrieval:
              dense_topk: 5
              rrf_k: sixty
              sparse_top_k: 0
              fusion: rff
              rrf_k: 61
            llm:
              provider: openai
            chunk_size: 5
            ingestion: {workers: "4", exclude: .git, chunk_refiner: {use_lllm: true}}
            rerank: yes
            """);
        assertEquals(
                List.of(
                        "settings.yaml:1: unknown key embeding; did you mean embedding?",
                        "settings.yaml:4: unknown key retrieval.dense_topk; did you mean retrieval.dense_top_k?",
                        "settings.yaml:5: retrieval.rrf_k must be a whole number, not the text \"sixty\"",
                        "settings.yaml:6: retrieval.sparse_top_k must be between 1 and 10000, not 0",
                        "settings.yaml:7: retrieval.fusion must be one of convex, rrf, not \"rff\"; did you mean rrf?",
                        "settings.yaml:8: retrieval.rrf_k stands twice; first in line 5",
                        "settings.yaml:10: llm.provider \"openai\" is not available in this version; available: none",
                        "settings.yaml:11: unknown key chunk_size; did you mean ingestion.chunk_size?",
                        "settings.yaml:12: unknown key ingestion.chunk_refiner.use_lllm;"
                                + " did you mean ingestion.chunk_refiner.use_llm?",
                        "settings.yaml:12: ingestion.workers must be a whole number, not the text \"4\"",
                        "settings.yaml:12: ingestion.exclude must be a list such as [one, two], not the text \".git\"",
                        "settings.yaml:13: rerank must be a section with keys such as"
                                + " enabled, provider, model, top_k, timeout_s"),
                lines);
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "ingestion.chunk_overlap | 129 | must be at most half of chunk_size, 128, not 129",
                "ingestion.chunk_size    | 99999999999999999999 | must be between 32 and 8192, not"
                        + " 99999999999999999999",
                "retrieval.mode          | dens | did you mean dense?",
                "retrieval.dense_weight  | 1.5 | must be between 0.0 and 1.0, not 1.5",
                "retrieval.dense_weight  | .nan | must be a number",
                "retrieval.enable_dense  | 1 | must be true or false",
                "vector_store.provider   | chroma | must be one of lucene",
                "embedding.provider      | ollama | is not available in this version; available: local, openai",
                "rerank.provider         | cohere | is not available in this version; available: none",
                "rerank.enabled          | true | is true, but rerank.provider is none",
                "vision_llm.enabled      | true | is true, but vision_llm.provider is none",
                "ingestion.metadata_enricher.use_llm | true | needs a model, but llm.provider is none",
                "ingestion.splitter      | semantic | must be one of auto, recursive, markdown, sentence, code",
                "llm.base_url            | localhost | must be an address such as http://localhost:8080/v1",
                "vector_store.collection_name | no | in quotes it is taken as a word",
                "evaluation.metrics      | '[mrr, ndgc]' | did you mean ndcg?",
            })
    void aWrongValueIsRefusedWithWhatWouldBeRight(String key, String value, String message) throws Exception {
        var path = key.split("\\.");
        var yaml = String.join(": {", path) + ": " + value + "}".repeat(path.length - 1);
        var lines = mistakes(yaml);
        assertEquals(1, lines.size(), lines.toString());
        assertTrue(lines.getFirst().startsWith("settings.yaml:1: " + key + " "), lines.getFirst());
        assertTrue(lines.getFirst().endsWith(message) || lines.getFirst().contains(message), lines.getFirst());
    }

    @Test
    void anUnknownKeyIsLedToWhereItBelongs() throws Exception {
        assertEquals(
                List.of(
                        "settings.yaml:1: unknown key retrieval.rrf_k; write it as retrieval: {rrf_k: ...}",
                        "settings.yaml:2: unknown key use_llm; did you mean ingestion.chunk_refiner.use_llm"
                                + " or ingestion.metadata_enricher.use_llm?",
                        "settings.yaml:3: unknown key vector_store.zebra; known here: provider, collection_name"),
                mistakes("retrieval.rrf_k: 61\nuse_llm: true\nvector_store: {zebra: 1}\n"));
    }

    @Test
    void settingsThatContradictEachOtherAreRefused() throws Exception {
        assertTrue(mistakes("retrieval: {enable_dense: false, enable_sparse: false}")
                .getFirst()
                .contains("nothing is left to search with"));
        assertTrue(mistakes("retrieval: {mode: dense, enable_dense: false}")
                .getFirst()
                .contains("enable_dense is false"));
        assertTrue(mistakes("retrieval: {dense_weight: 0, sparse_weight: 0}")
                .getFirst()
                .contains("weigh something"));
    }

    @Test
    void theProviderOpenaiNeedsAModelAndAKeyOrAnEndpoint() throws Exception {
        var lines = mistakes("embedding: {provider: openai}");
        assertEquals(2, lines.size());
        assertTrue(lines.get(0).contains("text-embedding-3-small"), lines.get(0));
        assertTrue(lines.get(1).contains("OPENAI_API_KEY"), lines.get(1));
        var named = write("embedding: {provider: openai, model: m}");
        var key = Map.of("OPENAI_API_KEY", "sk-from-the-environment");
        assertEquals(
                "sk-from-the-environment",
                SettingsLoader.load(named, key, NONE).embedding().apiKey());
        var own = write("embedding: {provider: openai, model: m, base_url: 'http://localhost:1/v1'}");
        assertEquals("", SettingsLoader.load(own, NONE, NONE).embedding().apiKey());
    }

    @Test
    void tabsAreReportedWithTheirLinesBesideTheOtherMistakes() throws Exception {
        assertEquals(
                List.of(
                        "settings.yaml:2: a tab in the indentation; YAML takes spaces only",
                        "settings.yaml:4: a tab in the indentation; YAML takes spaces only",
                        "settings.yaml:4: unknown key llm.modle; did you mean llm.model?"),
                mistakes("llm:\n\tprovider: none\n\t# a comment may have one\n\tmodle: x\n"));
        assertEquals(
                1,
                mistakes("llm:\n  provider: none\n\t  model: x\n").size(),
                "a guess at the indentation is no mistake");
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
    void whatIsNoYamlIsReportedWithItsLineAndWithoutItsText() throws Exception {
        var lines = mistakes("llm:\n  provider: none\n  api_key: \"sk-abcdefghijklmnop\n");
        assertTrue(lines.getFirst().startsWith("settings.yaml:"), lines.getFirst());
        assertFalse(lines.toString().contains("abcdef"), lines.toString());
        assertTrue(mistakes("- a\n- b\n").getFirst().startsWith("settings.yaml:1: the file must hold sections"));
        assertTrue(mistakes("a: 1\n---\nb: 2\n").getFirst().contains("not valid YAML"));
        Files.write(folder.resolve("settings.yaml"), "llm: {model: é}".getBytes(StandardCharsets.UTF_16));
        assertTrue(failure(folder.resolve("settings.yaml")).contains("is not UTF-8"));
    }

    @Test
    void variablesExpandInEveryFormOfScalarAndTakeTheirTypeFromTheKey() throws Exception {
        var env = Map.of("N", "5", "NAME", "a: b, {c} # d", "EMPTY", "", "HOST", "h");
        var file = write("""
            # ${NOT_SET} in a comment is nobody's business
            ingestion: {workers: ${N}, chunk_size: "${SIZE:-320}", exclude: ["${NAME}", '$${N}', x-${N}-y]}
            llm: {model: ${NAME}, base_url: "http://${HOST}:${PORT:-80}/${A:-${HOST}}", max_tokens: ${EMPTY:-7}}
            rerank: {top_k: ${EMPTY}}
            """);
        var settings = SettingsLoader.load(file, env, NONE);
        assertEquals(5, settings.ingestion().workers());
        assertEquals(320, settings.ingestion().chunkSize());
        assertEquals(
                List.of("a: b, {c} # d", "${N}", "x-5-y"), settings.ingestion().exclude());
        assertEquals("a: b, {c} # d", settings.llm().model());
        assertEquals("http://h:80/h", settings.llm().baseUrl());
        assertEquals(7, settings.llm().maxTokens());
        assertEquals(5, settings.rerank().topK(), "an empty value takes the default");
    }

    @Test
    void variablesThatAreNotSetAreNamedAllAtOnce() throws Exception {
        assertEquals(
                List.of(
                        "settings.yaml:2: llm.model: the environment has no variable MY_MODEL:"
                                + " set it, or write ${MY_MODEL:-default}",
                        "settings.yaml:3: llm.api_key: the environment has no variable MY_KEY:"
                                + " set it, or write ${MY_KEY:-default}",
                        "settings.yaml:4: llm.base_url: \"${\" is not a variable;"
                                + " write ${NAME}, or $${ for the signs themselves"),
                mistakes("llm:\n  model: ${MY_MODEL}\n  api_key: ${MY_KEY}\n  base_url: http://${HOST/\n"));
    }

    @Test
    void anErrorShowsTheNameOfAVariableAndNotWhatItHolds() throws Exception {
        var file = write("ingestion: {workers: ${HIDDEN}}");
        var message = assertThrows(
                        Failure.class, () -> SettingsLoader.load(file, Map.of("HIDDEN", "hunter2-hunter2"), NONE))
                .getMessage();
        assertTrue(message.contains("${HIDDEN}"), message);
        assertFalse(message.contains("hunter2"), message);
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
    void sectionsOfOtherVersionsAreSaidToBeUnused() throws Exception {
        var settings = SettingsLoader.load(
                write("mcp: {a: 1}\nobservability: {otlp_endpoint: 'http://localhost:4318'}\n"), NONE, NONE);
        var name = folder.resolve("settings.yaml").toString();
        assertEquals(
                List.of(
                        name + ":1: mcp is not used by this version",
                        name + ":2: otlp_endpoint is not used by this version"),
                settings.warnings());
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

    private Path write(String yaml) throws Exception {
        return Files.writeString(folder.resolve("settings.yaml"), yaml);
    }

    private String failure(Path file) {
        var failure = assertThrows(Failure.class, () -> SettingsLoader.load(file, NONE, NONE));
        assertEquals(Failure.USAGE, failure.exitCode());
        return failure.getMessage();
    }

    /** The lines behind the head line, with the file's name alone. */
    private List<String> mistakes(String yaml) throws Exception {
        var lines = failure(write(yaml)).replace(folder + "/", "").split("\n");
        assertTrue(lines[0].matches("[0-9]+ mistakes? in the settings:"), lines[0]);
        assertEquals(lines.length - 1, Integer.parseInt(lines[0].substring(0, lines[0].indexOf(' '))));
        return Arrays.asList(lines).subList(1, lines.length);
    }
}
