package rag.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import rag.answer.Budget;
import rag.model.Chunk;
import rag.model.Failure;
import rag.store.CollectionCounts;
import rag.store.HistoryRow;
import rag.transform.Terms;

/** What a collection is made of: its documents by format and state, the length of its chunks, its words, its sizes. */
final class CollectionAnalysis {

    /** Of a larger collection every second, third … document is read: a client does not wait for more. */
    private static final int MOST_CHUNKS = 20_000;

    private static final int MOST_WORDS = 20;

    private final Visit visit;
    private final String name;
    private final Map<String, Integer> tags = new HashMap<>();
    private final Map<String, Integer> words = new HashMap<>();
    private final List<Long> tokens = new ArrayList<>();

    CollectionAnalysis(Visit visit, String name) {
        this.visit = visit;
        this.name = name;
    }

    static Schema facts(Schema schema) {
        return schema.text("states", "analyze: documents by state, where not all are ready")
                .numbers("formats", "analyze: documents by format")
                .numbers("languages", "analyze: chunks by language")
                .whole("pages", "analyze")
                .whole("tokens", "analyze: of all chunks, estimated")
                .numbers("tokens_per_chunk", "analyze: mean, median, largest")
                .numbers("top_tags", "analyze: chunks by tag")
                .numbers("top_terms", "analyze: chunks by word, without stop words")
                .text("embedding_model", "analyze")
                .whole("stale", "analyze: documents that answer with an older version")
                .whole("source_bytes", "analyze: size of the sources")
                .whole("index_bytes", "analyze: size of the index on disk")
                .text("created_at", "analyze")
                .text("last_ingest", "analyze")
                .texts("notes", "analyze: what the figures leave out");
    }

    void addTo(Map<String, Object> data) {
        var engine = visit.engine();
        var counts = ClearCollection.counts(visit, name);
        var rows = CollectionChoice.maintenance(engine).list(name);
        ListCollections.stats(counts, data);
        data.put("formats", ordered(formats(rows), Integer.MAX_VALUE));
        data.put("pages", rows.stream().mapToInt(HistoryRow::pages).sum());
        if (new CollectionChoice(engine).searchable(name)) read(rows, counts, data);
        if (counts.stale() > 0) data.put("stale", counts.stale());
        data.put("source_bytes", counts.bytes());
        data.put("index_bytes", indexBytes(engine.data(), name));
        counts.createdAt()
                .ifPresent(at -> data.put(
                        "created_at", at.truncatedTo(ChronoUnit.SECONDS).toString()));
    }

    private static Map<String, Integer> formats(List<HistoryRow> rows) {
        var formats = new HashMap<String, Integer>();
        for (var row : rows) formats.merge(row.type().isEmpty() ? "unread" : row.type(), 1, Integer::sum);
        return formats;
    }

    private void read(List<HistoryRow> rows, CollectionCounts counts, Map<String, Object> data) {
        int step = 1 + counts.chunks() / (MOST_CHUNKS + 1);
        try (var reader = visit.engine().store().reader(List.of(name))) {
            for (int i = 0; i < rows.size(); i += step) {
                if (visit.call().cancelled()) throw new CancellationException();
                if (rows.get(i).chunks() > 0)
                    reader.document(rows.get(i).documentId()).forEach(this::count);
            }
            data.put("languages", ordered(reader.languages(), Integer.MAX_VALUE));
        } catch (IOException e) {
            throw new Failure("the passages of collection '" + name + "' can't be read: " + e.getMessage(), e);
        }
        lengths(counts.chunks(), data);
        data.put("top_tags", ordered(tags, MOST_WORDS));
        data.put("top_terms", ordered(words, MOST_WORDS));
        if (step > 1) {
            data.put(
                    "notes",
                    List.of("tokens, tags and terms are taken from %d of %d chunks, those of every %d. document"
                            .formatted(tokens.size(), counts.chunks(), step)));
        }
    }

    private void count(Chunk chunk) {
        tokens.add(Budget.tokens(chunk.text()));
        for (var tag : chunk.tags()) tags.merge(Quoted.line(tag), 1, Integer::sum);
        for (var word : Terms.of(chunk.text(), chunk.language()).keySet()) {
            words.merge(Quoted.line(word), 1, Integer::sum);
        }
    }

    private void lengths(int chunks, Map<String, Object> data) {
        if (tokens.isEmpty()) return;
        Collections.sort(tokens);
        double mean = tokens.stream().mapToLong(Long::longValue).average().orElse(0);
        data.put("tokens", Math.round(mean * chunks));
        var spread = new LinkedHashMap<String, Object>();
        spread.put("mean", Math.round(mean));
        spread.put("median", tokens.get(tokens.size() / 2));
        spread.put("largest", tokens.getLast());
        data.put("tokens_per_chunk", spread);
    }

    /** The most frequent first, equal ones by name. */
    private static Map<String, Object> ordered(Map<String, Integer> counts, int most) {
        var ordered = new LinkedHashMap<String, Object>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(most)
                .forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
        return ordered;
    }

    /** Files come and go while a run writes. */
    static long indexBytes(Path data, String collection) {
        var folder = data.resolve("index").resolve(collection);
        if (!Files.isDirectory(folder)) return 0;
        long size = 0;
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                try {
                    size += Files.size(file);
                } catch (NoSuchFileException e) {
                    // merged away a moment ago
                }
            }
        } catch (IOException e) {
            throw new Failure("the index below " + folder + " can't be read: " + e.getMessage(), e);
        }
        return size;
    }
}
