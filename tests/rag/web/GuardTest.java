package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is answered, and what a page may do. */
class GuardTest extends WithWeb {

    @ParameterizedTest
    @CsvSource({
        "localhost, 200",
        "localhost:8501, 200",
        "127.0.0.1:9, 200",
        "[::1]:8501, 200",
        "evil.test, 403",
        "localhost.evil.test, 403",
        "evil.test:8501, 403",
        "192.168.0.7, 403",
    })
    void onlyTheNamesOfThisMachineAreAnswered(String host, int status) {
        assertEquals(status, web.status("GET", "/", "Host: " + host));
    }

    @Test
    void aForeignOriginIsRefusedWhateverItAsksFor() {
        var own = "Host: localhost:" + web.address().getPort();
        assertEquals(403, web.status("GET", "/", own, "Origin: http://evil.test"));
        assertEquals(403, web.status("POST", "/queries/run", own, "Origin: http://evil.test"));
        assertEquals(403, web.status("POST", "/queries/run", own, "Origin: null"));
        assertEquals(403, web.status("GET", "/", own, "Origin: http://localhost:1"));
        assertEquals(
                200,
                web.status(
                        "GET",
                        "/",
                        own,
                        "Origin: http://localhost:" + web.address().getPort()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/queries/run",
                "/queries/any/explain",
                "/ingest/folder",
                "/ingest/upload",
                "/ingest/again",
                "/ingest/delete",
                "/ingest/cancel",
                "/evaluation/run",
                "/cases"
            })
    void nothingChangesWithoutTheToken(String path) {
        assertEquals(403, web.postPlain(path, "path", "/", "query", "x").statusCode());
        assertEquals(403, web.postPlain(path, "token", "0".repeat(48)).statusCode());
        assertFalse(Files.exists(folder.resolve("data/rag.db")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ingest/delete", "/ingest/folder?path=/tmp", "/cases", "/evaluation/run"})
    void nothingChangesByALink(String path) {
        int status = web.get(path).statusCode();
        assertTrue(status == 404, path + " gave " + status);
    }

    @Test
    void otherMethodsAreRefused() {
        var own = "Host: localhost";
        assertEquals(403, web.status("DELETE", "/data", own));
        assertEquals(403, web.status("PUT", "/", own));
    }

    @Test
    void noScriptAndNoStyleStandsInAPage() {
        for (var path :
                new String[] {"/", "/data", "/ingest", "/ingestions", "/queries", "/evaluation", "/mcp", "/x"}) {
            var answer = web.get(path);
            var policy = answer.headers().firstValue("Content-Security-Policy").orElse("");
            assertTrue(policy.contains("default-src 'none'") && !policy.contains("unsafe"), policy);
            assertEquals(
                    "nosniff",
                    answer.headers().firstValue("X-Content-Type-Options").orElse(""));
            assertFalse(answer.body().matches("(?s).*(<script>|<style|\\sstyle=|\\son[a-z]+=|javascript:).*"), path);
            assertFalse(
                    answer.body().matches("(?s).*(src|href|action)=\"(https?:)?//.*"),
                    path + " leads to another server");
        }
    }

    @Test
    void onlyKnownFilesAreServed() {
        assertEquals(200, web.get("/assets/app.css").statusCode());
        for (var name : new String[] {"..%2Fapp.css", "layout.html", "..%2f..%2fconfig%2fVERSION", "x"}) {
            int status = web.get("/assets/" + name).statusCode();
            assertTrue(status == 404 || status == 400, name + " gave " + status);
        }
    }
}
