package rag.engine;

import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import rag.config.Nearest;
import rag.model.Chunk;
import rag.model.Domain;
import rag.model.Field;
import rag.model.FieldType;

/**
 * What a line of a manifest may say. A domain's profile allows its own fields alone; without one any field may stand
 * there, and those that the settings declare must be of their type.
 *
 * @param domain null for none
 * @param declared by key
 */
record ManifestRules(@Nullable Domain domain, Map<String, Field> declared) {

    /** A longer title would leave a passage no room beside it. */
    private static final int LONGEST_TITLE = 300;

    private static final int LONGEST_KEY = 100;

    /**
     * The metadata that a line gives, in the types of its fields, with what the domain gives to all.
     *
     * @param mistake takes what refuses the manifest
     * @param note takes what does not
     */
    Map<String, Object> check(Map<String, Object> line, Consumer<String> mistake, Consumer<String> note) {
        var given = new LinkedHashMap<String, Object>();
        if (domain != null) given.putAll(domain.forced());
        line.forEach((key, value) -> {
            if (key.equals(Manifest.PATH) || value == null || !known(key, value, mistake)) return;
            var field = declared.get(key);
            value(key, field, value, mistake, note).ifPresent(typed -> given.put(key, typed));
        });
        if (domain == null) return given;
        for (var field : domain.fields().values()) {
            var value = line.get(field.name());
            boolean empty = value == null || value instanceof String text && text.isBlank();
            if (field.required() && empty) mistake.accept(field.name() + " is missing");
        }
        order(domain.inOrder(), given, mistake);
        var validity = domain.validity();
        if (validity != null) {
            var days = List.of(validity.from(), validity.until());
            if (!domain.inOrder().containsAll(days)) order(days, given, mistake);
        }
        return given;
    }

    private boolean known(String key, Object value, Consumer<String> mistake) {
        if (domain == null) {
            boolean fit = !key.isBlank() && key.length() <= LONGEST_KEY && !key.equals(Chunk.PROVENANCE);
            if (!fit) mistake.accept("\"" + key + "\" can't be the name of a field");
            return fit;
        }
        var forced = domain.forced().get(key);
        if (domain.fields().containsKey(key) || value.equals(forced)) return true;
        if (forced != null) {
            mistake.accept("%s is always \"%s\" here, not \"%s\"".formatted(key, forced, value));
            return false;
        }
        var names = new LinkedHashSet<>(Set.of(Manifest.PATH));
        names.addAll(domain.fields().keySet());
        mistake.accept("unknown field %s%s"
                .formatted(
                        key,
                        Nearest.to(key, names)
                                .map(near -> "; did you mean " + near + "?")
                                .orElse("; known are " + String.join(", ", names))));
        return false;
    }

    private Optional<Object> value(
            String key, @Nullable Field field, Object value, Consumer<String> mistake, Consumer<String> note) {
        if (key.equals("title") && value.toString().length() > LONGEST_TITLE) {
            mistake.accept("title has more than " + LONGEST_TITLE + " characters");
        }
        if (field == null) {
            boolean plain = !(value instanceof Map) && !(value instanceof List<?> list && !texts(list));
            if (!plain) mistake.accept(key + " must be a text, a number, true, false, or a list of texts");
            return plain ? Optional.of(value) : Optional.empty();
        }
        var typed = typed(field.type(), value);
        if (typed.isEmpty()
                && domain != null
                && domain.validity() != null
                && domain.validity().names(key)) {
            note.accept("%s '%s' is no date such as 2026-01-31: its passages will be marked needs_review"
                    .formatted(key, value));
            return Optional.of(value.toString());
        }
        if (typed.isEmpty())
            mistake.accept("%s must be %s, not %s".formatted(key, field.type().words(), shown(value)));
        else allowed(field, typed.get(), mistake);
        return typed;
    }

    private static Optional<Object> typed(FieldType type, Object value) {
        boolean fits = switch (type) {
            case TEXT, DATE -> value instanceof String;
            case NUMBER -> value instanceof Number;
            case LIST -> value instanceof List<?> list && texts(list);
        };
        return fits ? type.read(value) : Optional.empty();
    }

    private static boolean texts(List<?> list) {
        return list.stream().allMatch(item -> item instanceof String);
    }

    private static void allowed(Field field, Object value, Consumer<String> mistake) {
        if (field.values().isEmpty()) return;
        for (var each : value instanceof List<?> list ? list : List.of(value)) {
            if (field.values().contains(each.toString())) continue;
            mistake.accept("%s must be one of %s, not \"%s\"%s"
                    .formatted(
                            field.name(),
                            String.join(", ", field.values()),
                            each,
                            Nearest.to(each.toString(), field.values())
                                    .map(near -> "; did you mean " + near + "?")
                                    .orElse("")));
        }
    }

    private static String shown(Object value) {
        return value instanceof String ? "\"" + value + "\"" : value.toString();
    }

    private static void order(List<String> keys, Map<String, Object> given, Consumer<String> mistake) {
        String lastKey = "";
        LocalDate last = LocalDate.MIN;
        for (var key : keys) {
            var day = FieldType.day(String.valueOf(given.get(key)));
            if (day.isEmpty()) continue;
            if (day.get().isBefore(last)) {
                mistake.accept("%s %s lies before %s %s".formatted(key, day.get(), lastKey, last));
            }
            lastKey = key;
            last = day.get();
        }
    }
}
