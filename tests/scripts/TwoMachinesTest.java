package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;
import rag.store.PostgresServer;

/** Two data folders, as of two machines, with one PostgreSQL for chunks and ledger: nothing but settings is local. */
@Tag("process")
@Tag("engine")
class TwoMachinesTest {

    private static final String SETTINGS = """
        vector_store: {provider: pgvector, hosts: ["%1$s"], user: postgres, namespace: two_machines}
        ledger: {url: "postgresql://%1$s/postgres", user: postgres, schema: two_machines_ledger}
        """;

    @TempDir
    Path folder;

    private Path settings = Path.of("");

    @BeforeEach
    void settings() throws Exception {
        settings = Files.writeString(folder.resolve("settings.yaml"), SETTINGS.formatted(PostgresServer.host()));
    }

    private Script.Result run(String script, String machine, String input, Object... arguments) throws Exception {
        var all = new java.util.ArrayList<Object>(List.of("--config", settings, "--data", folder.resolve(machine)));
        all.addAll(List.of(arguments));
        var result = Script.of(script).input(input).run(all.toArray());
        assertEquals(0, result.code(), result.err());
        return result;
    }

    @Test
    void whatOneMachineIngestsAnotherFindsListsShowsAndDoesNotIngestAgain() throws Exception {
        run("ingest", "first", "", "--path", "examples/documents");

        var answer =
                Json.tree(run("query", "second", "", "--json", "Why did the dome shutter stop at 61 % in June 2024?")
                        .out());
        var hit = answer.at("/hits/0/chunk");
        assertTrue(hit.path("source").asText().endsWith("incidents/IR-2024-007-shutter.docx"), hit.toString());

        var again = Json.tree(run("ingest", "second", "", "--json", "--path", "examples/documents")
                .out());
        assertEquals(32, again.at("/counts/unchanged").asInt(), again.toString());

        var image = answer.at("/hits")
                .valueStream()
                .flatMap(each -> each.at("/chunk/images").valueStream())
                .findFirst()
                .orElseThrow()
                .asText();
        assertFalse(Files.exists(folder.resolve("second/images")), "the pictures' files are the first machine's");
        var shown = run("mcp_server", "second", frames(image)).out();
        assertTrue(shown.contains("\"type\":\"image\"") && shown.contains("image/png"), shown);
    }

    private static String frames(String image) {
        var start = Map.of(
                "protocolVersion",
                "2025-11-25",
                "capabilities",
                Map.of(),
                "clientInfo",
                Map.of("name", "test", "version", "1"));
        return frame(Map.of("jsonrpc", "2.0", "id", 1, "method", "initialize", "params", start))
                + frame(Map.of("jsonrpc", "2.0", "method", "notifications/initialized"))
                + frame(Map.of(
                        "jsonrpc",
                        "2.0",
                        "id",
                        2,
                        "method",
                        "tools/call",
                        "params",
                        Map.of("name", "get_image", "arguments", Map.of("image_id", image))));
    }

    private static String frame(Map<String, Object> message) {
        return Json.line(message) + "\n";
    }
}
