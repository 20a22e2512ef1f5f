package rag.mcp;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.containing;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;
import rag.config.SettingsLoader;
import rag.engine.Engine;
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

    @Test
    void aDataFolderThatIsNotThereIsSaid() {
        assertEquals(Optional.empty(), ClientConfig.lack(folder));
        var said = ClientConfig.lack(folder.resolve("data")).orElseThrow();
        assertTrue(said.endsWith("./jbang ingest.java --data " + folder + "/data --path FOLDER"), said);
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

    private List<Finding> withModels(WireMockServer server, String... settings) throws IOException {
        var all = new HashMap<>(Map.of(
                "data", folder.resolve("data").toString(),
                "llm.provider", "openai",
                "llm.model", "m",
                "llm.base_url", server.baseUrl() + "/v1",
                "llm.api_key", "sk-a-secret-key-0123456789",
                "llm.retries", "0",
                "vision_llm.enabled", "true",
                "vision_llm.provider", "openai",
                "vision_llm.model", "v",
                "vision_llm.base_url", server.baseUrl() + "/seen"));
        all.putAll(Map.of(
                "vision_llm.api_key", "sk-a-secret-key-0123456789",
                "vision_llm.retries", "0",
                "rerank.enabled", "true",
                "rerank.provider", "cohere",
                "rerank.base_url", server.baseUrl(),
                "rerank.api_key", "co-a-secret-key-0123456789"));
        for (int i = 0; i < settings.length; i += 2) all.put(settings[i], settings[i + 1]);
        try (var engine = new Engine(SettingsLoader.load(null, Map.of(), all), Clock.systemUTC())) {
            return Doctor.examine(engine, "", env, folder);
        }
    }

    private static ResponseDefinitionBuilder says(String word) {
        return okJson("{\"id\": \"x\", \"object\": \"chat.completion\", \"created\": 1, \"model\": \"m\", \"choices\":"
                + " [{\"index\": 0, \"finish_reason\": \"stop\", \"message\": {\"role\": \"assistant\", \"content\": \""
                + word + "\"}}]}");
    }

    @Test
    void everyModelThatIsSetGetsARealCall() throws IOException {
        var server = new WireMockServer(options().dynamicPort());
        server.start();
        try {
            server.stubFor(post(urlEqualTo("/v1/chat/completions")).willReturn(says("yes")));
            server.stubFor(post(urlEqualTo("/seen/chat/completions")).willReturn(says("red")));
            server.stubFor(post(urlEqualTo("/v2/rerank"))
                    .willReturn(okJson("{\"results\": [{\"index\": 0, \"relevance_score\": 0.9}]}")));
            var good = withModels(server);
            assertTrue(of(good, "language model").says().startsWith("openai/m answered in "), "" + good);
            assertTrue(of(good, "vision model").says().startsWith("openai/v answered in "), "" + good);
            assertTrue(of(good, "reranker").says().startsWith("cohere/rerank-v3.5 answered in "), "" + good);
            server.verify(
                    1,
                    postRequestedFor(urlEqualTo("/seen/chat/completions"))
                            .withRequestBody(containing("data:image/png;base64,")));
            server.verify(1, postRequestedFor(urlEqualTo("/v2/rerank")));

            var byChat = withModels(server, "rerank.provider", "llm");
            assertTrue(
                    of(byChat, "reranker").says().contains("in prose"), // "yes" is no list of grades
                    "" + of(byChat, "reranker"));

            for (var path : List.of("/v1/chat/completions", "/seen/chat/completions", "/v2/rerank"))
                server.stubFor(post(urlEqualTo(path))
                        .willReturn(aResponse().withStatus(401).withBody("no")));
            var bad = withModels(server);
            for (var what : List.of("language model", "vision model", "reranker")) {
                var finding = of(bad, what);
                assertEquals(Health.BROKEN, finding.health(), "" + finding);
                assertTrue(finding.says().contains("401"), "" + finding);
                assertFalse(finding.toString().contains("secret"), "" + finding);
            }
            assertTrue(of(bad, "vision model").mend().contains("vision_llm.provider"), "" + bad);
            assertTrue(of(bad, "reranker").mend().contains("rerank.provider"), "" + bad);
        } finally {
            server.stop();
        }
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
