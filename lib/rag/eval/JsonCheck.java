package rag.eval;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rag.config.Json;
import rag.config.Nearest;
import rag.model.Failure;

/** Reads values of a JSON file that a person wrote, and gathers what is wrong with them, each with its line. */
final class JsonCheck {

    private final Map<String, Integer> lines;
    private final List<Mistake> mistakes = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private String name = "";

    /** Pointer to the value that is looked at. */
    private String at = "";

    /** @param line from 1 */
    private record Mistake(int line, String what) {}

    /** @param lines of the file's values, as {@link Json#lines} gives them */
    JsonCheck(Map<String, Integer> lines) {
        this.lines = lines;
    }

    /** Looks at another value from now on. @param name what messages call it; "" for nothing */
    void enter(String pointer, String name) {
        this.at = pointer;
        this.name = name;
    }

    void name(String name) {
        this.name = name;
    }

    private String named() {
        return name.isEmpty() ? "" : name + ": ";
    }

    List<String> warnings() {
        return warnings;
    }

    /** @throws Failure with every mistake, one a line */
    void refuse(String file) {
        if (mistakes.isEmpty()) return;
        mistakes.sort(Comparator.comparingInt(Mistake::line));
        int n = mistakes.size();
        throw new Failure("%s: %s:\n%s"
                .formatted(
                        file,
                        n == 1 ? "1 mistake" : n + " mistakes",
                        mistakes.stream()
                                .map(mistake -> "line %d: %s".formatted(mistake.line, mistake.what))
                                .collect(Collectors.joining("\n"))));
    }

    static boolean whole(JsonNode number) {
        return number.isIntegralNumber() && number.canConvertToInt();
    }

    /** Looks at each item of a list. @param kind what it holds, in words */
    void within(JsonNode node, String key, String kind, Consumer<JsonNode> look) {
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

    String text(JsonNode node, String key) {
        var value = node.get(key);
        if (value == null || absent(value)) return "";
        if (value.isTextual()) return value.asText();
        mistake("/" + key, key + " must be a text, not " + value);
        return "";
    }

    void known(JsonNode node, Set<String> keys) {
        node.fieldNames().forEachRemaining(key -> {
            if (keys.contains(key)) return;
            var near = Nearest.to(key, new TreeSet<>(keys));
            if (near.isPresent())
                mistake("/" + escaped(key), "unknown key " + key + "; did you mean " + near.get() + "?");
            else warnings.add(named() + key + " is not used");
        });
    }

    static boolean absent(@Nullable JsonNode node) {
        return node == null || node.isNull() || node.isMissingNode();
    }

    static boolean missing(JsonNode node, String key) {
        var value = node.get(key);
        return value == null
                || absent(value)
                || value.isTextual() && value.asText().isBlank();
    }

    static String escaped(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }

    /** @param below pointer from what is looked at; where nothing is there, the line of what holds it counts */
    void mistake(String below, String what) {
        var line = lines.get(at + below);
        mistakes.add(new Mistake(line == null ? lines.getOrDefault(at, 1) : line, named() + what));
    }
}
