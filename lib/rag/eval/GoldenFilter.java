package rag.eval;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.retrieve.FilterText;
import rag.retrieve.FilterValue;

/**
 * The filter of a golden case: an object of values by key, such as {@code {"lang": ["en", "de"], "year": ">=2024"}}, or a list
 * of whole conditions, such as {@code ["lang=en,de", "year>=2024"]}, in which a key may stand twice.
 */
final class GoldenFilter {

    private final JsonCheck check;
    private final List<Condition> conditions = new ArrayList<>();

    private GoldenFilter(JsonCheck check) {
        this.check = check;
    }

    static Filter read(@Nullable JsonNode node, JsonCheck check) {
        if (node == null || JsonCheck.absent(node)) return Filter.NONE;
        var filter = new GoldenFilter(check);
        if (node.isObject()) node.properties().forEach(entry -> filter.add(entry.getKey(), entry.getValue()));
        else if (node.isArray()) for (int i = 0; i < node.size(); i++) filter.add(i, node.get(i));
        else check.mistake("/filters", "filters must be an object such as {\"lang\": \"en\"}, not " + node);
        return new Filter(filter.conditions);
    }

    private void add(int i, JsonNode condition) {
        var at = "/filters/" + i;
        if (condition.isTextual()) add(at, () -> FilterText.condition(condition.asText()));
        else check.mistake(at, "a filter in a list must be a text such as lang=en, not " + condition);
    }

    private void add(String key, JsonNode value) {
        var at = "/filters/" + JsonCheck.escaped(key);
        var allowed = value.isArray() ? value.valueStream().toList() : List.of(value);
        boolean plain = !allowed.isEmpty()
                && allowed.stream()
                        .allMatch(one -> one.isValueNode()
                                && !one.isNull()
                                && !one.asText().isEmpty());
        if (plain && !key.isBlank()) {
            var values = allowed.stream().map(GoldenFilter::plain).toList();
            add(at, () -> FilterValue.given(key, values, value.isArray()));
        } else check.mistake(at, "filter " + key + " must be a value or a list of values, not " + value);
    }

    private void add(String at, Supplier<Condition> condition) {
        try {
            conditions.add(condition.get());
        } catch (Failure e) {
            check.mistake(at, "" + e.getMessage());
        }
    }

    private static Object plain(JsonNode value) {
        if (value.isTextual()) return value.asText();
        return value.isNumber() ? value.decimalValue() : value.booleanValue();
    }
}
