package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.config.Json;
import rag.store.WriterLock;

/** ingest.java and query.java as a person runs them. */
@Tag("process")
class QueryAndIngestTest {

    @TempDir
    Path folder;

    private Script.Result run(String script, String... args) {
        try {
            return Script.of(script).run(arguments(args));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Object[] arguments(String... args) {
        var all = new ArrayList<String>(List.of("--data", folder.resolve("data").toString()));
        all.addAll(List.of(args));
        return all.toArray();
    }

    private Path docs(String... namesAndTexts) throws IOException {
        var docs = Files.createDirectories(folder.resolve("docs"));
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            Files.writeString(docs.resolve(namesAndTexts[i]), namesAndTexts[i + 1]);
        }
        return docs;
    }

    @Test
    void theFirstCommandOfTheReadmeAnswersFromTheShippedDocuments() throws IOException {
        var result = run(
                "query",
                "--json",
                "--path",
                "examples/documents",
                "Why did the dome shutter stop at 61 % in June 2024?");
        assertEquals(0, result.code(), result.err());
        var answer = Json.tree(result.out());

        assertEquals("ok", answer.get("verdict").asText());
        var first = answer.get("hits").get(0);
        assertTrue(first.at("/chunk/source").asText().endsWith("incidents/IR-2024-007-shutter.docx"), first.toString());
        assertTrue(texts(answer).anyMatch(text -> text.contains("limit switch LS-3 was covered with ice")));
    }

    private static Stream<String> texts(JsonNode answer) {
        return answer.get("hits").valueStream().map(hit -> hit.at("/chunk/text").asText());
    }

    @Test
    void aDocumentsLifeFromPlanToDeletion() throws IOException {
        var docs = docs(
                "pump.md",
                "# Pump\n\nThe pump needs oil every ten days.",
                "dome.md",
                "# Dome\n\nThe dome closes at dawn.");
        var plan =
                Json.tree(run("ingest", "--json", "--dry-run", docs.toString()).out());
        assertEquals(2, plan.get("items").size());
        assertEquals("new", plan.get("items").get(0).get("action").asText());

        var first = run("ingest", docs.toString());
        assertEquals(0, first.code(), first.err());
        assertTrue(first.out().contains("2 new"), first.out());

        var again = Json.tree(run("ingest", "--json", docs.toString()).out());
        assertEquals(2, again.at("/counts/unchanged").asInt());
        assertEquals(0, again.get("embedded").asInt());

        var list = run("ingest", "--list");
        assertTrue(list.out().contains("ready") && list.out().contains("pump.md"), list.out());

        var deleted = run("ingest", "--delete", "pump.md");
        assertTrue(deleted.out().contains("1 chunk "), deleted.out());
        var query = run("query", "--explain", "pump", "what needs oil");
        assertTrue(query.out().contains("not_ingested"), query.out());

        assertEquals(2, run("ingest", "-c", "wells").code(), "nobody said what it is made of");
        var said = run(
                "ingest", "-c", "wells", "--describe", "Pumps", "--keyword", "oil", "--default-path", docs.toString());
        assertTrue(said.out().contains("Pumps") && said.out().contains("oil"), said.out());
        assertEquals(0, run("ingest", "-c", "wells").code());
        assertTrue(run("ingest", "-c", "wells", "--list").out().contains("pump.md"));
        assertTrue(run("ingest", "-c", "wells", "--display-name", "Wells").out().contains("Pumps"), "the rest stays");
        Files.move(docs, folder.resolve("moved"));
        var stale = run("ingest", "-c", "wells");
        assertEquals(2, stale.code());
        assertTrue(
                stale.err()
                        .replaceAll("[\\s\\\\]+", " ")
                        .contains("./jbang ingest.java --data " + folder.resolve("data")
                                + " -c wells --default-path PATH"),
                stale.err());
        assertEquals(
                2, run("ingest", "-c", "wells", "--describe", "x", "--list").code(), "one at a time");

        assertEquals(2, run("ingest", "--clear").code());
        assertEquals(0, run("ingest", "--clear", "--yes").code());
        assertEquals(2, run("query", "anything").code());
    }

    @Test
    void mistakesAreSaidInWordsOnStderrWithExitCode2AndNothingOnStdout() throws IOException {
        docs("a.md", "# A\n\nText.");
        var settings = Files.writeString(
                folder.resolve("s.yaml"), "retrieval:\n  rrfk: 60\n  dense_weight: 7\nrerank: {provider: coher}\n");
        var cases = List.of(
                List.of("query", "x", "-c", "nothere"),
                List.of("query", ""),
                List.of("query", "x", "--top-k", "0"),
                List.of("query", "x", "--top-k", "1.5"),
                List.of("query", "x", "--no-such-option"),
                List.of("ingest", "nofile.md"),
                List.of("ingest"),
                List.of("ingest", "docs", "-c", "../../x"),
                List.of("query", "x", "--config", settings.toString()));
        for (var words : cases) {
            var result = run(words.getFirst(), words.subList(1, words.size()).toArray(String[]::new));
            assertEquals(2, result.code(), words + ": " + result.err());
            assertEquals("", result.out(), words.toString());
            assertTrue(!result.err().isBlank() && !result.err().contains("\tat "), words + ": " + result.err());
        }
        var all = run("query", "x", "--config", settings.toString()).err();
        assertTrue(all.contains(":2:") && all.contains("rrf_k"), all);
        assertTrue(all.contains(":3:") && all.contains(":4:"), all);
    }

    @Test
    void oneBadFileAmongGoodOnesEndsWith1() throws IOException {
        var docs = docs("a.md", "# A\n\nText.", "broken.pdf", "%PDF-1.7\nnothing");

        var result = run("ingest", docs.toString());
        assertEquals(1, result.code(), result.err());
        assertTrue(result.out().contains("broken.pdf"), result.out());
    }

    @Test
    void aDryRunOfWhatHasNoneIsRefusedAndDoesNothing() throws IOException {
        assertEquals(
                0, run("ingest", docs("a.md", "The pump needs oil.").toString()).code());
        for (var words : List.of(
                List.of("--clear", "--yes"),
                List.of("--delete", "a.md"),
                List.of("--rename", "x"),
                List.of("--reembed"))) {
            var all = new ArrayList<>(List.of("--dry-run"));
            all.addAll(words);
            var result = run("ingest", all.toArray(String[]::new));
            assertEquals(2, result.code(), words.toString());
            var both = "--dry-run and " + words.getFirst() + " are one at a time";
            assertTrue(result.err().contains(both), result.err());
        }
        assertTrue(run("ingest", "--list").out().contains("a.md"));
    }

    @Test
    void aQueryThatBringsInWhatFailsEndsWithTheIngestionsCode() throws IOException {
        var docs = docs("a.md", "The pump needs oil.");
        var good = run("query", "--json", "--path", docs.toString());
        assertEquals(0, good.code(), good.err());
        assertEquals(1, Json.tree(good.out()).at("/counts/new").asInt());

        docs("broken.pdf", "%PDF-1.7\nnothing");
        assertEquals(1, run("query", "--path", docs.toString()).code());
        var asked = run("query", "--json", "--path", docs.toString(), "what needs oil");
        assertEquals(1, asked.code(), asked.err());
        assertEquals(1, texts(Json.tree(asked.out())).count());
        var broken = docs.resolve("broken.pdf").toString();
        assertEquals(2, run("query", "--path", broken).code());
        assertEquals(1, run("query", "--path", broken, "what needs oil").code());
    }

    @Test
    void readersInOtherProcessesNeverFailWhileOneWritesAndASecondWriterIsToldWhoWrites() throws Exception {
        var docs = docs("first.md", "# First\n\nThe pump needs oil.");
        assertEquals(0, run("ingest", docs.toString()).code());
        for (int i = 0; i < 150; i++) {
            Files.writeString(
                    docs.resolve("f%03d.md".formatted(i)),
                    ("# File " + i + "\n\n" + "The pump number " + i + " needs oil and care. ".repeat(20)));
        }
        var writer = CompletableFuture.supplyAsync(() -> run("ingest", "--wait", "60s", docs.toString()));
        while (!writer.isDone() && WriterLock.holder(folder.resolve("data")).isEmpty()) Thread.sleep(20);
        var second = new ArrayList<Script.Result>();
        int asked = 0;
        while (!writer.isDone()) {
            var answers = Stream.generate(() ->
                            CompletableFuture.supplyAsync(() -> run("query", "--json", "what does the pump need")))
                    .limit(2)
                    .toList();
            second.add(run("ingest", docs.toString()));
            for (var answer : answers) {
                assertEquals(0, answer.join().code(), answer.join().err());
                asked++;
            }
        }
        assertEquals(0, writer.join().code(), writer.join().err());
        assertTrue(asked >= 2, "the writer was too fast to be asked beside");
        var refused = second.stream().filter(result -> result.code() == 2).toList();
        assertTrue(
                refused.stream()
                        .allMatch(r -> r.err().contains("pid ") && r.err().contains("--wait")),
                refused.toString());
        assertTrue(!refused.isEmpty(), "no second writer met the first");
    }
}
