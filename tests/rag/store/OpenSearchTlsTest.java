package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Failure;
import rag.model.Filter;
import rag.store.opensearch.OpenSearchStore;

/** A node behind a server that ends TLS, with a certificate of an authority made here, and lets in who says who he is. */
@Tag("engine")
class OpenSearchTlsTest {

    private static final String BASIC =
            "Basic " + Base64.getEncoder().encodeToString("ann:pass word".getBytes(StandardCharsets.UTF_8));
    private static final String KEY = "ApiKey aGVsbG86d29ybGQ=";

    @TempDir
    static Path folder;

    private static OpenSearchNodes nodes;
    private static HttpsServer server;
    private static HttpClient client;

    @BeforeAll
    static void start() throws Exception {
        nodes = OpenSearchNodes.shared();
        keytool("-genkeypair", "-alias", "ca", "-dname", "CN=Made here", "-ext", "bc:c", "-keystore", "ca.p12");
        keytool("-genkeypair", "-alias", "host", "-dname", "CN=search", "-keystore", "host.p12");
        keytool("-certreq", "-alias", "host", "-file", "host.csr", "-keystore", "host.p12");
        keytool(
                "-gencert",
                "-alias",
                "ca",
                "-rfc",
                "-infile",
                "host.csr",
                "-outfile",
                "host.pem",
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                "ca.p12");
        keytool("-exportcert", "-alias", "ca", "-rfc", "-file", "ca.pem", "-keystore", "ca.p12");
        keytool("-importcert", "-alias", "ca", "-noprompt", "-file", "ca.pem", "-keystore", "host.p12");
        keytool("-importcert", "-alias", "host", "-noprompt", "-file", "host.pem", "-keystore", "host.p12");
        client = HttpClient.newHttpClient();
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(certified()));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", OpenSearchTlsTest::pass);
        server.start();
    }

    @AfterAll
    static void stop() throws Exception {
        if (server == null) return;
        server.stop(0);
        client.close();
        nodes.clear("tls");
    }

    private static void keytool(String... arguments) throws Exception {
        var command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/keytool"));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", "changeit", "-storetype", "PKCS12"));
        if (arguments[0].equals("-genkeypair")) command.addAll(List.of("-keyalg", "EC", "-validity", "2"));
        var process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
    }

    private static SSLContext certified() throws Exception {
        var password = "changeit".toCharArray();
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(KeyStore.getInstance(folder.resolve("host.p12").toFile(), password), password);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private static void pass(HttpExchange exchange) throws IOException {
        var who = exchange.getRequestHeaders().getFirst("Authorization");
        var body = exchange.getRequestBody().readAllBytes();
        if (!BASIC.equals(who) && !KEY.equals(who)) {
            exchange.sendResponseHeaders(401, -1);
            exchange.close();
            return;
        }
        var type = exchange.getRequestHeaders().getFirst("Content-Type");
        var request = HttpRequest.newBuilder(
                        URI.create("http://" + nodes.hosts().getFirst() + exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        if (type != null) request.header("Content-Type", type);
        try {
            var answer = client.send(request.build(), BodyHandlers.ofByteArray());
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            throw new IOException(e);
        } finally {
            exchange.close();
        }
    }

    private static OpenSearchStore store(Map<String, Object> access) {
        var host = "https://127.0.0.1:" + server.getAddress().getPort();
        return new OpenSearchStore(
                nodes.settings("tls").with(Map.of("hosts", List.of(host))).with(access));
    }

    private static String pem() {
        return folder.resolve("ca.pem").toString();
    }

    @Test
    void chunks_are_written_and_found_by_user_and_password_and_by_a_key() throws Exception {
        try (var store = store(Map.of("ca_file", pem(), "user", "ann", "password", "pass word"))) {
            Samples.write(store, "c", "apple", "pear");
        }
        try (var store = store(Map.of("ca_file", pem(), "api_key", KEY.substring(7)));
                var reader = store.reader(List.of("c"))) {
            var found = reader.sparse("pear", Filter.NONE, 10).candidates();
            assertEquals(
                    "pear",
                    reader.chunks(List.of(found.getFirst().id())).getFirst().text());
        }
    }

    @Test
    void what_is_wrong_with_a_certificate_or_a_password_is_told_without_the_password() throws Exception {
        var unknown = assertThrows(Failure.class, () -> store(Map.of("user", "ann", "password", "pass word")))
                .getMessage();
        assertTrue(
                unknown.contains("no certificate that is trusted here") && unknown.contains("vector_store.ca_file"),
                unknown);
        var wrong = assertThrows(
                        Failure.class, () -> store(Map.of("ca_file", pem(), "user", "ann", "password", "another-one")))
                .getMessage();
        assertTrue(wrong.contains("set vector_store.user and password, or api_key"), wrong);
        assertFalse(wrong.contains("another-one"), wrong);
        var empty = Files.writeString(folder.resolve("empty.pem"), "");
        var none = assertThrows(Failure.class, () -> store(Map.of("ca_file", empty.toString())))
                .getMessage();
        assertEquals("vector_store.ca_file: " + empty + " holds no certificates (PEM)", none);
        var missing = folder.resolve("missing.pem");
        assertTrue(assertThrows(Failure.class, () -> store(Map.of("ca_file", missing.toString())))
                .getMessage()
                .startsWith("vector_store.ca_file: " + missing + " can't be read"));
    }
}
