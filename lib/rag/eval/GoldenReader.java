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
import rag.model.Failure;
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
 * Only {@code id} and {@code query} must be there. {@code filters} may also be a list such as {@code ["year>=2024", "lang=en"]}. An entry of the first two lists may be {@code {"id": …, "grade": 2}}, and
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

    private final JsonCheck check;

    private GoldenReader(JsonCheck check) {
        this.check = check;
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
        JsonCheck check;
        try {
            root = Json.tree(text);
            check = new JsonCheck(Json.lines(text));
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw new Failure("%s, line %d: not JSON: %s".formatted(name, line, e.getOriginalMessage()), e);
        }
        var set = new GoldenReader(check).set(name, root, Ids.sha256(bytes).substring(0, 16));
        check.refuse(name);
        return set;
    }

    private GoldenSet set(String name, JsonNode root, String hash) {
        var cases = new ArrayList<GoldenSet.Case>();
        if (!root.isObject()) {
            check.mistake("", "the file must hold an object with test_cases");
            return new GoldenSet(name, "", "", hash, cases, List.of());
        }
        check.known(root, SET);
        var list = root.get("test_cases");
        if (list == null || !list.isArray() || list.isEmpty()) {
            check.mistake("/test_cases", "test_cases must be a list with at least one case");
        } else {
            var ids = new LinkedHashSet<String>();
            for (int i = 0; i < list.size(); i++) {
                check.enter("/test_cases/" + i, "test_cases[" + i + "]");
                var read = test(list.get(i));
                if (read == null) continue;
                if (!read.id().isEmpty() && !ids.add(read.id())) check.mistake("/id", "the id stands twice");
                cases.add(read);
            }
            check.enter("", "");
        }
        var version = root.path("version").isNumber() ? root.get("version").asText() : check.text(root, "version");
        return new GoldenSet(name, check.text(root, "description"), version, hash, cases, check.warnings());
    }

    private GoldenSet.@Nullable Case test(JsonNode node) {
        if (!node.isObject()) {
            check.mistake("", "must be an object with id and query");
            return null;
        }
        var id = check.text(node, "id");
        if (JsonCheck.missing(node, "id")) check.mistake("/id", "id is missing");
        if (!id.isBlank()) check.name("case " + id);
        check.known(node, CASE);
        var query = check.text(node, "query");
        if (JsonCheck.missing(node, "query")) check.mistake("/query", "query is missing");
        var collection = check.text(node, "collection");
        check.text(node, "note");
        return new GoldenSet.Case(
                id,
                query,
                collection.isEmpty() ? null : collection,
                GoldenFilter.read(node.get("filters"), check),
                date(check.text(node, "as_of")),
                graded(node, "expected_chunk_ids"),
                graded(node, "expected_sources"),
                evidence(node),
                check.text(node, "reference_answer"),
                check.text(node, "answer"),
                words(node, "tags"));
    }

    private @Nullable LocalDate date(String text) {
        if (text.isEmpty()) return null;
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            check.mistake("/as_of", "as_of must be a day such as 2025-03-31, not " + text);
            return null;
        }
    }

    private Map<String, Integer> graded(JsonNode node, String key) {
        var graded = new LinkedHashMap<String, Integer>();
        check.within(node, key, "texts", item -> {
            if (item.isObject()) check.known(item, GRADED);
            var name = item.has("source") ? "source" : "id";
            var id = item.isObject() ? check.text(item, name) : item.isTextual() ? item.asText() : "";
            if (id.isBlank()) {
                if (!item.isObject() || JsonCheck.missing(item, name))
                    check.mistake("", key + " holds something that is neither a text nor an id: " + item);
            } else if (graded.putIfAbsent(id, grade(item)) != null) check.mistake("", key + " names " + id + " twice");
        });
        return graded;
    }

    private List<GoldenSet.Evidence> evidence(JsonNode node) {
        var all = new ArrayList<GoldenSet.Evidence>();
        check.within(node, "expected_evidence", "objects", item -> {
            if (!item.isObject()) {
                check.mistake("", "evidence must be an object with source and text, not " + item);
                return;
            }
            check.known(item, EVIDENCE);
            var source = check.text(item, "source");
            var words = check.text(item, "text");
            if (JsonCheck.missing(item, "source")) check.mistake("/source", "evidence has no source");
            if (EvidenceMatch.plain(words).isEmpty() && (JsonCheck.missing(item, "text") || !words.isEmpty()))
                check.mistake("/text", "evidence has no text with a letter or digit");
            all.add(new GoldenSet.Evidence(source, page(item.get("page")), words, grade(item)));
        });
        return all;
    }

    private @Nullable Integer page(@Nullable JsonNode page) {
        if (page == null || JsonCheck.absent(page)) return null;
        if (JsonCheck.whole(page) && page.asInt() >= 1) return page.asInt();
        check.mistake("/page", "evidence: page must be a number from 1, not " + page);
        return null;
    }

    private int grade(JsonNode item) {
        var grade = item.isObject() ? item.get("grade") : null;
        if (grade == null || JsonCheck.absent(grade)) return 1;
        if (JsonCheck.whole(grade)) return grade.asInt();
        check.mistake("/grade", "grade must be a whole number, not " + grade);
        return 1;
    }

    private List<String> words(JsonNode node, String key) {
        var words = new ArrayList<String>();
        check.within(node, key, "texts", item -> {
            if (item.isTextual()) words.add(item.asText());
            else check.mistake("", key + " must be a list of texts, not of " + item);
        });
        return words;
    }
}
