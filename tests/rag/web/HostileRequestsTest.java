package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What no browser sends of itself, and what other programs write into the data folder. */
class HostileRequestsTest extends WithWeb {

    private String own() {
        return "Host: localhost:" + web.address().getPort();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/queries?text=%", "/data?collection=%zz", "/mcp?any=%", "/evaluation?x=%u0041", "/?said=%4"})
    void anAddressThatCannotBeDecodedIsTheMistakeOfWhoeverAsks(String path) {
        assertEquals(400, web.status("GET", path, own()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost.", "localhost.:8501", "127.1", "[::ffff:127.0.0.1]", "localhost%00", "0.0.0.0"})
    void namesThatOnlyLookLikeOursAreNone(String host) {
        assertEquals(403, web.status("GET", "/", "Host: " + host));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "file://", "http://localhost", "http://localhost.:%d", "https://localhost:%d"})
    void originsThatAreNotThisServerChangeNothing(String origin) {
        var sent = "Origin: " + origin.formatted(web.address().getPort());
        var answer = web.answer("POST", "/ingest/cancel", own(), sent);
        assertTrue(answer.startsWith("HTTP/1.1 403 "), answer);
        assertTrue(answer.contains("A page of another site"), "it was refused for its token alone: " + answer);
    }

    @ParameterizedTest
    @CsvSource({"/ingest/folder, path", "/ingest/again, source"})
    void aPathThatCanBeNoneIsSaidInWords(String form, String field) {
        var answer = web.post(form, field, "a\0b");
        assertEquals(400, answer.statusCode(), answer.body());
        assertTrue(answer.body().contains("no file can be called"), answer.body());
    }

    @Test
    void nothingIsIngestedAgainThatNobodyNamed() {
        assertEquals(400, web.post("/ingest/again", "source", " ").statusCode());
        assertFalse(web.page("/ingest").contains("job_"));
    }

    @ParameterizedTest
    @CsvSource({
        "nul.tar.md, _nul.tar.md",
        "AUX .md, _AUX .md",
        "COM\u00b9.md, _COM\u00b9.md",
        "con, _con",
        "console.md, console.md",
        "..\\..\\x.md, x.md",
    })
    void aDeviceOfWindowsIsNoName(String given, String kept) {
        assertEquals(kept, Uploads.name(given));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "\u5929", "\ud83d\ude00", "\ud842\udfb7"})
    void aLongNameFitsIntoAFileSystemWhateverItsLetters(String letter) {
        var name = Uploads.name(letter.repeat(300) + ".md");
        var bytes = name.getBytes(StandardCharsets.UTF_8);
        assertTrue(name.endsWith(".md") && bytes.length > 100 && bytes.length <= 140, name);
        assertEquals(name, new String(bytes, StandardCharsets.UTF_8), "a letter was torn");
    }

    @Test
    void formsThatArriveSlowlyKeepNobodyElseWaiting() throws IOException {
        var slow = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 60; i++) {
                var socket = new Socket("localhost", web.address().getPort());
                slow.add(socket);
                socket.getOutputStream()
                        .write(
                                "POST /ingest/cancel HTTP/1.1\r\n%s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\ntok"
                                        .formatted(own())
                                        .getBytes(StandardCharsets.US_ASCII));
            }
            long start = System.nanoTime();
            web.page("/mcp");
            assertTrue(System.nanoTime() - start < 15e9, "it waited for the slow ones, which are given up after 30 s");
        } finally {
            for (var socket : slow) socket.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "5", "\"yesterday\""})
    void callsThatAnotherProgramWroteAreCountedAndPassedOver(String time) throws IOException {
        var line =
                "{\"time\":%s,\"pid\":1,\"client\":%s,\"protocol_version\":\"\",\"transport\":\"\",\"tool\":\"x\",\"status\":%s,\"elapsed_ms\":1,\"arguments\":\"\",\"trace_id\":\"\",\"error\":\"\"}\n";
        var log = web.corpus().engine().settings().observability().traceFile().resolveSibling("mcp_calls.jsonl");
        Files.createDirectories(log.getParent());
        Files.writeString(
                log,
                line.formatted(time, "\"c\"", "\"ok\"")
                        + line.formatted("\"2026-01-02T03:04:05Z\"", "null", "\"ok\"")
                        + line.formatted("\"2026-01-02T03:04:05Z\"", "\"c\"", "null")
                        + line.formatted("\"2026-01-02T03:04:05Z\"", "\"c\"", "\"ok\""));
        var page = web.page("/mcp");
        assertTrue(page.contains("3 lines of the log hold no call"), page);
        assertTrue(page.contains("1 call in the log"), page);
        web.page("/mcp/tail");
    }

    @Test
    void aDataFolderThatDisappearsIsNotTakenForAnEmptyOne() throws IOException {
        var data = web.corpus().engine().data();
        Files.createDirectories(data);
        web.page("/data");
        var aside = data.resolveSibling("aside");
        Files.move(data, aside);
        for (var page : List.of("/", "/data", "/queries", "/collections")) {
            var answer = web.get(page);
            assertEquals(503, answer.statusCode(), page);
            assertTrue(answer.body().contains("is gone"), answer.body());
        }
        assertEquals(200, web.get("/assets/app.css").statusCode());
        Files.move(aside, data);
        web.page("/data");
    }
}
