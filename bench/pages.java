///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION Measures the dashboard over 50,000 passages and 100,000 traces: every page to its last byte, and its memory.
//SOURCES ../lib/pipeline.java
//SOURCES search/Corpus.java

import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Pattern;
import rag.config.Json;
import rag.model.Chunk;
import rag.model.DocumentState;
import rag.store.Change;
import rag.store.HistoryRow;
import rag.store.Ledger;
import rag.store.LuceneChunkStore;
import rag.store.Publication;
import rag.store.WriterLock;
import rag.trace.RankChange;
import rag.trace.RankChanges;

/**
 * pages.java DATA [COMMAND…]: fills the folder when it is empty, then starts the command (default {@code ./jbang
 * dashboard.java}) over it and asks for each page.
 */
class pages {

    private static final String COLLECTION = "knowledge_hub";
    private static final int DOCUMENTS = 2_500;
    private static final int CHUNKS_A_DOCUMENT = 20;
    private static final int TRACES = 100_000;
    private static final int QUERY_EVERY = 20;
    private static final int ROUNDS = 7;

    private final Path data;
    private final List<Chunk> sample = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();

    private pages(Path data) {
        this.data = data;
    }

    static void main(String... args) throws Exception {
        if (args.length == 0) {
            System.err.println("usage: pages.java DATA [COMMAND...]");
            System.exit(2);
        }
        var bench = new pages(Path.of(args[0]).toAbsolutePath());
        if (!Files.exists(bench.data.resolve("logs/traces.jsonl"))) bench.fill();
        var command = args.length > 1 ? List.of(args).subList(1, args.length) : List.of("./jbang", "dashboard.java");
        bench.measure(command);
    }

    private void fill() throws Exception {
        Files.createDirectories(data);
        Files.writeString(data.resolve("settings.yaml"), "observability: {max_mb: 5000}\n");
        var corpus = new Corpus();
        try (var store = new LuceneChunkStore(data);
                var lock = WriterLock.acquire(data, "bench", Duration.ZERO);
                var ledger = Ledger.open(data);
                var publication = Publication.open(data, store, ledger);
                var session = publication.session(COLLECTION, Corpus.PRINT)) {
            for (int first = 0; first < DOCUMENTS; first += 50) {
                var changes = new ArrayList<Change>();
                for (int document = first; document < first + 50; document++) {
                    var chunks = corpus.chunks(COLLECTION, document, CHUNKS_A_DOCUMENT);
                    sample.add(chunks.get(document % CHUNKS_A_DOCUMENT));
                    changes.add(new Change.Put(row(chunks), chunks, corpus.vectors(CHUNKS_A_DOCUMENT), List.of()));
                }
                session.publish(changes);
                System.err.print("\r" + (first + 50) * CHUNKS_A_DOCUMENT + " passages");
            }
            System.err.println();
            session.optimise();
        }
        traces();
    }

    private static HistoryRow row(List<Chunk> chunks) {
        var first = chunks.getFirst();
        return new HistoryRow(
                COLLECTION,
                first.source(),
                first.documentId(),
                "",
                "0".repeat(64),
                "",
                20_000,
                DocumentState.READY,
                "",
                false,
                first.title(),
                "markdown",
                "en",
                20,
                chunks.size(),
                0,
                0,
                Instant.now());
    }

    private void traces() throws IOException {
        var random = new Random(5);
        var start = Instant.now().minus(Duration.ofDays(30));
        Files.createDirectories(data.resolve("logs"));
        try (var out = Files.newBufferedWriter(data.resolve("logs/traces.jsonl"))) {
            for (int i = 0; i < TRACES; i++) {
                var time = start.plusSeconds(25L * i);
                if (i % 10_007 == 0) out.write("{\"torn\n");
                write(out, i % QUERY_EVERY == 0 ? query(time, i, random) : ingestion(time, random));
            }
        }
    }

    private static void write(BufferedWriter out, Map<String, Object> trace) throws IOException {
        out.write(Json.line(trace));
        out.write('\n');
    }

    private Map<String, Object> query(Instant time, int number, Random random) {
        var dense = list(random);
        var sparse = list(random);
        var changes = new ArrayList<RankChange>();
        for (int i = 0; i < dense.size(); i++) {
            changes.add(RankChange.of(
                    (String) dense.get(i).get("chunk_id"), i + 1, random.nextInt(100) + 1, i + 1, null, 0.5));
        }
        var hits = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < 10; i++) {
            var hit = new LinkedHashMap<String, Object>(dense.get(i));
            hit.put("source", "/made/up/" + i + ".md");
            hit.put("scores", Map.of("dense", 0.7, "fused", 0.5));
            hit.put("text", "words ".repeat(33));
            hits.add(hit);
        }
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("query", "question number " + number + " about the cooling pump");
        metadata.put("collections", List.of(COLLECTION));
        metadata.put("verdict", number % 3 == 0 ? "weak" : "ok");
        metadata.put("reason", "best cosine 0.71");
        metadata.put("hits", hits);
        return trace(
                "query",
                time,
                5 + random.nextInt(400),
                metadata,
                List.of(
                        stage("dense_retrieval", time, Map.of("method", "knn", "results", dense)),
                        stage("sparse_retrieval", time, Map.of("method", "bm25", "results", sparse)),
                        stage(
                                "fusion",
                                time,
                                Map.of(
                                        "method",
                                        "convex",
                                        "results",
                                        changes,
                                        "rank_changes",
                                        RankChanges.of(changes))),
                        stage("rerank", time, Map.of("method", "none"))));
    }

    private List<Map<String, Object>> list(Random random) {
        var list = new ArrayList<Map<String, Object>>();
        int from = random.nextInt(sample.size() - 100);
        for (int i = 0; i < 100; i++) {
            var row = new LinkedHashMap<String, Object>();
            row.put("chunk_id", sample.get(from + i).id());
            row.put("rank", i + 1);
            row.put("score", 1.0 / (i + 1));
            list.add(row);
        }
        return list;
    }

    private Map<String, Object> ingestion(Instant time, Random random) {
        var chunk = sample.get(random.nextInt(sample.size()));
        var results = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < 5; i++) {
            results.add(Map.of("chunk_id", chunk.id(), "tags", List.of("pump"), "text", "words ".repeat(33)));
        }
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("collection", COLLECTION);
        metadata.put("source", chunk.source());
        metadata.put("state", random.nextInt(50) == 0 ? "failed" : "ready");
        return trace(
                "ingestion",
                time,
                50 + random.nextInt(900),
                metadata,
                List.of(
                        stage("load", time, Map.of("method", "markdown")),
                        stage("split", time, Map.of("method", "auto")),
                        stage("transform", time, Map.of("method", "rules", "results", results)),
                        stage("embed", time, Map.of("provider", "local")),
                        stage("upsert", time, Map.of("method", "commit"))));
    }

    private static Map<String, Object> stage(String name, Instant time, Map<String, Object> data) {
        var stage = new LinkedHashMap<String, Object>();
        stage.put("stage", name);
        stage.put("timestamp", time.toString());
        stage.put("elapsed_ms", 3.5);
        stage.put("data", data);
        return stage;
    }

    private static Map<String, Object> trace(
            String type, Instant time, int ms, Map<String, Object> metadata, List<Map<String, Object>> stages) {
        var trace = new LinkedHashMap<String, Object>();
        trace.put(
                "trace_id",
                UUID.nameUUIDFromBytes((type + time).getBytes(java.nio.charset.StandardCharsets.UTF_8))
                        .toString());
        trace.put("trace_type", type);
        trace.put("started_at", time.toString());
        trace.put("finished_at", time.plusMillis(ms).toString());
        trace.put("total_elapsed_ms", ms);
        trace.put("metadata", metadata);
        trace.put("stages", stages);
        return trace;
    }

    private void measure(List<String> command) throws Exception {
        var all = new ArrayList<>(command);
        all.addAll(List.of(
                "--data",
                data.toString(),
                "--config",
                data.resolve("settings.yaml").toString(),
                "--port",
                "0",
                "--json"));
        long start = System.nanoTime();
        var process = new ProcessBuilder(all)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var lines = process.inputReader()) {
            var home = URI.create(Json.tree(lines.readLine()).get("url").asText());
            IO.println("started after %.0f ms; log of %,d MB"
                    .formatted(
                            (System.nanoTime() - start) / 1e6,
                            Files.size(data.resolve("logs/traces.jsonl")) / 1_000_000));
            long first = ask(home.resolve("/queries"));
            IO.println("first page, behind which the log is read: %,d ms".formatted(first));
            var body = client.send(
                            HttpRequest.newBuilder(home.resolve("/queries")).build(), BodyHandlers.ofString())
                    .body();
            var ids = Pattern.compile("value=\"([0-9a-f-]{36})\"")
                    .matcher(body)
                    .results()
                    .map(m -> m.group(1))
                    .toList();
            var ingestion = first(home, "/ingestions", "href=\"(/ingestions/[0-9a-f-]{36})\"");
            var document = first(home, "/data", "href=\"(/data/[^\"]*doc_[0-9a-f]{16})\"");
            for (var page : List.of(
                    "/",
                    "/data",
                    "/data?page=30",
                    "/data?text=bade",
                    document,
                    "/ingest",
                    "/ingestions",
                    "/ingestions?page=3800",
                    "/ingestions?outcome=failed&text=17",
                    ingestion,
                    "/queries",
                    "/queries?text=number+4000&least_ms=20",
                    "/queries/" + ids.getFirst(),
                    "/queries/compare?trace=" + ids.get(0) + "&trace=" + ids.get(1),
                    "/evaluation",
                    "/mcp")) {
                var times = new ArrayList<Long>();
                for (int i = 0; i < ROUNDS; i++) times.add(ask(home.resolve(page)));
                long cold = times.getFirst();
                times.sort(null);
                IO.println("%5d ms, first %5d, worst %5d  %s"
                        .formatted(times.get(ROUNDS / 2), cold, times.getLast(), page));
            }
            long pid = process.pid();
            for (var line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
                if (line.matches("(VmRSS|VmHWM|RssAnon|RssFile).*")) IO.println(line);
            }
        } finally {
            process.destroy();
        }
    }

    private String first(URI home, String page, String pattern) throws Exception {
        var body = client.send(HttpRequest.newBuilder(home.resolve(page)).build(), BodyHandlers.ofString())
                .body();
        var match = Pattern.compile(pattern).matcher(body);
        if (!match.find()) throw new IllegalStateException(page + " lists nothing:\n" + body);
        return match.group(1);
    }

    private long ask(URI page) throws Exception {
        long start = System.nanoTime();
        var answer = client.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) throw new IllegalStateException(page + " gave " + answer.statusCode());
        return (System.nanoTime() - start) / 1_000_000;
    }
}
