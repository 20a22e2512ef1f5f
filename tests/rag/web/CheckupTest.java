package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Opens every page once: nothing is left out, and one that fails is named. */
class CheckupTest {

    @TempDir
    Path folder;

    private static List<String> kinds(Web web) {
        return new Checkup(web.address())
                .visit().stream()
                        .peek(visit -> assertTrue(visit.good(), visit::line))
                        .map(visit -> Checkup.kind(visit.page()))
                        .toList();
    }

    @Test
    void anEmptyStoreHasItsPagesAndWhatTheyLoad() {
        try (var web = new Web(folder)) {
            var kinds = kinds(web);
            assertTrue(
                    kinds.containsAll(List.of("/", "/data", "/queries", "/evaluation", "/assets/app.css")), "" + kinds);
        }
    }

    @Test
    void documentsTracesAndTwoQueriesSideBySideAreOpened() {
        try (var web = new Web(folder)) {
            web.corpus().write("pump.md", "# Pump\n\nThe pump is greased in April.");
            web.corpus().ingest("knowledge_hub");
            web.post("/queries/run", "query", "pump");
            web.post("/queries/run", "query", "April");
            var kinds = kinds(web);
            assertTrue(
                    kinds.containsAll(List.of("/data/2", "/queries/1", "/ingestions/1", "/queries/1/compare?trace")),
                    "" + kinds);
            assertEquals(kinds.size(), kinds.stream().distinct().count(), "one of each kind");
        }
    }

    @Test
    void aLinkThatLeadsNowhereIsAFault() {
        try (var web = new Web(folder)) {
            var visit = new Checkup(web.address()).visit("/nowhere");
            assertEquals(404, visit.status());
            assertTrue(visit.line().contains("FAILED: status 404"), visit.line());
        }
    }

    @Test
    @Timeout(20)
    void aPageThatNeverEndsIsAFault() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> exchange.sendResponseHeaders(200, 9)); // and not one byte of the nine
        server.start();
        try {
            var home = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
            var visit = new Checkup(home, Duration.ofMillis(300)).visit("/");
            assertTrue(visit.line().contains("FAILED: no answer"), visit.line());
        } finally {
            server.stop(0);
        }
    }

    @Test
    void linksAreThoseOfThisServer() {
        var page = "<a href=\"/data?a=1&amp;b=2#x\">x</a><a href=\"?page=2\"><img src=\"/assets/icon.svg\"><a"
                + " href=\"https://example.org/\">";
        assertEquals(
                List.of("/data?a=1&b=2", "/mcp?page=2", "/assets/icon.svg"),
                List.copyOf(Checkup.links("/mcp?tool=x", page)));
    }
}
