package rag.mcp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;

/** Whether an answer says the same as text and as data, whatever tool gave it. */
final class SameFacts {

    private SameFacts() {}

    /** Every value of the data stands in the text, and every word with a digit or a slash of the text in the data. */
    static void check(Map<String, Object> result) {
        var text = plain(Talk.text(result));
        var data = plain(leaves(Talk.data(result)) + " " + keys(Talk.data(result))); // a table's heads are keys
        for (var value : values(Talk.data(result))) {
            assertTrue(text.contains(plain(value)), "only in the data: " + value + "\n" + text);
        }
        for (var word : text.split(" ")) {
            var fact = word.replaceAll("^[\\[(\"']+|[\\])\"',.:;]+$", "");
            if (fact.matches(".*[0-9/].*") && !fact.matches("n=.*|</?passage.*|[0-9]+"))
                assertTrue(data.contains(fact), "only in the text: " + fact + "\n" + data);
        }
    }

    private static String plain(String text) {
        return text.replaceAll("[\\s|]+", " ").strip();
    }

    private static String leaves(Object json) {
        return String.join(" ", values(json));
    }

    private static String keys(Object json) {
        return switch (json) {
            case Map<?, ?> map ->
                map.keySet() + " " + map.values().stream().map(SameFacts::keys).toList();
            case List<?> list -> list.stream().map(SameFacts::keys).toList().toString();
            default -> "";
        };
    }

    private static List<String> values(Object json) {
        return switch (json) {
            case Map<?, ?> map ->
                map.values().stream().flatMap(v -> values(v).stream()).toList();
            case List<?> list -> list.stream().flatMap(v -> values(v).stream()).toList();
            default -> List.of("" + json);
        };
    }
}
