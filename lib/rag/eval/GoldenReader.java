package rag.eval;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rag.config.Json;
import rag.config.Nearest;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Ids;

/**
 * Reads a golden set:
 *
 * <pre>
 *   {"description": "", "version": "", "test_cases": [{
 *     "id": "pump-oil", "query": "How often does the pump need oil?",
 *     "collection": "manuals", "filters": {"lang": "en"}, "as_of": "2025-03-01",
 *     "expected_chunk_ids": [], "expected_sources": ["manuals/pump.md"],
 *     "expected_evidence": [{"source": "manuals/pump.md", "page": 3, "text": "oil every ten days"}],
 *     "reference_answer": "Every ten days.", "answer": "", "tags": []}]}
 * </pre>
 *
 * Only {@code id} and {@code query} must be there. An entry of the first two lists may be {@code {"id": …, "grade": 2}}, and
 * evidence may have a {@code grade}. All mistakes are reported at once.
 */
public final class GoldenReader {

    private static final Set<String> SET = Set.of("description", "version", "test_cases");
    private static final Set<String> CASE = Set.of(
            "id",
            "query",
            "collection",
            "filters",
            "as_of",
            "expected_chunk_ids",
            "expected_sources",
            "expected_evidence",
            "reference_answer",
            "answer",
            "tags",
            "note");
    private static final Set<String> EVIDENCE = Set.of("source", "page", "text", "grade");

    private final List<String> mistakes = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private String at = "";

    private GoldenReader() {}

    /** The set over the example documents, built into the program. */
    public static GoldenSet shipped() {
        try (var in = GoldenReader.class.getResourceAsStream("/rag/eval/golden.json")) {
            if (in == null) throw new IllegalStateException("not built in: examples/golden.json");
            return read("examples", in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws Failure with every mistake, one a line */
    public static GoldenSet read(Path file) {
        try {
            return read(file.toString(), Files.readAllBytes(file));
        } catch (IOException e) {
            throw new Failure(
                    "can't read the test set %s: %s"
                            .formatted(file, Files.exists(file) ? e.getMessage() : "it does not exist"),
                    e);
        }
    }

    static GoldenSet read(String name, byte[] bytes) {
        var text = new String(bytes, StandardCharsets.UTF_8);
        JsonNode root;
        try {
            root = Json.tree(text.startsWith("\ufeff") ? text.substring(1) : text);
        } catch (JsonProcessingException e) {
            throw new Failure(
                    "%s, line %d: not JSON: %s"
                            .formatted(
                                    name,
                                    e.getLocation() == null
                                            ? 1
                                            : e.getLocation().getLineNr(),
                                    e.getOriginalMessage()),
                    e);
        }
        var reader = new GoldenReader();
        var set = reader.set(name, root, Ids.sha256(bytes).substring(0, 16));
        if (!reader.mistakes.isEmpty()) {
            int n = reader.mistakes.size();
            throw new Failure("%s: %s:\n%s"
                    .formatted(name, n == 1 ? "1 mistake" : n + " mistakes", String.join("\n", reader.mistakes)));
        }
        return set;
    }

    private GoldenSet set(String name, JsonNode root, String hash) {
        var cases = new ArrayList<GoldenSet.Case>();
        if (!root.isObject()) {
            mistakes.add("the file must hold an object with test_cases");
            return new GoldenSet(name, "", "", hash, cases, List.of());
        }
        known(root, SET);
        var list = root.get("test_cases");
        if (list == null || !list.isArray() || list.isEmpty()) {
            mistakes.add("test_cases must be a list with at least one case");
        } else {
            var ids = new LinkedHashSet<String>();
            for (int i = 0; i < list.size(); i++) {
                at = "test_cases[" + i + "]: ";
                var read = test(list.get(i));
                if (read == null) continue;
                if (!ids.add(read.id())) mistake("the id stands twice");
                cases.add(read);
            }
            at = "";
        }
        return new GoldenSet(name, text(root, "description"), text(root, "version"), hash, cases, warnings);
    }

    private GoldenSet.@Nullable Case test(JsonNode node) {
        if (!node.isObject()) {
            mistake("must be an object with id and query");
            return null;
        }
        var id = text(node, "id");
        if (id.isBlank()) mistake("id is missing");
        else at = "case " + id + ": ";
        known(node, CASE);
        var query = text(node, "query");
        if (query.isBlank()) mistake("query is missing");
        var collection = text(node, "collection");
        return new GoldenSet.Case(
                id,
                query,
                collection.isEmpty() ? null : collection,
                filter(node.get("filters")),
                date(text(node, "as_of")),
                graded(node, "expected_chunk_ids"),
                graded(node, "expected_sources"),
                evidence(node.get("expected_evidence")),
                text(node, "reference_answer"),
                text(node, "answer"),
                words(node.get("tags"), "tags"));
    }

    private Filter filter(@Nullable JsonNode node) {
        if (node == null || absent(node)) return Filter.NONE;
        var conditions = new ArrayList<Filter.Condition>();
        if (!node.isObject()) {
            mistake("filters must be an object such as {\"lang\": \"en\"}");
            return Filter.NONE;
        }
        node.properties().forEach(entry -> {
            var value = entry.getValue();
            var allowed = value.isArray() ? words(value, "filters") : List.of(value.asText());
            if (entry.getKey().isBlank() || value.isObject() || allowed.isEmpty() || allowed.contains("")) {
                mistake("filter " + entry.getKey() + " must be a value or a list of values");
            } else {
                conditions.add(new Filter.Condition(entry.getKey(), allowed));
            }
        });
        return new Filter(conditions);
    }

    private @Nullable LocalDate date(String text) {
        if (text.isEmpty()) return null;
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            mistake("as_of must be a day such as 2025-03-31, not " + text);
            return null;
        }
    }

    private Map<String, Integer> graded(JsonNode node, String key) {
        var graded = new LinkedHashMap<String, Integer>();
        var list = node.get(key);
        if (list == null || absent(list)) return graded;
        if (!list.isArray()) {
            mistake(key + " must be a list");
            return graded;
        }
        for (var item : list) {
            var id = item.isObject() ? text(item, item.has("source") ? "source" : "id") : item.asText();
            if (item.isArray() || id.isBlank()) mistake(key + " holds something that is neither a text nor an id");
            else if (graded.putIfAbsent(id, grade(item)) != null) mistake(key + " names " + id + " twice");
        }
        return graded;
    }

    private List<GoldenSet.Evidence> evidence(@Nullable JsonNode list) {
        var all = new ArrayList<GoldenSet.Evidence>();
        if (list == null || absent(list)) return all;
        if (!list.isArray()) {
            mistake("expected_evidence must be a list");
            return all;
        }
        for (var item : list) {
            if (!item.isObject()) {
                mistake("evidence must be an object with source and text");
                continue;
            }
            known(item, EVIDENCE);
            var source = text(item, "source");
            var words = text(item, "text");
            var page = item.get("page");
            if (source.isBlank()) mistake("evidence has no source");
            if (EvidenceMatch.plain(words).isEmpty()) mistake("evidence has no text with a letter or digit");
            if (page != null && !absent(page) && !(page.canConvertToInt() && page.asInt() >= 1)) {
                mistake("evidence: page must be a number from 1, not " + page);
                page = null;
            }
            all.add(new GoldenSet.Evidence(
                    source, page == null || absent(page) ? null : page.asInt(), words, grade(item)));
        }
        return all;
    }

    private int grade(JsonNode item) {
        var grade = item.isObject() ? item.get("grade") : null;
        if (grade == null || absent(grade)) return 1;
        if (!grade.canConvertToInt()) mistake("grade must be a whole number, not " + grade);
        return grade.asInt(1);
    }

    private List<String> words(@Nullable JsonNode list, String key) {
        var words = new ArrayList<String>();
        if (list == null || absent(list)) return words;
        if (!list.isArray()) mistake(key + " must be a list of texts");
        for (var item : list) words.add(item.asText());
        return words;
    }

    private String text(JsonNode node, String key) {
        var value = node.get(key);
        if (absent(value)) return "";
        if (value.isContainerNode()) mistake(key + " must be a text");
        return value.asText();
    }

    private void known(JsonNode node, Set<String> keys) {
        node.fieldNames().forEachRemaining(key -> {
            if (keys.contains(key)) return;
            var near = Nearest.to(key, new java.util.TreeSet<>(keys));
            if (near.isPresent()) mistake("unknown key " + key + "; did you mean " + near.get() + "?");
            else warnings.add(at + key + " is not used");
        });
    }

    private static boolean absent(@Nullable JsonNode node) {
        return node == null || node.isNull() || node.isMissingNode();
    }

    private void mistake(String what) {
        mistakes.add(at + what);
    }
}
