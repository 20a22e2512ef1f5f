package rag.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Finding traces in a log that others write to. */
class TraceIndexTest {

    @TempDir
    Path folder;

    private TraceLog log;
    private TraceIndex index;

    @BeforeEach
    void open() {
        log = new TraceLog(folder.resolve("traces.jsonl"), 100_000, line -> {});
        index = new TraceIndex(log);
    }

    private static Trace at(Trace.Type type, int minute) {
        var time = Instant.parse("2026-05-06T10:00:00Z").plusSeconds(60L * minute);
        return new Trace(type, Clock.fixed(time, ZoneOffset.UTC));
    }

    private String query(int minute, String question, String verdict) {
        var trace = at(Trace.Type.QUERY, minute).put("query", question).put("collections", List.of("a", "b"));
        trace.put("verdict", verdict).put("hits", List.of());
        trace.stage("fusion").put("results", List.of()).close(3);
        return write(trace);
    }

    private String ingestion(int minute, String source, String state) {
        var trace = at(Trace.Type.INGESTION, minute).put("collection", "a").put("source", source);
        trace.put("state", state).put("reason", "why");
        trace.stage("load").close(1);
        return write(trace);
    }

    private String write(Trace trace) {
        log.append(trace.finish());
        return trace.id();
    }

    private List<String> subjects(TraceFilter filter) throws IOException {
        return index.find(filter, 0, 100).traces().stream()
                .map(TraceSummary::subject)
                .toList();
    }

    @Test
    void theNewestComeFirstAndOthersAreSeenWhenTheyAreWritten() throws IOException {
        query(0, "one", "ok");
        query(1, "two", "ok");
        assertEquals(List.of("two", "one"), subjects(TraceFilter.ALL));
        var id = query(2, "three", "weak");
        assertEquals(List.of("three", "two", "one"), subjects(TraceFilter.ALL));
        var found = index.find(TraceFilter.ALL, 1, 1);
        assertEquals("two", found.traces().getFirst().subject());
        assertEquals(3, found.matching());
        assertEquals("three", index.trace(id).orElseThrow().metadata().get("query"));
        assertTrue(index.trace("unknown").isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "query, '', '', '', 0, 'Pump Öl|weak one'",
        "ingestion, '', '', '', 0, '/docs/pump.md'",
        "'', b, '', '', 0, 'Pump Öl|weak one'",
        "'', c, '', '', 0, ''",
        "'', '', weak, '', 0, 'weak one'",
        "'', '', ready, '', 0, '/docs/pump.md'",
        "'', '', '', PUMP, 0, 'Pump Öl|/docs/pump.md'",
        "'', '', '', ' öl ', 0, 'Pump Öl'",
        "'', '', '', '', 1e9, ''",
    })
    void everyFilterLeavesOut(String type, String collection, String outcome, String text, double ms, String expected)
            throws IOException {
        query(0, "weak one", "weak");
        ingestion(1, "/docs/pump.md", "ready");
        query(2, "Pump Öl", "ok");
        var filter = new TraceFilter(type, collection, outcome, text, null, null, ms);
        assertEquals(expected, String.join("|", subjects(filter)));
    }

    @Test
    void timeIsFromIncludedToLeftOut() throws IOException {
        for (int minute = 0; minute < 4; minute++) query(minute, "q" + minute, "ok");
        var from = Instant.parse("2026-05-06T10:01:00Z");
        var filter = new TraceFilter("", "", "", "", from, from.plusSeconds(120), 0);
        assertEquals(List.of("q2", "q1"), subjects(filter));
    }

    @Test
    void theNewestAreFoundWithoutReadingTheWholeLog() throws IOException {
        log = new TraceLog(folder.resolve("large.jsonl"), 100_000_000, line -> {});
        index = new TraceIndex(log);
        for (int i = 0; i < 5000; i++) {
            ingestion(i, "/docs/%d.md".formatted(i) + "x".repeat(400), "ready");
            if (i == 10 || i == 4990) query(i, "question " + i, "ok");
        }
        var newest = index.newest(new TraceFilter("query", "", "", "", null, null, 0), 1);
        assertEquals("question 4990", newest.getFirst().subject());
        assertTrue(index.known(TraceFilter.ALL, 0, 1).all() < 4000, "the rest is left");
        assertEquals(
                2,
                index.newest(new TraceFilter("query", "", "", "", null, null, 0), 9)
                        .size());
        assertEquals(5002, index.find(TraceFilter.ALL, 0, 1).all(), "and read when it is wanted");
    }

    @Test
    void aSummaryKnowsToolAndDocumentsOfTheAnswer() throws IOException {
        var first = Map.of("rank", 1, "chunk_id", "doc_0123456789abcdef_0001_aaaaaaaa", "scores", Map.of("x", 1));
        var second = Map.of("rank", 2, "chunk_id", "doc_0123456789abcdef_0002_aaaaaaaa", "text", "chunk_id");
        var third = Map.of("rank", 3, "chunk_id", "doc_fedcba9876543210_0000_aaaaaaaa", "also_in", List.of("a"));
        var trace = at(Trace.Type.QUERY, 0).put("query", "q").put("tool", "query_knowledge_hub");
        write(trace.put("hits", List.of(first, second, third)).put("verdict", "ok"));
        write(at(Trace.Type.QUERY, 1).put("query", "q").put("hits", "none").put("verdict", "empty"));
        var found = index.find(TraceFilter.ALL, 0, 9).traces();
        assertEquals("query_knowledge_hub", found.get(1).tool());
        assertEquals(
                List.of("doc_0123456789abcdef", "doc_fedcba9876543210"),
                found.get(1).documents());
        assertEquals("", found.get(0).tool());
        assertEquals(List.of(), found.get(0).documents());
        assertEquals("empty", found.get(0).outcome());
    }

    @Test
    void tornAndForeignLinesAreCountedAndPassedOver() throws IOException {
        query(0, "first", "ok");
        var file = folder.resolve("traces.jsonl");
        var whole = Files.readString(file);
        Files.writeString(
                file,
                whole.substring(0, whole.length() / 2) + "\n{\"other\":1}\nnoise\n\n[]\n\u0000\u0001\n"
                        + whole.stripTrailing() + "}\n",
                StandardOpenOption.APPEND);
        query(1, "last", "ok");
        var found = index.find(TraceFilter.ALL, 0, 10);
        assertEquals(List.of("last", "first"), subjects(TraceFilter.ALL));
        assertEquals(6, found.unreadable());
        assertEquals(2, found.all());
    }

    @Test
    void aLineThatIsBeingWrittenIsReadWhenItIsWhole() throws IOException {
        query(0, "first", "ok");
        var file = folder.resolve("traces.jsonl");
        var line = Files.readString(file).replace("first", "second").getBytes(StandardCharsets.UTF_8);
        Files.write(file, java.util.Arrays.copyOf(line, 50), StandardOpenOption.APPEND);
        assertEquals(List.of("first"), subjects(TraceFilter.ALL));
        Files.write(file, java.util.Arrays.copyOfRange(line, 50, line.length), StandardOpenOption.APPEND);
        assertEquals(List.of("second", "first"), subjects(TraceFilter.ALL));
        assertEquals(0, index.find(TraceFilter.ALL, 0, 1).unreadable());
    }

    @Test
    void filesMayChangeTheirNamesAndGo() throws IOException {
        var first = query(0, "first", "ok");
        assertEquals(List.of("first"), subjects(TraceFilter.ALL));
        for (int i = 1; i < 1000; i++) query(i, "question " + i, "ok"); // many times the log's size
        var left = index.find(TraceFilter.ALL, 0, 1000);
        assertEquals("question 999", left.traces().getFirst().subject());
        assertTrue(left.all() > 50 && left.all() < 999, left.all() + " are left");
        assertTrue(index.trace(first).isEmpty());
        var oldest = left.traces().getLast();
        assertEquals(
                oldest.subject(),
                index.trace(oldest.id()).orElseThrow().metadata().get("query"));
    }

    @Test
    void withoutPatienceNothingIsSaidToBeAll() throws IOException {
        for (int i = 0; i < 5; i++) query(i, "q" + i, "ok");
        assertTrue(index.catchUp(Duration.ZERO) > 0);
        assertEquals(0, index.catchUp(Duration.ofSeconds(30)));
        assertEquals(5, index.known(TraceFilter.ALL, 0, 10).all());
        query(5, "q5", "ok");
        assertEquals(5, index.known(TraceFilter.ALL, 0, 10).all());
        assertEquals(List.of("q5", "q4", "q3", "q2", "q1", "q0"), subjects(TraceFilter.ALL));
    }

    @Test
    void linesOfAnyLengthAreReadOnceAndInTheirOrderWhereverBlocksEnd() throws IOException {
        log = new TraceLog(folder.resolve("traces.jsonl"), 100_000_000, line -> {});
        index = new TraceIndex(log);
        var expected = new ArrayList<String>();
        for (int i = 0; i < 60; i++) {
            var question = "q" + i + " ";
            query(i, question + "x".repeat(i == 20 || i == 40 ? 3_000_000 : i * 3000), "ok");
            expected.addFirst(question);
            if (i == 30) assertEquals(31, index.find(TraceFilter.ALL, 0, 0).all());
        }
        var whole = index.find(TraceFilter.ALL, 0, 100);
        assertEquals(
                expected,
                whole.traces().stream()
                        .map(t -> t.subject().substring(0, t.subject().indexOf(' ') + 1))
                        .toList());
        assertEquals(0, whole.unreadable());
        for (var trace : whole.traces()) {
            assertEquals(trace.id(), index.trace(trace.id()).orElseThrow().traceId());
        }
        var fresh = new TraceIndex(log).find(TraceFilter.ALL, 0, 100);
        assertEquals(whole, fresh);
    }

    @Test
    void theNewestAreKnownFirstWhileALargeLogIsRead() throws IOException {
        log = new TraceLog(folder.resolve("traces.jsonl"), 1_000_000_000, line -> {});
        index = new TraceIndex(log);
        for (int i = 0; i < 30; i++) query(i, "q" + i + " " + "x".repeat(1_000_000), "ok");
        var last = query(30, "the last", "ok");
        while (index.known(TraceFilter.ALL, 0, 1).all() == 0) index.catchUp(Duration.ofNanos(1));
        var first = index.known(TraceFilter.ALL, 0, 1);
        assertEquals("the last", first.traces().getFirst().subject());
        assertTrue(index.known(last).isPresent());
        assertEquals(31, index.find(TraceFilter.ALL, 0, 0).all());
    }

    @Test
    void aFailedStageAndAFailedQueryTellTheirError() throws IOException {
        var degraded = at(Trace.Type.QUERY, 0).put("query", "d").put("verdict", "ok");
        degraded.stage("dense_retrieval").fail("no model").close();
        degraded.stage("fusion").close();
        write(degraded);
        var failed = at(Trace.Type.QUERY, 1).put("query", "f");
        failed.stage("query_processing").close();
        failed.fail("there is no collection");
        write(failed);
        var found = index.find(TraceFilter.ALL, 0, 2).traces();
        assertEquals(TraceSummary.FAILED, found.getFirst().outcome());
        assertEquals("there is no collection", found.getFirst().note());
        assertEquals(TraceSummary.DEGRADED, found.getLast().outcome());
        assertEquals("no model", found.getLast().note());
        var stages = index.trace(failed.id()).orElseThrow().stages();
        assertEquals("there is no collection", stages.getFirst().error());
    }
}
