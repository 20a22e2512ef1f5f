package rag.model;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the values of a metadata key are. */
public enum FieldType {
    TEXT("a text"),
    NUMBER("a number such as 2026"),
    DATE("a date such as 2026-01-31"),
    LIST("a list of texts");

    /** A day as ISO 8601 writes it, alone or with a time behind it. */
    private static final Pattern DAY = Pattern.compile("(\\d{4}-\\d{2}-\\d{2})(?:[T ]\\d{2}:\\d{2}.*)?");

    private static final Pattern DECIMAL = Pattern.compile("[-+]?(\\d{1,30}(\\.\\d{0,30})?|\\.\\d{1,30})");

    private static final Pattern PLAIN = Pattern.compile("-?(0|[1-9]\\d{0,29})(\\.\\d{1,30})?");

    private final String words;

    FieldType(String words) {
        this.words = words;
    }

    /** What a value must be, in words: "a date such as 2026-01-31". */
    public String words() {
        return words;
    }

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The day that a text names; empty when it names none. A time behind the day is left off. */
    public static Optional<LocalDate> day(String text) {
        var found = DAY.matcher(text.strip());
        if (!found.matches()) return Optional.empty();
        try {
            return Optional.of(LocalDate.parse(found.group(1)));
        } catch (DateTimeException e) {
            return Optional.empty(); // 2026-02-30
        }
    }

    /** The number that a text writes in decimals; empty when it writes none. */
    public static Optional<BigDecimal> number(String text) {
        return DECIMAL.matcher(text.strip()).matches() ? Optional.of(new BigDecimal(text.strip())) : Optional.empty();
    }

    /**
     * The one way to write the number that a text writes, so that 2.50 is 2.5 and 9.0 is 9; empty when it writes none. A
     * sign or zeros before it make it a code, such as 007.
     */
    public static Optional<String> plainNumber(String text) {
        return PLAIN.matcher(text.strip()).matches()
                ? Optional.of(written(new BigDecimal(text.strip())))
                : Optional.empty();
    }

    /** A value as a text that a filter compares: a number in decimals, 9.0 as 9. */
    public static String written(Object value) {
        return switch (value) {
            case BigDecimal number ->
                number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
            case Double number when Double.isFinite(number) -> written(BigDecimal.valueOf(number));
            default -> value.toString();
        };
    }

    /** A value of metadata as one of this type; empty when it is none. */
    public Optional<Object> read(Object value) {
        return switch (this) {
            case TEXT -> Optional.of(value);
            case LIST -> Optional.of(value instanceof List<?> ? value : List.of(value.toString()));
            case NUMBER ->
                value instanceof Number
                        ? Optional.of(value)
                        : number(value.toString()).map(FieldType::plain);
            case DATE -> day(value.toString()).map(LocalDate::toString);
        };
    }

    private static Number plain(BigDecimal number) {
        boolean whole = number.stripTrailingZeros().scale() <= 0;
        return whole ? number.toBigInteger() : number.doubleValue();
    }
}
