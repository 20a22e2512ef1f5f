import java.io.BufferedWriter;
import java.io.IOException;
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
import rag.config.Json;
import rag.model.Chunk;
import rag.trace.RankChange;
import rag.trace.RankChanges;

/** A made-up log of traces over passages that are in the store. */
final class Traces {

    private static final int COUNT = 100_000;
    private static final int QUERY_EVERY = 20;

    private final Path data;
    private final String collection;
    private final List<Chunk> sample;

    Traces(Path data, String collection, List<Chunk> sample) {
        this.data = data;
        this.collection = collection;
        this.sample = sample;
    }

    /** Writes the log of a month, with a torn line here and there. */
    void write() throws IOException {
        var random = new Random(5);
        var start = Instant.now().minus(Duration.ofDays(30));
        Files.createDirectories(data.resolve("logs"));
        try (var out = Files.newBufferedWriter(data.resolve("logs/traces.jsonl"))) {
            for (int i = 0; i < COUNT; i++) {
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
        metadata.put("collections", List.of(collection));
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
        metadata.put("collection", collection);
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
}
