package rag.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.config.Json;

/** Whatever is wrong with a call, its answer is an error that names what would be right. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WrongArgumentsTest {

    private HubFixture hub;

    @BeforeAll
    void open(@TempDir Path folder) throws IOException {
        hub = new HubFixture(folder, true);
        hub.write("pump.md", "# Pump\n\nThe pump needs oil every 30 days.");
        hub.ingest("knowledge_hub");
    }

    @AfterAll
    void close() throws IOException {
        hub.close();
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
        query_knowledge_hub   | {}                                          | 'query' is missing
        query_knowledge_hub   | {"query":""}                                | 'query' must not be empty
        query_knowledge_hub   | {"query":"  "}                              | the query is empty
        query_knowledge_hub   | {"query":5}                                 | 'query' must be a string
        query_knowledge_hub   | {"qeury":"a"}                               | did you mean 'query'
        query_knowledge_hub   | {"query":"a","topk":3}                      | did you mean 'top_k'
        query_knowledge_hub   | {"query":"a","limit":3}                     | there is no 'limit', only query, top_k
        query_knowledge_hub   | {"query":"a","top_k":0}                     | 'top_k' must be 1 to 20
        query_knowledge_hub   | {"query":"a","top_k":21}                    | 'top_k' must be 1 to 20
        query_knowledge_hub   | {"query":"a","top_k":"5"}                   | 'top_k' must be a whole number
        query_knowledge_hub   | {"query":"a","expand":4}                    | 'expand' must be 0 to 3
        query_knowledge_hub   | {"query":"a","mode":"fast"}                 | must be one of [hybrid, dense, sparse, auto]
        query_knowledge_hub   | {"query":"a","max_tokens":10}               | 'max_tokens' must be 200 to 25000
        query_knowledge_hub   | {"query":"a","use_hyde":"yes"}              | 'use_hyde' must be true or false
        query_knowledge_hub   | {"query":"a","filters":"type:pdf"}          | 'filters' must be an object
        query_knowledge_hub   | {"query":"a","filters":{"type":[]}}         | filters.type must be a value or a list
        query_knowledge_hub   | {"query":"a","collection":"../x"}           | There is no collection '../x'
        list_collections      | {"stats":true}                              | only include_stats
        list_documents        | {"limit":0}                                 | 'limit' must be 1 to 200
        list_documents        | {"collection":"nix"}                        | Call again with one of the collections
        get_document_summary  | {"document":"a"}                            | 'doc_id' is missing
        get_document_summary  | {"doc_id":"../../etc/passwd"}               | There is no document
        get_image             | {"image_id":"../../etc/passwd"}             | Image ids look like img_
        explain_retrieval     | {"query":"a"}                               | 'passage' is missing
        index_documents       | {"path":"/etc"}                             | inside the folders that this server may read
        index_documents       | {"path":"nothing.md"}                       | inside the folders that this server may read
        index_documents       | {"path":"\\u0000"}                          | inside the folders that this server may read
        index_documents       | {"path":".","collection":"nix"}             | There is no collection 'nix'
        ingestion_status      | {"job_id":"job_000000000000"}               | There is no job 'job_000000000000'
        add_text              | {"text":"a","metadata":{"x":{"y":1}}}       | metadata.x must be a text
        add_text              | {"text":"\\u202e\\u0000\\u200b"}             | holds no letter
        query_knowledge_hub   | {"query":"a","collection":"x\\u202ey"}      | There is no collection 'xy'
        add_text              | {"text":" "}                                | holds no letter
        add_text              | {"text":"a","name":"../../x"}               | can't name a text
        inspect_directory     | {"path":"/"}                                | inside the folders that this server may read
        manage_collection     | {"action":"drop"}                           | must be one of [list, create, update, rename, delete, analyze, forget_keywords]
        manage_collection     | {"action":"create"}                         | 'collection' is missing
        manage_collection     | {"action":"create","collection":"a/b"}      | can't name a collection
        manage_collection     | {"action":"create","collection":"auto"}     | can't name a collection
        manage_collection     | {"action":"create","collection":"knowledge_hub"} | already
        manage_collection     | {"action":"update","collection":"knowledge_hub"} | needs 'display_name', 'description', 'keywords' or 'paths'
        manage_collection     | {"action":"analyze","collection":"nix"}     | There is no collection 'nix'
        get_stats             | {"kind":"all"}                              | must be one of [index, cache, requests, knowledge]
        manage_collection     | {"action":"list","collection":"nix"}        | action list takes no collection, and no other argument
        manage_collection     | {"action":"rename","collection":"knowledge_hub","new_name":"x","paths":["a"]} | action rename takes no paths, only collection, new_name
        manage_collection     | {"action":"analyze","collection":"knowledge_hub","confirm":"x"} | action analyze takes no confirm, only collection
        manage_collection     | {"action":"create","collection":"x","new_name":"y"} | action create takes no new_name, only collection, display_name
        get_stats             | {"collection":"knowledge_hub"}              | kind index takes no collection, and no other argument
        get_stats             | {"kind":"cache","collection":"nix"}         | kind cache takes no collection
        delete_document       | {"source":"nothing.md"}                     | There is no document 'nothing.md'
        delete_document       | {"source":"pump.md","confirm":"pomp.md"}    | confirm is not the name
        clear_collection      | {"collection":"knowledge_hub"}              | call again with confirm: "knowledge_hub"
        """)
    void isNamed(String tool, String arguments, String words) throws IOException {
        @SuppressWarnings("unchecked")
        Map<String, Object> given = Json.read(arguments, Map.class);
        var result = hub.call(tool, given);
        assertEquals(true, result.get("isError"), "" + result);
        assertTrue(Talk.text(result).contains(words), Talk.text(result));
        assertEquals(1, hub.data("list_documents", Map.of()).get("total"), "and nothing has changed");
    }
}
