package rag.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import rag.config.Json;
import rag.config.Settings;
import rag.config.WholeFile;
import rag.eval.GoldenReader;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Ids;
import rag.text.Texts;

/**
 * The user's own golden set: the one that {@code evaluation.test_set} names, else {@code <data>/golden.json}. A case keeps
 * the words that answer, so that it still holds when documents are cut anew.
 */
final class GoldenCases {

    private static final int LONGEST_SLUG = 40;

    private final Path file;

    GoldenCases(Settings settings) {
        var named = settings.evaluation().testSet();
        this.file = named.isEmpty() || Files.isDirectory(Path.of(named))
                ? settings.data().resolve("golden.json")
                : Path.of(named);
    }

    Path file() {
        return file;
    }

    boolean exists() {
        return Files.exists(file);
    }

    /**
     * Adds a case, or puts it in the place of one with the same question, collection and filters.
     *
     * @param filters each as {@link rag.retrieve.FilterText#condition} reads it
     * @param answers the passages that answer it
     * @return the case's id
     */
    synchronized String add(String query, String collection, List<String> filters, List<Chunk> answers) {
        if (answers.isEmpty()) throw new Failure("mark the hits that answer the question, then make the case");
        var set = read();
        var cases = set.withArray("test_cases");
        var id = id(query, collection, filters);
        for (int i = cases.size() - 1; i >= 0; i--)
            if (cases.get(i).path("id").asText().equals(id)) cases.remove(i);
        var made = cases.addObject();
        made.put("id", id).put("query", query).put("collection", collection);
        if (!filters.isEmpty()) filters.forEach(made.putArray("filters")::add);
        var ids = made.putArray("expected_chunk_ids");
        var sources = made.putArray("expected_sources");
        var evidence = made.putArray("expected_evidence");
        for (var chunk : answers) {
            ids.add(chunk.id());
            if (!holds(sources, chunk.source())) sources.add(chunk.source());
            var text = chunk.text().replaceAll("\\[IMAGE: [^]]*]", " ").strip();
            if (text.codePoints().noneMatch(Character::isLetterOrDigit)) continue; // a picture says nothing to look for
            var span = evidence.addObject().put("source", chunk.source());
            if (chunk.pages() != null) span.put("page", chunk.pages().first());
            span.put("text", text);
        }
        write(set);
        return id;
    }

    private static boolean holds(ArrayNode texts, String text) {
        for (var one : texts) if (one.asText().equals(text)) return true;
        return false;
    }

    /** Words of the question, and a piece of its hash: readable, and the same for the same question. */
    static String id(String query, String collection, List<String> filters) {
        var slug = query.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}]+", "-")
                .replaceAll("^-|-$", "");
        if (slug.length() > LONGEST_SLUG) slug = Texts.cut(slug, LONGEST_SLUG).replaceAll("-[^-]*$", "");
        var asked = filters.isEmpty() ? query : query + "\n" + String.join("\n", filters);
        return slug + "-" + Ids.document(collection, asked).substring(4, 10);
    }

    private ObjectNode read() {
        try {
            if (!exists()) {
                var fresh = new LinkedHashMap<String, Object>();
                fresh.put("description", "Cases made in the dashboard");
                fresh.put("version", "1");
                fresh.put("test_cases", List.of());
                return (ObjectNode) Json.tree(Json.line(fresh));
            }
            GoldenReader.read(file); // a file with mistakes is not written over
            return (ObjectNode) Json.tree(Files.readString(file).replaceFirst("^\ufeff", ""));
        } catch (JsonProcessingException e) {
            throw new Failure("the golden set " + file + " is not JSON", e);
        } catch (IOException e) {
            throw new Failure("the golden set " + file + " can't be read: " + e.getMessage(), e);
        }
    }

    private void write(ObjectNode set) {
        try {
            WholeFile.write(file.toAbsolutePath(), draft -> Files.writeString(draft, Json.pretty(set) + "\n"));
        } catch (IOException e) {
            throw new Failure("the golden set " + file + " can't be written: " + e.getMessage(), e);
        }
    }
}
