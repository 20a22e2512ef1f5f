package rag.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Settings;
import rag.trace.Trace;

class ScribeTest {

    private static final int TRACES = 60;

    @TempDir
    Path folder;

    @Test
    void aSlowCollectorKeepsNothingFromTheLogAndTheProcessNotForLong() throws Exception {
        var came = new AtomicInteger();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            came.incrementAndGet();
            try {
                Thread.sleep(500);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try {
            var log = folder.resolve("traces.jsonl");
            var collector = "http://127.0.0.1:" + server.getAddress().getPort();
            var scribe = new Scribe(new Settings.Observability("INFO", true, log, "none", 50, collector));
            for (int i = 0; i < TRACES; i++) scribe.write(new Trace(Trace.Type.QUERY, Clock.systemUTC()));
            for (int i = 0; i < 100 && (Files.notExists(log) || lines(log) < TRACES); i++) Thread.sleep(20);
            assertEquals(TRACES, lines(log), "within two seconds, though sending takes thirty");
            long start = System.nanoTime();
            scribe.close();
            assertTrue(System.nanoTime() - start < 8e9);
            assertTrue(came.get() > 3 && came.get() < TRACES, came + " were sent");
        } finally {
            server.stop(0);
        }
    }

    private static long lines(Path file) throws Exception {
        try (var lines = Files.lines(file)) {
            return lines.count();
        }
    }
}
