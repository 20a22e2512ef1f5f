package rag.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsMistakesTest extends WithSettingsFile {

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
              provider: opnai
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
                        "settings.yaml:10: llm.provider must be one of none, openai, azure, deepseek, kimi,"
                                + " siliconflow, gemini, ollama, not \"opnai\"; did you mean openai?",
                        "settings.yaml:11: unknown key chunk_size; did you mean ingestion.chunk_size?",
                        "settings.yaml:12: unknown key ingestion.chunk_refiner.use_lllm;"
                                + " did you mean ingestion.chunk_refiner.use_llm?",
                        "settings.yaml:12: ingestion.workers must be a whole number, not the text \"4\"",
                        "settings.yaml:12: ingestion.exclude must be a list such as [one, two], not the text \".git\"",
                        "settings.yaml:13: rerank must be a section with keys such as"
                                + " enabled, provider, model, base_url, api_key, top_k, candidates, timeout_s,"
                                + " window, prompt"),
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
                "vector_store.hosts      | [\"db:5432\"] | has no effect with provider lucene",
                "vector_store.shards     | 3 | has no effect with provider lucene",
                "ledger.user             | anna | has no effect without ledger.url",
                "ledger.password         | anna-77 | has no effect without ledger.url",
                "ledger.schema           | other | has no effect without ledger.url",
                "ledger.timeout_s        | 9 | has no effect without ledger.url",
                "vector_store.collection_name | a/b | can't be used: 'a/b' can't name a collection",
                "ledger.url              | mysql://db/x | must be like postgresql://host:5432/database",
                "ledger.url              | postgresql://db/x | is for machines that share their chunks",
                "vector_store.provider   | milvus | must be one of lucene, opensearch, pgvector, chroma",
                "embedding.provider      | deepseek | must be one of local, openai, azure, siliconflow, gemini,"
                        + " ollama, not",
                "vision_llm.provider     | siliconflow | must be one of none, openai, azure, kimi, gemini, ollama, not",
                "rerank.provider         | coher | must be one of none, llm, cross_encoder, cohere, endpoint,"
                        + " late_interaction, not \"coher\"; did you mean cohere?",
                "retrieval.hyde          | maybe | must be one of never, weak, always",
                "retrieval.hyde          | always | needs a model, but llm.provider is none",
                "rerank.enabled          | true | is true, but rerank.provider is none",
                "vision_llm.enabled      | true | is true, but vision_llm.provider is none",
                "ingestion.metadata_enricher.use_llm | true | needs a model, but llm.provider is none",
                "ingestion.exclude       | ['a/{b,{c}}'] | can't take \"a/{b,{c}}\": Cannot nest groups",
                "ingestion.exclude       | ['!a'] | what is left out can't be taken back",
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
    void aRerankerThatLacksWhatItNeedsIsRefused() throws Exception {
        assertEquals(
                List.of("settings.yaml: rerank.api_key is missing: set the variable COHERE_API_KEY"
                        + " (an endpoint of your own goes into rerank.base_url)"),
                mistakes("rerank: {enabled: true, provider: cohere}"));
        assertEquals(
                List.of("settings.yaml: rerank.base_url is missing: set it, or the variable RERANK_BASE_URL"),
                mistakes("rerank: {enabled: true, provider: endpoint}"));
        assertEquals(
                List.of("settings.yaml:1: rerank.provider needs a model, but llm.provider is none"),
                mistakes("rerank: {enabled: true, provider: llm}"));
    }

    @Test
    void anUnknownKeyIsLedToWhereItBelongs() throws Exception {
        assertEquals(
                List.of(
                        "settings.yaml:1: unknown key retrieval.rrf_k; write it as retrieval: {rrf_k: ...}",
                        "settings.yaml:2: unknown key use_llm; did you mean ingestion.chunk_refiner.use_llm"
                                + " or ingestion.metadata_enricher.use_llm?",
                        "settings.yaml:3: unknown key vector_store.zebra; known here: provider, collection_name,"
                                + " hosts, user, password, api_key, ca_file, namespace, timeout_s, shards, replicas,"
                                + " engine,"
                                + " hnsw_m, ef_construction, ef_search"),
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
    void aProviderNeedsItsKeyOrAnEndpointOfItsOwn() throws Exception {
        var lines = mistakes("embedding: {provider: openai}\nllm: {provider: azure}");
        assertEquals(3, lines.size(), "" + lines);
        var all = String.join("\n", lines);
        assertTrue(all.contains("embedding.api_key is missing: set the variable OPENAI_API_KEY"), all);
        assertTrue(all.contains("llm.base_url is missing: set it, or the variable AZURE_OPENAI_ENDPOINT"), all);
        assertTrue(all.contains("llm.api_key is missing: set the variable AZURE_OPENAI_API_KEY"), all);
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
    void whatIsNoYamlIsReportedWithItsLineAndWithoutItsText() throws Exception {
        var lines = mistakes("llm:\n  provider: none\n  api_key: \"sk-abcdefghijklmnop\n");
        assertTrue(lines.getFirst().startsWith("settings.yaml:"), lines.getFirst());
        assertFalse(lines.toString().contains("abcdef"), lines.toString());
        assertTrue(mistakes("- a\n- b\n").getFirst().startsWith("settings.yaml:1: the file must hold sections"));
        assertTrue(mistakes("a: 1\n---\nb: 2\n").getFirst().contains("not valid YAML"));
        Files.write(folder.resolve("settings.yaml"), "llm: {model: é}".getBytes(StandardCharsets.UTF_16));
        assertTrue(failure(folder.resolve("settings.yaml")).contains("is not UTF-8"));
    }
}
