package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Query;
import rag.store.ChromaServer;

@Tag("engine")
class ChromaImportTest {

    @TempDir
    Path folder;

    private String post(String below, Map<String, ?> body) throws Exception {
        var address = "http://" + ChromaServer.host()
                + "/api/v2/tenants/default_tenant/databases/default_database/collections";
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(address + below))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(Json.line(body)))
                    .build();
            var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertTrue(answer.statusCode() < 300, answer.body());
            return answer.body();
        }
    }

    private String collection() throws Exception {
        var name = "notes-" + folder.getFileName();
        var id = Json.tree(post("", Map.of("name", name))).get("id").asText();
        var records = Map.of(
                "ids", List.of("b", "a", "alone", "empty"),
                "embeddings", List.of(List.of(0.1, 1), List.of(0.2, 1), List.of(0.3, 1), List.of(0.4, 1)),
                "documents",
                        Arrays.asList(
                                "every ten days with the blue oil.",
                                "The cooling pump is lubricated every ten days with",
                                "Close the dome by hand with the crank.",
                                null),
                "metadatas",
                        Arrays.asList(
                                Map.of("source", "manuals/pump.md", "chunk_index", 1, "team", "cooling"),
                                Map.of("source", "manuals/pump.md", "chunk_index", 0, "team", "cooling"),
                                null,
                                Map.of("source", "manuals/pump.md")));
        post("/" + id + "/add", records);
        return name;
    }

    @Test
    void recordsOfOneSourceAreOneTextInTheirOrder() throws Exception {
        var name = collection();
        try (var corpus = new Corpus(folder, Map.of())) {
            var imported = new ChromaImport(corpus.engine())
                    .run("http://" + ChromaServer.host() + "/" + name, "mine", Progress.NONE);
            assertEquals(4, imported.records());
            assertEquals(List.of("empty"), imported.withoutText());
            assertEquals(2, imported.files().size());
            assertTrue(Files.readString(imported.files().getFirst())
                    .endsWith("---\nThe cooling pump is lubricated every ten days with the blue oil."));
            var request =
                    new IngestRequest("mine", imported.files(), false, false, false, Duration.ofSeconds(5), "test");
            var report = new Ingestion(corpus.engine()).run(request, Progress.NONE, () -> false);
            assertEquals(Map.of("ready", 2), report.states());
            var filter = new Filter(List.of(new Filter.Condition("team", List.of("cooling"))));
            var query = new Query("which oil for the pump", List.of("mine"), 5, null, filter, true, 0, null);
            var hits = new Search(corpus.engine()).ask(query).hits();
            assertEquals(1, hits.size());
            assertEquals("manuals/pump.md", hits.getFirst().chunk().metadata().get("original_source"));
            var again = new Ingestion(corpus.engine()).run(request, Progress.NONE, () -> false);
            assertEquals(0, again.embedded());
        }
    }

    @Test
    void whatIsNoChromaCollectionIsSaidInWords() {
        ChromaServer.host();
        try (var corpus = new Corpus(folder, Map.of())) {
            var importer = new ChromaImport(corpus.engine());
            var missing = "http://" + ChromaServer.host() + "/nothing-here";
            var none = assertThrows(Failure.class, () -> importer.run(missing, "mine", Progress.NONE));
            assertTrue(
                    none.getMessage().endsWith("has no collection 'nothing-here' in the database 'default_database'"),
                    none.getMessage());
            var wrong =
                    assertThrows(Failure.class, () -> importer.run("http://localhost:8000/", "mine", Progress.NONE));
            assertTrue(wrong.getMessage().contains("names no Chroma collection"), wrong.getMessage());
        }
    }
}
