package rag.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;
import rag.mcp.Finding.Health;
import rag.model.Failure;

/** The configuration that is printed for clients, and the examination of a set-up. */
class SetUpTest {

    @TempDir
    Path folder;

    private Path launcher;
    private Map<String, String> env;

    @BeforeEach
    void install() throws IOException {
        folder = folder.toRealPath();
        var program = Files.createDirectories(folder.resolve("the hub"));
        launcher = Files.writeString(program.resolve("jbang"), "#!/bin/sh\n");
        assertTrue(launcher.toFile().setExecutable(true));
        Files.writeString(program.resolve("mcp_server.java"), "");
        env = Map.of("RAG_LAUNCHER", launcher.toString(), "HOME", folder.toString());
    }

    private ClientConfig config() {
        return ClientConfig.of(env, folder, Path.of("my.yaml"), Path.of("data"), true);
    }

    @Test
    void pathsAreAbsoluteAndTheBlockIsWhatEachClientReads() throws IOException {
        var claude = Json.tree(config().text("claude")).path("mcpServers").path("knowledge-hub");
        assertEquals(launcher.toString(), claude.path("command").asText());
        assertEquals(
                "[\"%1$s/the hub/mcp_server.java\",\"--config\",\"%1$s/my.yaml\",\"--data\",\"%1$s/data\",\"--tools\",\"admin\"]"
                        .formatted(folder),
                claude.path("args").toString());
        assertEquals(
                System.getProperty("java.home"),
                claude.path("env").path("JAVA_HOME").asText());
        assertEquals(config().text("claude"), config().text("Cursor"));
        var vscode = Json.tree(config().text("vscode")).path("servers").path("knowledge-hub");
        assertEquals("stdio", vscode.path("type").asText());
        assertEquals(
                "claude mcp add --scope user knowledge-hub --env JAVA_HOME=%2$s -- '%1$s/the hub/jbang' '%1$s/the hub/mcp_server.java' --config %1$s/my.yaml --data %1$s/data --tools admin"
                        .formatted(folder, System.getProperty("java.home")),
                config().text("claude-code"));
    }

    @Test
    void anUnknownClientAndAnUnknownPlaceAreNamed() {
        var client = assertThrows(Failure.class, () -> config().text("claud"));
        assertTrue(client.getMessage().contains("did you mean claude?"), client.getMessage());
        var place = assertThrows(Failure.class, () -> ClientConfig.of(Map.of(), folder, null, Path.of("data"), false));
        assertTrue(place.getMessage().contains("./jbang mcp_server.java"), place.getMessage());
    }

    private List<Finding> examined() throws IOException {
        try (var engine = HubFixture.engine(folder)) {
            return Doctor.examine(engine, folder.resolve("settings.yaml").toString(), env, folder);
        }
    }

    private static Finding of(List<Finding> findings, String what) {
        return findings.stream().filter(f -> f.what().equals(what)).findFirst().orElseThrow();
    }

    @Test
    void anEmptySetUpWorksAndIsToldWhatToDoNext() throws IOException {
        var findings = examined();
        assertEquals(0, Finding.exitCode(findings), "" + findings);
        assertEquals(Health.OK, of(findings, "Java").health());
        assertEquals(Health.WARNING, of(findings, "data folder").health());
        assertTrue(of(findings, "collections").mend().contains("ingest.java --path"));
        assertTrue(
                of(findings, "embedding").says().contains("384 dimensions"),
                of(findings, "embedding").says());
        assertEquals(Health.WARNING, of(findings, "roots").health(), "the folder docs is not there");
        assertTrue(of(findings, "clients").mend().contains("--print-config"));
        assertTrue(Files.notExists(folder.resolve("data")), "it made something");
    }

    @Test
    void collectionsAndTheirModelsAreTriedAndAClientThatNamesALostPathIsBroken() throws IOException {
        try (var engine = HubFixture.engine(folder)) {
            Files.createDirectories(folder.resolve("docs"));
            Files.writeString(folder.resolve("docs/a.md"), "# A\n\nThe pump needs oil.");
            Files.writeString(folder.resolve("docs/empty.md"), "");
            HubFixture.ingest(engine, folder.resolve("docs"), "knowledge_hub");
        }
        Files.createDirectories(folder.resolve(".cursor"));
        Files.writeString(folder.resolve(".cursor/mcp.json"), config().text("cursor"));
        var good = examined();
        assertEquals(
                Health.OK, of(good, "clients").health(), of(good, "clients").says());
        assertEquals(Health.WARNING, of(good, "collection").health());
        assertTrue(
                of(good, "collection").says().contains("1 of them not or not wholly readable"),
                "" + of(good, "collection"));
        assertTrue(of(good, "embedding").says().startsWith("knowledge_hub by local/bge-small-en-v1.5"));

        Files.delete(launcher);
        var bad = examined();
        assertEquals(Health.BROKEN, of(bad, "clients").health());
        assertEquals(1, Finding.exitCode(bad));
        assertTrue(
                of(bad, "clients").lines().getLast().contains("→ "),
                "" + of(bad, "clients").lines());
    }
}
