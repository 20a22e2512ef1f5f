package rag.mcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server's life on standard input and output: many calls, long ones, and every kind of end. */
@Tag("process")
class StdioLifeTest {

    private static final Duration SOON = Duration.ofSeconds(3);

    private static long millisSince(long start) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    // ---- The beginning ----

    @Test
    void beforeInitializeThereIsOnlyPing() {
        try (var client = Client.ofFixtures()) {
            var early = Rpc.object(client.answer(client.request("tools/list", Map.of())), "error");
            assertEquals(Rpc.INVALID_REQUEST, early.get("code"));
            assertTrue(String.valueOf(early.get("message")).contains("initialize"), early.toString());
            assertEquals(Map.of(), client.result(client.request("ping", Map.of())));

            client.initialize();
            assertTrue(client.result(client.request("tools/list", Map.of())).containsKey("tools"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2024-11-05, 2024-11-05",
        "2025-03-26, 2025-03-26",
        "2025-06-18, 2025-06-18",
        "2025-11-25, 2025-11-25",
        "2023-01-01, 2025-11-25",
        "2099-01-01, 2025-11-25",
        "'', 2025-11-25",
    })
    void theRevisionAskedForIsSpokenOrTheNewestWithSessions(String asked, String spoken) {
        try (var client = Client.ofFixtures()) {
            var params = Fixture.of(
                    "protocolVersion",
                    asked,
                    "capabilities",
                    Map.of(),
                    "clientInfo",
                    Fixture.of("name", "a", "version", "2"));
            assertEquals(
                    spoken, client.result(client.request("initialize", params)).get("protocolVersion"));
            // A request right behind, before "initialized", is served, too.
            assertEquals("a/2 " + spoken + " stdio", client.text(client.call("fail", "how", "client")));
        }
    }

    // ---- Many calls ----

    @Test
    void threeThousandPipelinedCallsAreAllAnsweredOnce() {
        try (var client = Client.ofFixtures().initialize()) {
            var ids = new ArrayList<Integer>();
            for (int i = 0; i < 3000; i++) ids.add(client.call("echo", "text", "call " + i));
            var seen = new HashSet<Object>();
            for (int i = 0; i < 3000; i++) {
                var answer = client.next();
                assertTrue(seen.add(answer.get("id")), "answered twice: " + answer);
                var expected = "call " + ids.indexOf((Integer) answer.get("id"));
                assertEquals(expected, Client.text(Rpc.object(answer, "result")));
            }
            assertNull(client.next(Duration.ofMillis(100)));
        }
    }

    @ParameterizedTest
    @CsvSource({"slow, 1", "busy, 2"})
    void aPingBehindThreeHundredSlowCallsTakesUnderATenthOfASecond(String tool, int kind) {
        try (var client = Client.ofFixtures().initialize()) {
            client.result(client.request("ping", Map.of()));
            for (int i = 0; i < 300; i++) {
                if (kind == 1) client.call(tool, "steps", 1, "millis", 3000);
                else client.call(tool, "millis", 3000);
            }
            // The best of five: the machine may be busy with other things at one moment.
            long best = IntStream.range(0, 5)
                    .mapToLong(i -> {
                        long start = System.nanoTime();
                        assertEquals(Map.of(), client.result(client.request("ping", Map.of())));
                        return millisSince(start);
                    })
                    .min()
                    .orElseThrow();
            assertTrue(best < 100, "took " + best + " ms");

            // Who leaves is missed with the first answer that cannot be written.
            long start = System.nanoTime();
            client.closeInput();
            client.closeOutput();
            assertEquals(0, client.exitCode(Duration.ofSeconds(20)));
            long most = kind == 1 ? 4000 : 15_000;
            assertTrue(millisSince(start) < most, "end took " + millisSince(start) + " ms");
        }
    }

    @Test
    void callsRunSideBySide() {
        try (var client = Client.ofFixtures().initialize()) {
            client.text(client.call("slow", "steps", 1, "millis", 1));
            long start = System.nanoTime();
            var ids = IntStream.range(0, 20)
                    .map(i -> client.call("slow", "steps", 1, "millis", 500))
                    .toArray();
            for (int id : ids) assertEquals("took 1 steps", client.text(id));
            assertTrue(millisSince(start) < 3000, "took " + millisSince(start) + " ms, 10 s one after another");
        }
    }

    @Test
    void anIdInUseIsRefusedAndFreeAfterwards() {
        try (var client = Client.ofFixtures().initialize()) {
            var slow = "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"slow\","
                    + "\"arguments\":{\"steps\":1,\"millis\":700}}}";
            client.send(slow);
            assertTrue(client.says("SLOW begun"));
            client.send(slow.replace("slow", "echo"));
            assertEquals(
                    Rpc.INVALID_REQUEST, Rpc.object(client.answer(5), "error").get("code"));
            assertEquals("took 1 steps", client.text(5));
            assertEquals(
                    Map.of(),
                    client.send("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}")
                            .result(5));
        }
    }

    @Test
    void anIdIsFreeAsSoonAsItsAnswerIsRead() {
        try (var client = Client.ofFixtures().initialize()) {
            var call = "{\"jsonrpc\":\"2.0\",\"id\":\"same\",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
                    + "\"arguments\":{\"text\":\"TURN\"}}}";
            for (int turn = 0; turn < 500; turn++) {
                client.send(call.replace("TURN", "turn " + turn));
                assertEquals("turn " + turn, client.text("same"));
            }
        }
    }

    // ---- Long calls ----

    @Test
    void progressComesInOrderAndOnlyIfWanted() {
        try (var client = Client.ofFixtures().initialize()) {
            var params = Fixture.of(
                    "name",
                    "slow",
                    "arguments",
                    Fixture.of("steps", 3, "millis", 10),
                    "_meta",
                    Fixture.of("progressToken", "t"));
            client.result(client.request("tools/call", params));
            var steps = client.notifications("notifications/progress").stream()
                    .map(message -> Rpc.object(message, "params"))
                    .toList();
            assertEquals(
                    List.of("1.0 of 3.0: step 1", "2.0 of 3.0: step 2", "3.0 of 3.0: step 3"),
                    steps.stream()
                            .map(step -> step.get("progress") + " of " + step.get("total") + ": " + step.get("message"))
                            .toList());
            assertTrue(steps.stream().allMatch(step -> "t".equals(step.get("progressToken"))));

            client.result(client.call("slow", "steps", 3, "millis", 1));
            assertEquals(3, client.notifications("notifications/progress").size());
        }
    }

    @Test
    void aCancelledCallStopsAndIsNotAnswered() {
        try (var client = Client.ofFixtures().initialize()) {
            int id = client.call("slow", "steps", 1000, "millis", 20);
            assertTrue(client.says("SLOW begun"));
            client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id
                    + ",\"reason\":\"changed my mind\"}}");
            assertTrue(client.says("SLOW cancelled"));
            assertNull(client.next(Duration.ofMillis(300)));
            assertEquals(Map.of(), client.result(client.request("ping", Map.of())));
        }
    }

    @Test
    void aCallThatTakesTooLongIsAnsweredInWords() {
        try (var client = Client.ofFixtures("-Dcall.seconds=1").initialize()) {
            long start = System.nanoTime();
            var result = client.result(client.call("deaf", "millis", 4000));
            assertTrue(millisSince(start) < 3500, "took " + millisSince(start) + " ms");
            assertEquals(true, result.get("isError"));
            assertTrue(Client.text(result).contains("longer than 1 s"), Client.text(result));
        }
    }

    @Test
    void aResultOfTenMegabytesArrives() {
        try (var client = Client.ofFixtures().initialize()) {
            assertEquals(
                    10_000_000,
                    client.text(client.call("big", "chars", 10_000_000)).length());
        }
    }

    // ---- The end ----

    @Test
    void aCallUnderWayIsAnsweredWhenTheInputEnds() {
        try (var client = Client.ofFixtures().initialize()) {
            int id = client.call("slow", "steps", 1, "millis", 1000);
            long start = System.nanoTime();
            client.closeInput();
            assertEquals("took 1 steps", client.text(id));
            assertEquals(0, client.exitCode(SOON));
            assertTrue(millisSince(start) < 3000, "took " + millisSince(start) + " ms");
        }
    }

    /** Who writes all requests into a pipe closes it at once, and the first query has to open the models. */
    @Test
    void manySecondsLaterToo() {
        try (var client = Client.ofFixtures().initialize()) {
            int slow = client.call("slow", "steps", 1, "millis", 5000);
            var queued = IntStream.range(0, 40)
                    .map(i -> client.call("slow", "steps", 1, "millis", 2000))
                    .toArray();
            client.closeInput();
            for (int id : queued) assertEquals("took 1 steps", client.text(id));
            assertEquals("took 1 steps", client.text(slow));
            long answered = System.nanoTime();
            assertEquals(0, client.exitCode(SOON));
            assertTrue(millisSince(answered) < 1500, "took " + millisSince(answered) + " ms");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"slow", "deaf"})
    void anEndlessCallIsAnsweredAtItsTimeLimitAndDoesNotKeepTheServer(String tool) {
        try (var client = Client.ofFixtures("-Dcall.seconds=1").initialize()) {
            int id = tool.equals("slow")
                    ? client.call(tool, "steps", 1000, "millis", 1000)
                    : client.call(tool, "millis", 1_000_000);
            client.closeInput();
            assertTrue(Client.text(client.result(id)).contains("longer than 1 s"));
            assertEquals(0, client.exitCode(SOON));
        }
    }

    @Test
    void aLastLineWithoutItsEndIsALine() {
        try (var client = Client.ofFixtures().initialize()) {
            client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}".getBytes());
            client.closeInput();
            assertEquals(Map.of(), client.result(1));
            assertEquals(0, client.exitCode(SOON));
        }
    }

    @Test
    void theServerEndsAtOnceWhenItIsTold() {
        try (var client = Client.ofFixtures().initialize()) {
            client.call("slow", "steps", 1000, "millis", 1000);
            assertTrue(client.says("SLOW begun"));
            client.process().destroy(); // (SIGTERM)
            assertEquals(143, client.exitCode(SOON));
        }
    }

    @Test
    void aClientThatNeverReadsDoesNotKeepTheServer() {
        try (var client = Client.thatDoesNotRead()) {
            client.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                    + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"deaf\",\"version\":\"1\"}}}");
            for (int i = 0; i < 50; i++) client.call("big", "chars", 1_000_000);
            for (int i = 0; i < 2000; i++) client.request("ping", Map.of());
            client.closeInput();
            assertEquals(0, client.exitCode(Duration.ofSeconds(10)));
            assertFalse(client.hasSaid("Exception"), "errors");
        }
    }
}
