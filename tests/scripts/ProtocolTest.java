package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The protocol as others see it: the official conformance suites, Inspector, and TypeScript clients. */
@Tag("protocol")
class ProtocolTest {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String TOKEN = "s3cret";

    @TempDir
    static @Nullable Path folder;

    /** mcp_server.java over HTTP. */
    private static @Nullable Process server;

    private static String url = "";

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Node.needed();
        var ingested = Script.of("ingest").run("--data", data(), "examples/documents/incidents");
        assertEquals(0, ingested.code(), ingested.err());
        for (var domain : new String[][] {{"admissions", "admissions"}, {"service_manuals", "service-manuals"}}) {
            var manifest = "examples/" + domain[1] + "/manifest.jsonl";
            var given = Script.of("ingest").run("--data", data(), "--domain", domain[0], "--manifest", manifest);
            assertEquals(0, given.code(), given.err());
        }
        server = Script.of("mcp_server").start("--data", data(), "--http", "0", "--token", TOKEN);
        url = lineWith("Serving at ", server.errorReader(StandardCharsets.UTF_8));
    }

    @AfterAll
    static void stop() {
        if (server != null) server.destroy();
    }

    private static Path data() {
        return Objects.requireNonNull(folder).resolve("data");
    }

    /** What follows these words in the first line that has them; the rest is read and forgotten. */
    private static String lineWith(String words, BufferedReader reader) throws IOException {
        for (var line = reader.readLine(); line != null; line = reader.readLine()) {
            if (!line.contains(words)) continue;
            Thread.ofVirtual().start(() -> reader.lines().forEach(ignored -> {}));
            return line.substring(line.indexOf(words) + words.length());
        }
        throw new IOException("the server has ended");
    }

    // ---- The official suites, against the fixtures they ask for ----

    @ParameterizedTest
    @CsvSource({
        "conformance, --suite, all",
        "conformance-next, --requirements, 2025-11-25",
        "conformance-next, --requirements, 2026-07-28",
    })
    void everyRequiredScenarioPasses(String suite, String option, String value) throws Exception {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var fixtures = new ProcessBuilder(
                        java.toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "rag.mcp.wire.FixtureServer",
                        "http")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            var port = fixtures.inputReader().readLine();
            var result = Node.program(
                            suite + "/dist/index.js",
                            "server",
                            "--url",
                            "http://localhost:" + port + "/mcp",
                            option,
                            value,
                            "-o",
                            Objects.requireNonNull(folder)
                                    .resolve(suite + value)
                                    .toString())
                    .limit(LIMIT)
                    .run();
            var summary = result.out().substring(Math.max(0, result.out().indexOf("=== SUMMARY")));
            assertEquals(0, result.code(), summary + result.err());
            // Its exit code leaves out what a revision does not require; of that only the tasks extension is missing.
            var others = summary.lines()
                    .filter(line -> line.startsWith("✗") && !line.startsWith("✗ tasks-"))
                    .toList();
            assertEquals(List.of(), others);
            assertTrue(summary.contains("passed"), summary);
        } finally {
            fixtures.destroy();
        }
    }

    // ---- The product ----

    static Stream<Arguments> everyWay() {
        return Stream.of("legacy", "auto", "modern")
                .flatMap(era -> Stream.of(
                        Arguments.of(era, "stdio", "read"),
                        Arguments.of(era, "stdio", "admin"),
                        Arguments.of(era, "http", "read")));
    }

    @ParameterizedTest
    @MethodSource("everyWay")
    void inspectorFindsNothingToSayOfTheTools(String era, String transport, String tools) throws Exception {
        var result = inspector(era, transport, tools, "--method", "tools/list", "--strict");
        assertEquals(0, result.code(), result.out() + result.err());
        assertTrue(result.out().contains("query_knowledge_hub"), result.out());
        assertEquals(tools.equals("admin"), result.out().contains("delete_document"), result.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"stdio", "http"})
    void inspectorCallsAToolAndSeesAnError(String transport) throws Exception {
        var call = List.of("--method", "tools/call", "--tool-name", "query_knowledge_hub", "--tool-args-json");
        var good = inspector(
                "auto",
                transport,
                "read",
                Stream.concat(call.stream(), Stream.of("{\"query\":\"shutter\"}"))
                        .toArray(String[]::new));
        assertEquals(0, good.code(), good.out() + good.err());
        var bad = inspector(
                "auto",
                transport,
                "read",
                Stream.concat(call.stream(), Stream.of("{\"query\":\"\"}")).toArray(String[]::new));
        assertEquals(5, bad.code(), bad.out() + bad.err());
    }

    @Test
    void withoutTheTokenThereIsNothing() throws Exception {
        var result = Node.program(
                        "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
                        "--cli",
                        "--server-url",
                        url,
                        "--transport",
                        "http",
                        "--method",
                        "tools/list",
                        "-q")
                .limit(LIMIT)
                .run();
        assertFalse(result.code() == 0 || result.out().contains("query_knowledge_hub"), result.out());
    }

    private static Script.Result inspector(String era, String transport, String tools, String... more)
            throws Exception {
        var arguments = new ArrayList<String>(List.of("--cli"));
        if (transport.equals("http")) {
            arguments.addAll(List.of("--server-url", url, "--transport", "http"));
            arguments.addAll(List.of("--header", "Authorization: Bearer " + TOKEN));
        } else {
            arguments.addAll(Script.of("mcp_server").command());
            arguments.addAll(List.of("--data", data().toString(), "--tools", tools));
        }
        arguments.addAll(List.of(more));
        arguments.addAll(List.of("--protocol-era", era, "--connect-timeout", "60000", "-q", "--format", "json"));
        return Node.program(
                        "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
                        arguments.toArray(String[]::new))
                .limit(LIMIT)
                .run();
    }

    @ParameterizedTest
    @CsvSource({
        "v1, stdio",
        "legacy, stdio",
        "auto, stdio",
        "modern, stdio",
        "v1, http",
        "legacy, http",
        "auto, http",
        "modern, http"
    })
    void theOfficialClientsUseEverything(String client, String transport) throws Exception {
        var arguments = new ArrayList<String>(List.of(client, transport));
        if (transport.equals("http")) {
            arguments.addAll(List.of(url, TOKEN));
        } else {
            arguments.addAll(Script.of("mcp_server").command());
            arguments.addAll(List.of("--data", data().toString()));
        }
        var result = Node.own("client.mjs", arguments.toArray(String[]::new))
                .limit(LIMIT)
                .run();
        assertEquals(0, result.code(), result.out() + result.err());
        assertTrue(result.out().contains("ok   no protocol errors"), result.out());
    }
}
