package rag.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rag.model.Ids;

/** Documents by whatever a client has of them. */
class FindingDocumentsTest extends WithHub {

    private static final String COLLECTION = "knowledge_hub";

    @BeforeEach
    void begin() throws IOException {
        hub.write("a/pump.md", "# Pump\n\nThe pump needs oil every 30 days.");
        hub.write("b/pump.md", "# Other pump\n\nIt hums at 50 hertz.");
        hub.write("dome.md", "# Dome\n\nThe dome closes at a wind of 15 m/s.");
        hub.ingest(COLLECTION);
    }

    private Map<String, Object> summary(String named) throws IOException {
        return hub.call("get_document_summary", Map.of("doc_id", named, "collection", COLLECTION));
    }

    private String dome() {
        return Ids.document(COLLECTION, hub.docs().resolve("dome.md").toString());
    }

    @Test
    void anEndThatSeveralHaveIsToldWithAll() throws IOException {
        var result = summary("pump.md");
        assertEquals(true, result.get("isError"));
        var text = Talk.text(result);
        assertTrue(text.contains("fits 2 documents") && text.contains("a/pump.md") && text.contains("b/pump.md"), text);
    }

    @Test
    void thoseOfSeveralCollectionsToo() throws IOException {
        hub.ingest("second");
        var text = Talk.text(hub.call("get_document_summary", Map.of("doc_id", "pump.md")));
        assertTrue(text.contains("is in several collections (knowledge_hub, second)"), text);
    }

    /** From the ten-thousandth on, ids have five digits. */
    @Test
    void everyPassageLeadsToItsDocument() throws IOException {
        for (var place : new String[] {"0000", "9999", "10000", "123456"}) {
            var data = Talk.data(summary(dome() + "_" + place + "_0a1b2c3d"));
            assertEquals("Dome", data.get("title"), place);
        }
    }

    @Test
    void whatIsNotThereIsSaid() throws IOException {
        assertTrue(Talk.text(summary("roof.md")).contains("There is no document 'roof.md' in knowledge_hub."));
    }

    /** Of a data base that can't be read nobody knows what is not in it. */
    @Test
    void aDamagedDataBaseIsNoMissingDocument() throws IOException {
        var file = hub.root().resolve("data/rag.db");
        Files.write(file, "this was a data base".repeat(500).getBytes());
        for (var more : new String[] {"-wal", "-shm"}) Files.deleteIfExists(file.resolveSibling("rag.db" + more));
        var results = new Object[] {
            Talk.text(summary("dome.md")),
            Talk.text(hub.call("delete_document", Map.of("source", "dome.md", "collection", COLLECTION))),
            hub.talk()
                    .request(
                            "resources/read", Map.of("uri", "rag://collections/" + COLLECTION + "/documents/" + dome()))
        };
        for (var said : results) {
            assertFalse(("" + said).contains("no document") || ("" + said).contains("not found"), "" + said);
            assertTrue(("" + said).contains("rag.db"), "" + said);
        }
    }
}
