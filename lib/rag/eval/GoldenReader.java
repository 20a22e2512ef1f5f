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
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
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
 * evidence may have a {@code grade}. All mistakes are reported at once, each with its line.
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

    private static final Set<String> GRADED = Set.of("id", "source", "grade");

    private final Map<String, Integer> lines;
    private final List<Mistake> mistakes = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private String named = "";

    /** Pointer to the value that is looked at. */
    private String at = "";

    /** @param line from 1 */
    private record Mistake(int line, String what) {}

    private GoldenReader(Map<String, Integer> lines) {
        this.lines = lines;
    }

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
        if (text.startsWith("\ufeff")) text = text.substring(1);
        JsonNode root;
        GoldenReader reader;
        try {
            root = Json.tree(text);
            reader = new GoldenReader(Json.lines(text));
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw new Failure("%s, line %d: not JSON: %s".formatted(name, line, e.getOriginalMessage()), e);
        }
        var set = reader.set(name, root, Ids.sha256(bytes).substring(0, 16));
        if (!reader.mistakes.isEmpty()) throw reader.refusal(name);
        return set;
    }

    private Failure refusal(String name) {
        mistakes.sort(Comparator.comparingInt(Mistake::line));
        int n = mistakes.size();
        return new Failure("%s: %s:\n%s"
                .formatted(
                        name,
                        n == 1 ? "1 mistake" : n + " mistakes",
                        mistakes.stream()
                                .map(mistake -> "line %d: %s".formatted(mistake.line, mistake.what))
                                .collect(Collectors.joining("\n"))));
    }

    private GoldenSet set(String name, JsonNode root, String hash) {
        var cases = new ArrayList<GoldenSet.Case>();
        if (!root.isObject()) {
            mistake("", "the file must hold an object with test_cases");
            return new GoldenSet(name, "", "", hash, cases, List.of());
        }
        known(root, SET);
        var list = root.get("test_cases");
        if (list == null || !list.isArray() || list.isEmpty()) {
            mistake("/test_cases", "test_cases must be a list with at least one case");
        } else {
            var ids = new LinkedHashSet<String>();
            for (int i = 0; i < list.size(); i++) {
                named = "test_cases[" + i + "]: ";
                at = "/test_cases/" + i;
                var read = test(list.get(i));
                if (read == null) continue;
                if (!read.id().isEmpty() && !ids.add(read.id())) mistake("/id", "the id stands twice");
                cases.add(read);
            }
            named = "";
            at = "";
        }
        var version = root.path("version").isNumber() ? root.get("version").asText() : text(root, "version");
        return new GoldenSet(name, text(root, "description"), version, hash, cases, warnings);
    }

    private GoldenSet.@Nullable Case test(JsonNode node) {
        if (!node.isObject()) {
            mistake("", "must be an object with id and query");
            return null;
        }
        var id = text(node, "id");
        if (missing(node, "id")) mistake("/id", "id is missing");
        if (!id.isBlank()) named = "case " + id + ": ";
        known(node, CASE);
        var query = text(node, "query");
        if (missing(node, "query")) mistake("/query", "query is missing");
        var collection = text(node, "collection");
        text(node, "note");
        return new GoldenSet.Case(
                id,
                query,
                collection.isEmpty() ? null : collection,
                filter(node.get("filters")),
                date(text(node, "as_of")),
                graded(node, "expected_chunk_ids"),
                graded(node, "expected_sources"),
                evidence(node),
                text(node, "reference_answer"),
                text(node, "answer"),
                words(node, "tags"));
    }

    private Filter filter(@Nullable JsonNode node) {
        if (node == null || absent(node)) return Filter.NONE;
        var conditions = new ArrayList<Filter.Condition>();
        if (!node.isObject()) {
            mistake("/filters", "filters must be an object such as {\"lang\": \"en\"}, not " + node);
            return Filter.NONE;
        }
        node.properties().forEach(entry -> {
            var value = entry.getValue();
            var allowed = value.isArray() ? value.valueStream().toList() : List.of(value);
            boolean plain = !allowed.isEmpty()
                    && allowed.stream()
                            .allMatch(one -> one.isValueNode()
                                    && !one.isNull()
                                    && !one.asText().isEmpty());
            if (plain && !entry.getKey().isBlank()) {
                var values = allowed.stream().map(JsonNode::asText).toList();
                conditions.add(new Filter.Condition(entry.getKey(), values));
            } else {
                var what = "filter " + entry.getKey() + " must be a value or a list of values, not " + value;
                mistake("/filters/" + escaped(entry.getKey()), what);
            }
        });
        return new Filter(conditions);
    }

    private @Nullable LocalDate date(String text) {
        if (text.isEmpty()) return null;
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            mistake("/as_of", "as_of must be a day such as 2025-03-31, not " + text);
            return null;
        }
    }

    private Map<String, Integer> graded(JsonNode node, String key) {
        var graded = new LinkedHashMap<String, Integer>();
        within(node, key, "texts", item -> {
            if (item.isObject()) known(item, GRADED);
            var name = item.has("source") ? "source" : "id";
            var id = item.isObject() ? text(item, name) : item.isTextual() ? item.asText() : "";
            if (id.isBlank()) {
                if (!item.isObject() || missing(item, name))
                    mistake("", key + " holds something that is neither a text nor an id: " + item);
            } else if (graded.putIfAbsent(id, grade(item)) != null) mistake("", key + " names " + id + " twice");
        });
        return graded;
    }

    private List<GoldenSet.Evidence> evidence(JsonNode node) {
        var all = new ArrayList<GoldenSet.Evidence>();
        within(node, "expected_evidence", "objects", item -> {
            if (!item.isObject()) {
                mistake("", "evidence must be an object with source and text, not " + item);
                return;
            }
            known(item, EVIDENCE);
            var source = text(item, "source");
            var words = text(item, "text");
            if (missing(item, "source")) mistake("/source", "evidence has no source");
            if (EvidenceMatch.plain(words).isEmpty() && (missing(item, "text") || !words.isEmpty()))
                mistake("/text", "evidence has no text with a letter or digit");
            all.add(new GoldenSet.Evidence(source, page(item.get("page")), words, grade(item)));
        });
        return all;
    }

    private @Nullable Integer page(@Nullable JsonNode page) {
        if (page == null || absent(page)) return null;
        if (whole(page) && page.asInt() >= 1) return page.asInt();
        mistake("/page", "evidence: page must be a number from 1, not " + page);
        return null;
    }

    private int grade(JsonNode item) {
        var grade = item.isObject() ? item.get("grade") : null;
        if (grade == null || absent(grade)) return 1;
        if (whole(grade)) return grade.asInt();
        mistake("/grade", "grade must be a whole number, not " + grade);
        return 1;
    }

    private static boolean whole(JsonNode number) {
        return number.isIntegralNumber() && number.canConvertToInt();
    }

    private List<String> words(JsonNode node, String key) {
        var words = new ArrayList<String>();
        within(node, key, "texts", item -> {
            if (item.isTextual()) words.add(item.asText());
            else mistake("", key + " must be a list of texts, not of " + item);
        });
        return words;
    }

    /** Looks at each item of a list. @param kind what it holds, in words */
    private void within(JsonNode node, String key, String kind, Consumer<JsonNode> look) {
        var list = node.get(key);
        if (list == null || absent(list)) return;
        if (!list.isArray()) {
            mistake("/" + key, "%s must be a list of %s, not %s".formatted(key, kind, list));
            return;
        }
        var outside = at;
        for (int i = 0; i < list.size(); i++) {
            at = outside + "/" + key + "/" + i;
            look.accept(list.get(i));
        }
        at = outside;
    }

    private String text(JsonNode node, String key) {
        var value = node.get(key);
        if (value == null || absent(value)) return "";
        if (value.isTextual()) return value.asText();
        mistake("/" + key, key + " must be a text, not " + value);
        return "";
    }

    private void known(JsonNode node, Set<String> keys) {
        node.fieldNames().forEachRemaining(key -> {
            if (keys.contains(key)) return;
            var near = Nearest.to(key, new java.util.TreeSet<>(keys));
            if (near.isPresent())
                mistake("/" + escaped(key), "unknown key " + key + "; did you mean " + near.get() + "?");
            else warnings.add(named + key + " is not used");
        });
    }

    private static boolean absent(@Nullable JsonNode node) {
        return node == null || node.isNull() || node.isMissingNode();
    }

    private static boolean missing(JsonNode node, String key) {
        var value = node.get(key);
        return value == null
                || absent(value)
                || value.isTextual() && value.asText().isBlank();
    }

    private static String escaped(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }

    /** @param below pointer from what is looked at; where nothing is there, the line of what holds it counts */
    private void mistake(String below, String what) {
        var line = lines.get(at + below);
        mistakes.add(new Mistake(line == null ? lines.getOrDefault(at, 1) : line, named + what));
    }
}
