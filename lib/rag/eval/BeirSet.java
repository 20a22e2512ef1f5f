package rag.eval;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import rag.config.Json;
import rag.model.Failure;

/**
 * A retrieval test collection in the format of BEIR (Thakur et al. 2021): {@code corpus.jsonl}, {@code queries.jsonl}
 * and {@code qrels/test.tsv} or {@code qrels.tsv}. All maps keep the order of the files.
 *
 * @param name the folder's name
 * @param corpus documents by id
 * @param queries queries by id, judged or not
 * @param qrels grade by document id, by query id; a grade of 0 or less is judged and not relevant
 */
public record BeirSet(
        String name, Map<String, Text> corpus, Map<String, Query> queries, Map<String, Map<String, Integer>> qrels) {

    public BeirSet {
        for (var query : qrels.keySet()) {
            if (!queries.containsKey(query)) throw new Failure(name + ": qrels judge an unknown query: " + query);
        }
        corpus = Collections.unmodifiableMap(corpus);
        queries = Collections.unmodifiableMap(queries);
        qrels = Collections.unmodifiableMap(qrels);
    }

    /** A document; {@code title} is "" where there is none. */
    public record Text(String id, String title, String text) {

        /** Title, blank, text: the one text that flat BM25 and embeddings are measured on. */
        public String full() {
            return title.isEmpty() ? text : title + " " + text;
        }
    }

    /** A query with whatever else its line tells, such as {@code answers}. */
    public record Query(String id, String text, Map<String, Object> metadata) {}

    /**
     * Reads a folder.
     *
     * @throws Failure for a file that is missing or a line that can't be read, with its number
     */
    public static BeirSet read(Path folder) {
        var corpus = new LinkedHashMap<String, Text>();
        lines(folder.resolve("corpus.jsonl"), line -> {
            var row = Json.read(line, Row.class);
            corpus.put(row.id(), new Text(row.id(), row.title(), row.text()));
        });
        var queries = new LinkedHashMap<String, Query>();
        lines(folder.resolve("queries.jsonl"), line -> {
            var row = Json.read(line, Row.class);
            queries.put(row.id(), new Query(row.id(), row.text(), row.metadata()));
        });
        var qrels = new LinkedHashMap<String, Map<String, Integer>>();
        var beir = folder.resolve("qrels/test.tsv");
        lines(Files.exists(beir) ? beir : folder.resolve("qrels.tsv"), line -> {
            var cells = line.split("\t");
            if (cells.length != 3) throw new IllegalArgumentException("not three columns");
            if (cells[2].strip().equals("score")) return;
            qrels.computeIfAbsent(cells[0], q -> new LinkedHashMap<>())
                    .put(cells[1], Integer.valueOf(cells[2].strip()));
        });
        return new BeirSet(folder.toAbsolutePath().normalize().getFileName().toString(), corpus, queries, qrels);
    }

    private interface LineReader {
        void read(String line) throws JsonProcessingException;
    }

    private static void lines(Path file, LineReader reader) {
        int number = 0;
        try (var lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String line; (line = lines.readLine()) != null; ) {
                number++;
                if (number == 1 && line.startsWith("\uFEFF"))
                    line = line.substring(1); // as editors on Windows write it
                if (!line.isBlank()) reader.read(line);
            }
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new Failure("%s, line %d: %s".formatted(file, number, e.getMessage()), e);
        } catch (IOException e) {
            throw new Failure(
                    "can't read %s (%s): a BEIR folder holds corpus.jsonl, queries.jsonl and qrels/test.tsv"
                            .formatted(file, e),
                    e);
        }
    }

    @com.fasterxml.jackson.annotation.JsonIgnoreProperties(ignoreUnknown = true)
    private record Row(
            @com.fasterxml.jackson.annotation.JsonProperty("_id")
            String id,

            String title,
            String text,
            Map<String, Object> metadata) {

        @SuppressWarnings("UnusedMethod") // Jackson calls it
        Row {
            if (id == null || text == null) throw new IllegalArgumentException("no _id or no text");
            title = title == null ? "" : title;
            metadata = metadata == null ? Map.of() : metadata;
        }
    }
}
