package rag.mcp.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import rag.config.Json;
import rag.config.Nearest;
import rag.text.Texts;

/**
 * Holds the arguments of a call against the tool's input schema, in words that tell a model what to write instead. Knows
 * what portable schemas are made of: type, enum, minimum, maximum, minLength, maxLength, pattern, items, minItems,
 * maxItems, properties, required, additionalProperties. Other keywords are not looked at.
 */
final class Arguments {

    private final List<String> problems = new ArrayList<>();

    private Arguments() {}

    /**
     * The arguments without those that are null, which many clients send for "not given".
     *
     * @throws BadParameters naming everything that is wrong at once
     */
    static Map<String, Object> checked(Map<String, Object> schema, Map<String, Object> given) {
        var arguments = new LinkedHashMap<>(given);
        arguments.values().removeIf(value -> value == null);
        var check = new Arguments();
        check.object("", schema, arguments);
        if (!check.problems.isEmpty()) {
            var all = String.join("; ", check.problems);
            throw new BadParameters(all.endsWith("?") ? all : all + ".");
        }
        return arguments;
    }

    private void object(String path, Map<String, Object> schema, Map<String, Object> value) {
        var properties = Rpc.object(schema, "properties");
        if (schema.get("required") instanceof List<?> required) {
            for (var name : required) {
                if (value.get(String.valueOf(name)) == null) problems.add("'" + path + name + "' is missing");
            }
        }
        value.forEach((name, item) -> {
            if (properties.get(name) instanceof Map<?, ?> property) {
                value(path + name, Rpc.typed(property), item);
            } else if (Boolean.FALSE.equals(schema.get("additionalProperties"))) {
                problems.add(unknown(path, name, properties));
            } else if (schema.get("additionalProperties") instanceof Map<?, ?> other) {
                value(path + name, Rpc.typed(other), item);
            }
        });
    }

    private static String unknown(String path, String name, Map<String, Object> properties) {
        var meant = Nearest.to(name, properties.keySet());
        if (meant.isPresent()) return "there is no '%s%s'; did you mean '%s'?".formatted(path, name, meant.get());
        if (properties.isEmpty()) return "there is no '" + path + name + "': nothing is to be given";
        return "there is no '%s%s', only %s".formatted(path, name, String.join(", ", properties.keySet()));
    }

    private void value(String name, Map<String, Object> schema, Object value) {
        if (schema.get("enum") instanceof List<?> allowed && !allowed.contains(value)) {
            problems.add("'%s' must be one of %s, not %s".formatted(name, allowed, shown(value)));
            return;
        }
        switch (String.valueOf(schema.get("type"))) {
            case "string" -> {
                if (value instanceof String text) text(name, schema, text);
                else wrong(name, "a string", value);
            }
            case "integer" -> {
                if (value instanceof Number number && isWhole(number)) number(name, schema, number);
                else wrong(name, "a whole number", value);
            }
            case "number" -> {
                if (value instanceof Number number) number(name, schema, number);
                else wrong(name, "a number", value);
            }
            case "boolean" -> {
                if (!(value instanceof Boolean)) wrong(name, "true or false", value);
            }
            case "array" -> {
                if (value instanceof List<?> list) list(name, schema, list);
                else wrong(name, "an array", value);
            }
            case "object" -> {
                if (value instanceof Map<?, ?> map) object(name + ".", schema, Rpc.typed(map));
                else wrong(name, "an object", value);
            }
            default -> {
                // A schema without a type allows anything.
            }
        }
    }

    private void text(String name, Map<String, Object> schema, String text) {
        bounds(name, schema, "Length", text.codePointCount(0, text.length()), " characters");
        if (schema.get("pattern") instanceof String pattern
                && !Pattern.compile(pattern).matcher(text).find()) {
            problems.add("'%s' must match %s, not be %s".formatted(name, pattern, shown(text)));
        }
    }

    private void list(String name, Map<String, Object> schema, List<?> list) {
        bounds(name, schema, "Items", list.size(), " entries");
        var items = Rpc.object(schema, "items");
        for (int i = 0; i < list.size(); i++) {
            var item = list.get(i);
            if (item == null) problems.add("'%s[%d]' is null".formatted(name, i));
            else value(name + "[" + i + "]", items, item);
        }
    }

    private void bounds(String name, Map<String, Object> schema, String what, int count, String unit) {
        if (schema.get("min" + what) instanceof Number least && count < least.intValue()) {
            var few = count == 0 ? "must not be empty" : "must have at least " + least + unit;
            problems.add("'" + name + "' " + few);
        }
        if (schema.get("max" + what) instanceof Number most && count > most.intValue()) {
            problems.add("'%s' has %d%s, at most %s are allowed".formatted(name, count, unit, most));
        }
    }

    private void number(String name, Map<String, Object> schema, Number number) {
        boolean small = schema.get("minimum") instanceof Number least && number.doubleValue() < least.doubleValue();
        boolean large = schema.get("maximum") instanceof Number most && number.doubleValue() > most.doubleValue();
        if (!small && !large) return;
        var least = schema.get("minimum");
        var most = schema.get("maximum");
        var range = least == null ? "at most " + most : most == null ? "at least " + least : least + " to " + most;
        problems.add("'%s' must be %s, not %s".formatted(name, range, shown(number)));
    }

    private static boolean isWhole(Number number) {
        return !(number instanceof Double || number instanceof Float) || number.doubleValue() % 1 == 0;
    }

    private void wrong(String name, String wanted, Object value) {
        problems.add("'%s' must be %s, not %s".formatted(name, wanted, shown(value)));
    }

    private static String shown(Object value) {
        return Texts.shortened(Json.line(value), 60);
    }
}
