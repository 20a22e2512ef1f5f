package rag.retrieve;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import rag.model.Failure;
import rag.model.Field;
import rag.model.FieldType;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Misuse;

/**
 * Holds filters against the types of their keys: a declared type is obeyed, and of other keys the documents tell whether
 * they are numbers or dates. Values come out as they are stored, so that {@code 2.50} finds 2.5 and {@code >=2026-03}
 * begins on the first of March. What can't be compared is a failure that names the type, never an empty answer.
 */
public final class TypedFilters {

    private static final Pattern YEAR = Pattern.compile("\\d{4}");
    private static final Pattern MONTH = Pattern.compile("\\d{4}-(0[1-9]|1[0-2])");

    private final Map<String, Field> declared;
    private final Map<String, Set<FieldType>> found;

    /** @param declared by key @param found keys of the documents with numbers or dates under them */
    public TypedFilters(Map<String, Field> declared, Map<String, Set<FieldType>> found) {
        this.declared = Map.copyOf(declared);
        this.found = Map.copyOf(found);
    }

    public Filter checked(Filter filter) {
        return new Filter(filter.conditions().stream().map(this::checked).toList());
    }

    private Condition checked(Condition condition) {
        var field = declared.get(condition.key());
        return switch (condition.operator()) {
            case WITHIN, OUTSIDE -> range(condition, field == null ? type(condition) : field.type());
            case PREFIX -> {
                if (field != null && field.type() == FieldType.NUMBER) throw wrong(condition.key(), field, "…*");
                yield condition;
            }
            case ANY_OF, NONE_OF ->
                field == null
                        ? condition
                        : new Condition(
                                condition.key(),
                                condition.operator(),
                                condition.values().stream()
                                        .map(value -> value(field, value))
                                        .toList());
        };
    }

    private static String value(Field field, String value) {
        var read = field.type() == FieldType.NUMBER
                ? FieldType.number(value).map(FieldType::written)
                : field.type().read(value).map(v -> field.type() == FieldType.DATE ? v.toString() : value);
        if (read.isEmpty()) throw wrong(field.name(), field, value);
        if (field.values().isEmpty() || field.values().stream().anyMatch(v -> fold(v).equals(fold(value)))) {
            return read.get();
        }
        throw new Misuse(
                "'%s' must be one of %s, not '%s'".formatted(field.name(), String.join(", ", field.values()), value));
    }

    private static String fold(String text) {
        return text.strip().toLowerCase(Locale.ROOT);
    }

    /** What an undeclared key's range compares: numbers where the documents have some and the ends are some. */
    private FieldType type(Condition condition) {
        var types = found.getOrDefault(condition.key(), Set.of());
        if (types.isEmpty()) {
            throw new Misuse("'%s' holds texts: a range needs a key with numbers or dates%s"
                    .formatted(
                            condition.key(),
                            found.isEmpty()
                                    ? ", and there is none"
                                    : ", such as "
                                            + String.join(
                                                    ", ",
                                                    found.keySet().stream()
                                                            .sorted()
                                                            .toList())));
        }
        boolean numbers = condition.values().stream()
                .allMatch(end -> end.isEmpty() || FieldType.number(end).isPresent());
        if (types.size() > 1) return numbers ? FieldType.NUMBER : FieldType.DATE;
        return types.iterator().next();
    }

    private static Condition range(Condition condition, FieldType type) {
        var key = condition.key();
        var from = end(key, type, condition.values().getFirst(), true);
        var to = end(key, type, condition.values().getLast(), false);
        if (!from.isEmpty() && !to.isEmpty() && compare(type, from, to) > 0) {
            throw new Misuse("'%s' lies between %s and %s: write the lesser one first".formatted(key, from, to));
        }
        return new Condition(key, condition.operator(), List.of(from, to));
    }

    private static int compare(FieldType type, String from, String to) {
        return type == FieldType.DATE ? from.compareTo(to) : new BigDecimal(from).compareTo(new BigDecimal(to));
    }

    private static String end(String key, FieldType type, String value, boolean first) {
        if (value.isEmpty()) return "";
        var read = switch (type) {
            case NUMBER -> FieldType.number(value).map(BigDecimal::toPlainString);
            case DATE -> day(value, first).map(LocalDate::toString);
            case TEXT, LIST ->
                throw new Misuse("'%s' holds %s: a range needs a number or a date".formatted(key, type.words()));
        };
        return read.orElseThrow(() -> wrong(key, Field.of(key, type), value));
    }

    /** A year or a month is meant from its first to its last day. */
    private static Optional<LocalDate> day(String value, boolean first) {
        var text = value.strip();
        if (YEAR.matcher(text).matches()) text += first ? "-01" : "-12";
        if (!MONTH.matcher(text).matches()) return FieldType.day(text);
        var month = YearMonth.parse(text);
        return Optional.of(first ? month.atDay(1) : month.atEndOfMonth());
    }

    private static Failure wrong(String key, Field field, String value) {
        return new Misuse(
                "'%s' must be %s, not '%s'".formatted(key, field.type().words(), value));
    }
}
