package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;

/** dashboard.java as a process: what it prints, and that its pages and libraries are built in. */
@Tag("process")
class DashboardTest {

    @TempDir
    Path folder;

    @Test
    void itPrintsItsAddressAndServesItsPages() throws Exception {
        var process = Script.of("dashboard").start("--data", folder, "--port", "0", "--json");
        try (var out = process.inputReader();
                var client = HttpClient.newHttpClient()) {
            var home = URI.create(Json.tree(out.readLine()).get("url").asText());
            for (var path : new String[] {
                "/", "/queries", "/evaluation", "/mcp", "/assets/pico.css", "/assets/htmx.js", "/assets/sse.js"
            }) {
                var request = HttpRequest.newBuilder(home.resolve(path)).build();
                var answer = client.send(request, BodyHandlers.ofString());
                assertEquals(200, answer.statusCode(), path + "\n" + answer.body());
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
        try (var left = Files.list(folder)) {
            assertEquals(0, left.filter(file -> !file.endsWith("logs")).count(), "a look makes nothing");
        }
    }

    @Test
    void everyPageIsOpenedOnce() throws Exception {
        var result =
                Script.of("dashboard").run("--data", folder, "--check", "--bring-in", "examples/documents/incidents");
        assertEquals(0, result.code(), result.err());
        for (var page : new String[] {"/data/knowledge_hub/doc_", "/queries/compare?", "/assets/htmx.js"}) {
            assertTrue(result.out().contains(page), result.out());
        }
        assertEquals(
                2,
                Script.of("dashboard").run("--data", folder, "--bring-in", "x").code());
    }

    @Test
    void aTakenPortIsSaidInWords() throws Exception {
        try (var other = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            var result = Script.of("dashboard").run("--data", folder, "--port", other.getLocalPort());
            assertEquals(2, result.code());
            assertTrue(result.err().replaceAll("\\s+", " ").contains("choose another with --port"), result.err());
        }
    }
}
