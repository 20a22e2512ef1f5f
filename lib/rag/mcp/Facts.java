package rag.mcp;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Data as text that reads well and leaves out nothing: "name: value" lines, lists with dashes, in their order. */
final class Facts {

    /** The key of a sentence that stands for itself. */
    static final String SUMMARY = "summary";

    private Facts() {}

    static String text(Map<String, Object> data) {
        var out = new StringBuilder();
        if (data.get(SUMMARY) instanceof String sentence) out.append(sentence).append('\n');
        data.forEach((key, value) -> {
            if (!key.equals(SUMMARY)) entry(key, value, "", out);
        });
        return out.toString().stripTrailing();
    }

    private static void entry(String key, Object value, String indent, StringBuilder out) {
        switch (value) {
            case Map<?, ?> map when map.isEmpty() -> {}
            case Map<?, ?> map
            when flat(map) ->
                out.append(indent).append(key).append(": ").append(line(map)).append('\n');
            case Map<?, ?> map -> {
                out.append(indent).append(key).append(":\n");
                map.forEach((name, item) -> entry("" + name, item, indent + "  ", out));
            }
            case Collection<?> list
            when list.isEmpty() -> out.append(indent).append(key).append(": none\n");
            case Collection<?> list -> {
                out.append(indent).append(key).append(":\n");
                for (var item : list) item(item, indent + "- ", out);
            }
            default -> scalar(key, "" + value, indent, out);
        }
    }

    /** Text of several lines stands below its name. */
    private static void scalar(String key, String text, String indent, StringBuilder out) {
        out.append(indent).append(key).append(':');
        if (text.indexOf('\n') < 0) out.append(' ').append(text).append('\n');
        else out.append('\n').append((text + "\n").replaceAll("(?m)^(?=.)", indent + "  "));
    }

    private static void item(Object item, String dash, StringBuilder out) {
        if (!(item instanceof Map<?, ?> map)) {
            out.append(dash).append(item).append('\n');
            return;
        }
        if (flat(map)) {
            out.append(dash).append(line(map)).append('\n');
            return;
        }
        var block = new StringBuilder();
        map.forEach((name, value) -> entry("" + name, value, " ".repeat(dash.length()), block));
        out.append(dash).append(block.substring(dash.length()));
    }

    /** Whether a map fits on one line: short values, and short lists of them. */
    private static boolean flat(Map<?, ?> map) {
        return map.values().stream().allMatch(Facts::isShort);
    }

    private static boolean isShort(Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                map.size() <= 8 && map.values().stream().noneMatch(v -> v instanceof Map || v instanceof List);
            case Collection<?> list ->
                list.size() <= 8 && list.stream().noneMatch(v -> v instanceof Map || v instanceof List);
            default -> ("" + value).indexOf('\n') < 0;
        };
    }

    private static String line(Map<?, ?> map) {
        return map.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + inline(entry.getValue()))
                .collect(Collectors.joining("; "));
    }

    private static String inline(Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                "("
                        + map.entrySet().stream()
                                .map(entry -> entry.getKey() + " " + entry.getValue())
                                .collect(Collectors.joining(", "))
                        + ")";
            case Collection<?> list ->
                list.isEmpty() ? "none" : list.stream().map(String::valueOf).collect(Collectors.joining(", "));
            default -> "" + value;
        };
    }
}
