package rag.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;
import rag.config.Secrets;

class TraceLogTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);

    @TempDir
    Path folder;

    private final List<String> warnings = new ArrayList<>();

    private TraceLog log(long bytes) {
        return new TraceLog(folder.resolve("logs/traces.jsonl"), bytes, warnings::add);
    }

    private static Trace.Finished trace(String name) {
        return new Trace(Trace.Type.QUERY, CLOCK).put("name", name).finish();
    }

    private static List<Object> names(TraceLog.Page page) {
        return page.traces().stream().map(trace -> trace.metadata().get("name")).toList();
    }

    @Test
    void aTraceIsOneLineInTheShapeOfTheContract() throws Exception {
        var trace = new Trace(Trace.Type.INGESTION, CLOCK).put("source", "a\nb.pdf");
        trace.stage("load").put("pages", 3).close(1.5);
        trace.stage("split").fail("no text").close(0.25);
        log(1_000_000).append(trace.finish());
        var lines = Files.readAllLines(folder.resolve("logs/traces.jsonl"));
        assertEquals(1, lines.size());
        var json = Json.tree(lines.getFirst());
        assertEquals("ingestion", json.get("trace_type").asText());
        assertEquals("2026-01-02T03:04:05Z", json.get("started_at").asText());
        assertEquals("a\nb.pdf", json.get("metadata").get("source").asText());
        assertTrue(json.get("total_elapsed_ms").isDouble() && json.hasNonNull("trace_id") && json.has("finished_at"));
        var load = json.get("stages").get(0);
        assertEquals("load", load.get("stage").asText());
        assertEquals(1.5, load.get("elapsed_ms").asDouble());
        assertEquals(3, load.get("data").get("pages").asInt());
        assertFalse(load.has("error"));
        assertEquals("no text", json.get("stages").get(1).get("error").asText());
    }

    @Test
    void theNewestAreReadFirstAndWhatIsNoTraceIsCounted() throws Exception {
        var log = log(1_000_000);
        assertEquals(new TraceLog.Page(List.of(), 0), log.read(10, trace -> true));
        for (var name : List.of("a", "b", "ü" + "x".repeat(200_000), "c")) log.append(trace(name));
        var file = folder.resolve("logs/traces.jsonl");
        Files.writeString(file, "not json\n\n{}\n{\"trace_id\":\"torn", StandardOpenOption.APPEND);
        log.append(trace("after a torn line"));
        var page = log.read(3, trace -> !"a".equals(trace.metadata().get("name")));
        assertEquals(List.of("after a torn line", "c", "ü" + "x".repeat(200_000)), names(page));
        assertEquals(3, page.unreadable());
        assertEquals(5, log.read(10, trace -> true).traces().size());
    }

    @Test
    void fullFilesMoveOnAndTheTotalStaysBelowTheLimit() throws Exception {
        var log = log(50_000);
        for (int i = 0; i < 100; i++) log.append(trace(i + " " + "x".repeat(1_000 + 37 * i % 700)));
        long total = 0;
        try (var files = Files.list(folder.resolve("logs"))) {
            for (var file : files.toList()) total += Files.size(file);
        }
        assertTrue(total <= 50_000 && total > 35_000, "total " + total);
        assertTrue(Files.exists(folder.resolve("logs/traces.1.jsonl")));
        var numbers = log.read(1000, trace -> true).traces().stream()
                .map(trace ->
                        Integer.parseInt(trace.metadata().get("name").toString().split(" ")[0]))
                .toList();
        var expected = IntStream.iterate(99, i -> i > 99 - numbers.size(), i -> i - 1)
                .boxed()
                .toList();
        assertEquals(expected, numbers, "the newest, without a gap, newest first");
        assertTrue(warnings.isEmpty(), warnings.toString());
    }

    @Test
    void aTraceAboveTheTotalIsLeftOutAndSaidOnce() throws Exception {
        var log = log(2_000);
        log.append(trace("small"));
        log.append(trace("x".repeat(5_000)));
        log.append(trace("y".repeat(5_000)));
        assertEquals(List.of("small"), names(log.read(10, trace -> true)));
        assertEquals(1, warnings.size());
        assertTrue(warnings.getFirst().contains("larger than observability.max_mb"), warnings.getFirst());
    }

    @Test
    void aLogThatCannotBeWrittenIsSaidOnceAndDisturbsNobody() throws Exception {
        Files.writeString(folder.resolve("logs"), "a file where the folder should be");
        var log = log(1_000_000);
        log.append(trace("a"));
        log.append(trace("b"));
        assertEquals(1, warnings.size());
        assertTrue(warnings.getFirst().contains("traces.jsonl"), warnings.getFirst());
    }

    @Test
    void secretsDoNotReachTheLog() throws Exception {
        Secrets.register("sk-trace-0123456789");
        log(1_000_000).append(trace("401 for sk-trace-0123456789"));
        assertFalse(Files.readString(folder.resolve("logs/traces.jsonl")).contains("sk-trace"));
    }

    @Test
    void halfASurrogatePairDoesNotLoseATrace() throws Exception {
        var log = log(1_000_000);
        log.append(trace("half \ud83d pair, whole \ud83d\ude00"));
        var name = names(log.read(10, t -> true)).getFirst().toString();
        assertTrue(name.startsWith("half ") && name.endsWith(" pair, whole \ud83d\ude00"), name);
        assertEquals(List.of(), warnings);
    }

    @Test
    void anInterruptedThreadStillWritesItsTraceAndStaysInterrupted() throws Exception {
        Thread.currentThread().interrupt();
        log(1_000_000).append(trace("a"));
        assertTrue(Thread.interrupted());
        assertEquals(List.of("a"), names(log(1_000_000).read(10, trace -> true)));
    }

    @Test
    @Tag("process")
    void fourProcessesLoseAndTearNothing() throws Exception {
        run(500, 1_000_000_000L);
        var next = new HashMap<String, Integer>();
        for (var line : Files.readAllLines(folder.resolve("logs/traces.jsonl"))) {
            var metadata = Json.read(line, Trace.Finished.class).metadata();
            var text = metadata.get("text").toString();
            assertEquals(metadata.get("length"), text.length());
            int number = (Integer) metadata.get("number");
            assertEquals(number, next.merge(metadata.get("writer").toString(), 1, Integer::sum) - 1);
        }
        assertEquals(java.util.Map.of("0", 500, "1", 500, "2", 500, "3", 500), next);
    }

    @Test
    @Tag("process")
    void fourProcessesChangeFilesWithoutTearingALine() throws Exception {
        long limit = 2_000_000;
        run(150, limit);
        long total = 0;
        int lines = 0;
        for (var file : new TraceFiles(folder.resolve("logs/traces.jsonl")).all()) {
            total += Files.size(file);
            for (var line : Files.readAllLines(file)) {
                var metadata = Json.read(line, Trace.Finished.class).metadata();
                assertEquals(
                        metadata.get("length"), metadata.get("text").toString().length());
                lines++;
            }
        }
        assertTrue(total <= limit && total > limit * 3 / 5, "total " + total);
        assertEquals(
                new TraceLog(folder.resolve("logs/traces.jsonl"), 2)
                        .read(9999, t -> true)
                        .traces()
                        .size(),
                lines);
    }

    private void run(int traces, long bytes) throws Exception {
        var processes = new ArrayList<Process>();
        for (int writer = 0; writer < 4; writer++) {
            processes.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Writer.class.getName(),
                            folder.resolve("logs/traces.jsonl").toString(),
                            "" + bytes,
                            "" + writer,
                            "" + traces)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("out" + writer).toFile())
                    .start());
        }
        for (int writer = 0; writer < 4; writer++) {
            assertTrue(processes.get(writer).waitFor(120, TimeUnit.SECONDS));
            assertEquals("", Files.readString(folder.resolve("out" + writer)));
            assertEquals(0, processes.get(writer).exitValue());
        }
    }

    /** Another process: appends traces of 1 to 200 KB, most of them small. */
    static final class Writer {

        public static void main(String[] args) {
            var log = new TraceLog(Path.of(args[0]), Long.parseLong(args[1]), System.out::println);
            var random = new Random(Integer.parseInt(args[2]));
            for (int number = 0; number < Integer.parseInt(args[3]); number++) {
                int length = number % 25 == 0 ? 200_000 : 1_000 + random.nextInt(4_000);
                log.append(new Trace(Trace.Type.QUERY, Clock.systemUTC())
                        .put("writer", args[2])
                        .put("number", number)
                        .put("length", length)
                        .put("text", "é\"\n".repeat(length / 3 + 1).substring(0, length))
                        .finish());
            }
        }
    }
}
