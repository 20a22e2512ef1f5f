package rag.embed;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class DownloadTest {

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
}
