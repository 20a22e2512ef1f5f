package rag.embed;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.absent;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.notFound;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tomakehurst.wiremock.WireMockServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;
import rag.config.Settings;
import rag.model.Failure;
import rag.model.Ids;

/** A hub on this machine that has one model. */
@Timeout(60)
class ModelHubTest {

    private static final String NAME = "somebody/tiny";

    private final WireMockServer server =
            new WireMockServer(wireMockConfig().dynamicPort().bindAddress("127.0.0.1"));

    private String address = "";

    @TempDir
    private Path cache;

    @TempDir
    private Path original;

    @BeforeEach
    void hub() throws Exception {
        server.start();
        address = server.baseUrl();
        server.stubFor(any(anyUrl()).willReturn(notFound()));
        TinyModel.write(original);
        Files.writeString(original.resolve("README.md"), "not wanted");
        Files.writeString(original.resolve("pytorch_model.bin"), "not wanted");
        Files.writeString(original.resolve("onnx/model_O3.onnx"), "not wanted");
        Files.writeString(original.resolve("onnx/model.onnx_data"), "weights beside the encoder");
        var siblings = new ArrayList<Object>();
        try (var files = Files.walk(original)) {
            for (var file : files.filter(Files::isRegularFile).toList()) siblings.add(listed(file));
        }
        server.stubFor(get(urlPathEqualTo("/api/models/" + NAME + "/revision/main"))
                .willReturn(aResponse().withBody(Json.line(Map.of("sha", "abc123", "siblings", siblings)))));
    }

    private Object listed(Path file) throws Exception {
        var name = original.relativize(file).toString();
        var bytes = Files.readAllBytes(file);
        server.stubFor(get(urlPathEqualTo("/" + NAME + "/resolve/abc123/" + name))
                .willReturn(aResponse().withBody(bytes)));
        if (name.contains("onnx/")) {
            return Map.of("rfilename", name, "size", bytes.length, "lfs", Map.of("sha256", Ids.sha256(bytes)));
        }
        var git = MessageDigest.getInstance("SHA-1");
        git.update(("blob " + bytes.length + "\0").getBytes());
        return Map.of(
                "rfilename",
                name,
                "size",
                bytes.length,
                "blobId",
                HexFormat.of().formatHex(git.digest(bytes)));
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    private Embedder open(String name) {
        var settings = new Settings.Embedding("local", name, "", "", "", null, null, "", "", address, 30, 2);
        return Embedders.open(settings, cache);
    }

    private Path kept(String file) {
        return cache.resolve("models/somebody--tiny").resolve(file);
    }

    private List<String> asked() {
        return server.getAllServeEvents().stream()
                .map(event -> event.getRequest().getUrl().replaceFirst(".*/abc123/", ""))
                .toList();
    }

    @Test
    void aModelIsFetchedOnceWithWhatItNeedsAndUsedWithoutTheHubFromThenOn() throws IOException {
        try (var embedder = open(NAME)) {
            assertArrayEquals(Vectors.unit(new float[] {4, 4, 1}, ""), embedder.query("red blue"), 1e-6f);
        }
        assertTrue(Files.isRegularFile(kept("onnx/model.onnx_data")));
        assertFalse(asked().stream().anyMatch(url -> url.matches("README.md|pytorch_model.bin|onnx/model_O3.onnx")));
        server.stop();
        try (var embedder = open(NAME)) {
            assertEquals(NAME, embedder.model().name());
        }
    }

    @Test
    void aFileThatBreaksOffIsTakenUpAgainWhereItBroke() throws IOException {
        var whole = Files.readAllBytes(original.resolve("onnx/model.onnx"));
        var url = "/" + NAME + "/resolve/abc123/onnx/model.onnx";
        Files.createDirectories(kept("onnx"));
        Files.write(kept("onnx/model.onnx.part"), Arrays.copyOf(whole, 100));
        server.stubFor(get(urlPathEqualTo(url))
                .withHeader("Range", absent())
                .willReturn(aResponse().withStatus(500)));
        server.stubFor(get(urlPathEqualTo(url))
                .withHeader("Range", equalTo("bytes=100-"))
                .willReturn(aResponse().withStatus(206).withBody(Arrays.copyOfRange(whole, 100, 150))));
        server.stubFor(get(urlPathEqualTo(url))
                .withHeader("Range", equalTo("bytes=150-"))
                .willReturn(aResponse().withStatus(206).withBody(Arrays.copyOfRange(whole, 150, whole.length))));
        open(NAME).close();
        assertArrayEquals(whole, Files.readAllBytes(kept("onnx/model.onnx")));
    }

    @Test
    void aServerThatKnowsNoRangesSendsItAnew() throws IOException {
        Files.createDirectories(kept("onnx"));
        Files.writeString(kept("onnx/model.onnx.part"), "half");
        open(NAME).close();
        assertArrayEquals(
                Files.readAllBytes(original.resolve("onnx/model.onnx")), Files.readAllBytes(kept("onnx/model.onnx")));
    }

    @Test
    void aFileOfTheRightLengthAndOtherContentIsRefusedAndNotKept() throws IOException {
        for (var file : List.of("onnx/model.onnx", "config.json")) {
            var wrong = Files.readAllBytes(original.resolve(file));
            wrong[wrong.length - 1] ^= 1;
            server.stubFor(get(urlPathEqualTo("/" + NAME + "/resolve/abc123/" + file))
                    .willReturn(aResponse().withBody(wrong)));
            var failure = assertThrows(Failure.class, () -> open(NAME));
            assertTrue(failure.getMessage().contains("not what the hub lists"), failure.getMessage());
            assertFalse(Files.exists(kept(file)));
            assertFalse(Files.exists(kept(file + ".part")));
            server.stubFor(get(urlPathEqualTo("/" + NAME + "/resolve/abc123/" + file))
                    .willReturn(aResponse().withBody(Files.readAllBytes(original.resolve(file)))));
        }
        open(NAME).close();
    }

    @Test
    void aModelThatIsNotThereOrHasNoExportIsSaid() {
        assertTrue(assertThrows(Failure.class, () -> open("somebody/other"))
                .getMessage()
                .contains("somebody/other (404)"));
        server.stubFor(get(urlPathEqualTo("/api/models/" + NAME + "/revision/main"))
                .willReturn(aResponse()
                        .withBody("{\"sha\":\"abc123\",\"siblings\":[{\"rfilename\":\"model.safetensors\"}]}")));
        assertTrue(assertThrows(Failure.class, () -> open(NAME)).getMessage().contains("no ONNX export"));
        server.stop();
        assertTrue(assertThrows(Failure.class, () -> open(NAME)).getMessage().contains("can't be reached"));
    }

    @Test
    void aNameThatIsNoneIsRefusedWithWhatThereIs() {
        for (var name : List.of("bge-huge", "../../etc/passwd", "/no/such/folder", "a/b/c", "somebody/..")) {
            var failure = assertThrows(Failure.class, () -> open(name));
            assertTrue(failure.getMessage().contains("bge-small-en-v1.5"), failure.getMessage());
        }
        assertEquals(0, server.getAllServeEvents().size());
    }
}
