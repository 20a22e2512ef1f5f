package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.engine.Corpus;
import rag.trace.Trace;
import rag.trace.TraceLog;

/** Pages while the log of traces is being read: there at once, and nothing in them passes for all that there is. */
class ReadingTest {

    @TempDir
    Path folder;

    private Web open(Duration soon) {
        return new Web(new Corpus(folder, Map.of()), soon);
    }

    private static String asked(Web web, String question) {
        var trace = new Trace(Trace.Type.QUERY, Clock.systemUTC()).put("query", question);
        trace.put("collections", List.of("knowledge_hub")).put("verdict", "ok").put("hits", List.of());
        trace.stage("fusion").put("results", List.of()).close(1);
        var observed = web.corpus().engine().settings().observability();
        new TraceLog(observed.traceFile(), observed.maxMb()).append(trace.finish());
        return trace.id();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/queries", "/ingestions", "/collections"})
    void aPageThatCanNotWaitSaysThatItIsNotAllAndFillsByItself(String path) {
        try (var web = open(Duration.ZERO)) {
            asked(web, "the only one");
            var page = web.page(path);
            assertTrue(page.contains("Reading the log of traces"), page);
            assertTrue(page.contains("hx-trigger=\"load delay:1s\""), page);
            for (var whole :
                    List.of("No query yet", "No query has been", "No document has been", "None in the newest")) {
                assertFalse(page.contains(whole), page);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/queries/", "/ingestions/"})
    void aTraceThatIsNotKnownYetIsNotSaidToBeGone(String path) {
        try (var web = open(Duration.ZERO)) {
            asked(web, "another");
            var answer = web.get(path + "00000000-0000-0000-0000-000000000000");
            assertEquals(503, answer.statusCode());
            assertEquals("1", answer.headers().firstValue("Refresh").orElse(""));
        }
    }

    @Test
    void whatIsReadIsShownAsAll() {
        try (var web = open(Duration.ofSeconds(30))) {
            var id = asked(web, "the only one");
            var page = web.page("/queries");
            assertTrue(page.contains("1–1 of 1 queries</span>"), page);
            assertFalse(page.contains("Reading"), page);
            assertEquals(200, web.get("/queries/" + id).statusCode());
            assertEquals(
                    404,
                    web.get("/queries/00000000-0000-0000-0000-000000000000").statusCode());
        }
    }
}
