package rag.embed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import rag.model.Failure;

@Timeout(20)
class DownloadTest {

    /** Of "0123456789", from coreutils. */
    private static final String SHA256_OF_TEN_DIGITS =
            "84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882";

    @TempDir
    private Path folder;

    @Test
    void aBodyThatStandsStillIsEndedAndTakenUpAgain() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var ranges = new CopyOnWriteArrayList<String>();
        var over = new CountDownLatch(1);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            var range = exchange.getRequestHeaders().getFirst("Range");
            ranges.add("" + range);
            boolean first = range == null;
            exchange.sendResponseHeaders(first ? 200 : 206, first ? 10 : 6);
            exchange.getResponseBody().write((first ? "0123" : "456789").getBytes());
            exchange.getResponseBody().flush();
            try {
                if (first) over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        server.start();
        try (var client = HttpClient.newHttpClient()) {
            var target = folder.resolve("model.onnx");
            var from = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/model.onnx");
            var file = new Download.File("model.onnx", 10, "", "");
            long start = System.nanoTime();
            new Download(client, from, file, target, "tiny", Duration.ofSeconds(2)).run();

            assertEquals("0123456789", Files.readString(target));
            assertEquals("bytes=4-", ranges.getLast());
            assertTrue(System.nanoTime() - start > 2_000_000_000, "gave up too early");
        } finally {
            over.countDown();
            server.stop(0);
        }
    }

    /** What an earlier process had of it is not fetched again, and what it had of something else is found out. */
    @ParameterizedTest
    @CsvSource({"0123, true", "9999, false"})
    void whatAnEarlierProcessLeftIsGoneOnWithAndChecked(String left, boolean right) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var ranges = new CopyOnWriteArrayList<String>();
        server.createContext("/", exchange -> {
            ranges.add("" + exchange.getRequestHeaders().getFirst("Range"));
            exchange.sendResponseHeaders(206, 6);
            exchange.getResponseBody().write("456789".getBytes());
            exchange.close();
        });
        server.start();
        try (var client = HttpClient.newHttpClient()) {
            var target = folder.resolve("model.onnx");
            var part = Files.writeString(folder.resolve("model.onnx.part"), left);
            var from = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/model.onnx");
            var file = new Download.File("model.onnx", 10, SHA256_OF_TEN_DIGITS, "");
            var download = new Download(client, from, file, target, "tiny", Duration.ofSeconds(5));
            if (right) download.run();
            else
                assertTrue(
                        assertThrows(Failure.class, download::run).getMessage().contains("not what the hub lists"));
            assertEquals(List.of("bytes=4-"), ranges);
            assertEquals(right, Files.exists(target));
            assertFalse(Files.exists(part));
        } finally {
            server.stop(0);
        }
    }
}
