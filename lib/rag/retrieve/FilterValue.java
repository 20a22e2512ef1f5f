package rag.retrieve;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import rag.model.Failure;
import rag.model.FieldType;
import rag.model.Filter.Condition;
import rag.model.Filter.Operator;
import rag.model.Misuse;

/**
 * What a filter asks of a key, as one writes it: {@code value}, {@code one,other}, {@code pre*}, {@code >=low}, {@code
 * <=high}, {@code low..high}, and {@code !=} before a value, a list or {@code low..high} for its contrary. A text in quotes
 * is taken letter by letter; a quote in it is written twice. Every condition can be written so, and is read as it was.
 */
public final class FilterValue {

    private static final String FORMS = "value, one,other, pre*, >=low, <=high, low..high, !=value or \"literally\"";

    private static final Pattern COMPARED = Pattern.compile("(?s)(>=|<=|>|<|==|!=)(.*)");
    private static final Pattern SIGNS = Pattern.compile("[\",*=<>\\p{Cntrl}]|\\.\\.");

    /** What may stand at the end of a range; whether it suits the key is seen where the key's type is known. */
    private static final Pattern PARTIAL_DAY = Pattern.compile("\\d{4}-\\d{2}");

    private FilterValue() {}

    /** @throws Failure naming the forms, when it is none of them */
    public static Condition condition(String key, String written) {
        var value = written.strip();
        var compared = COMPARED.matcher(value);
        if (compared.matches())
            return compared(key, compared.group(1), compared.group(2).strip(), written);
        int dots = value.startsWith("\"") ? Quotes.end(value, 0) : value.indexOf("..");
        if (dots >= 0 && value.startsWith("..", dots) && value.length() > 2) {
            String low = value.substring(0, dots).strip(),
                    high = value.substring(dots + 2).strip();
            if (ends(low) && ends(high)) return within(key, low, high, written);
        }
        var words = Quotes.split(value, ",");
        if (words.isEmpty()) throw wrong(key, written);
        long prefixes = words.stream().filter(word -> word.endsWith("*")).count();
        if (prefixes > 0 && prefixes < words.size()) {
            throw new Misuse("a prefix stands alone or beside prefixes, pre*, not '" + written + "'");
        }
        return new Condition(
                key,
                prefixes > 0 ? Operator.PREFIX : Operator.ANY_OF,
                words.stream()
                        .map(word -> prefixes > 0 ? word.substring(0, word.length() - 1) : word)
                        .map(word -> literal(key, word))
                        .toList());
    }

    private static Condition compared(String key, String sign, String value, String written) {
        if (value.isEmpty() || value.startsWith("!=")) throw wrong(key, written);
        return switch (sign) {
            case ">=" -> within(key, value, "", written);
            case "<=" -> within(key, "", value, written);
            case "!=" -> contrary(condition(key, value), written);
            default -> throw wrong(key, written);
        };
    }

    private static Condition contrary(Condition condition, String written) {
        var operator = switch (condition.operator()) {
            case ANY_OF -> Operator.NONE_OF;
            case WITHIN -> Operator.OUTSIDE;
            case PREFIX, NONE_OF, OUTSIDE -> throw wrong(condition.key(), written);
        };
        return new Condition(condition.key(), operator, condition.values());
    }

    private static Condition within(String key, String low, String high, String written) {
        String from = literal(key, low), to = literal(key, high);
        if (from.isEmpty() && to.isEmpty()) throw wrong(key, written);
        return Condition.within(key, from, to);
    }

    private static String literal(String key, String word) {
        if (word.startsWith("\"") && !Quotes.isWhole(word)) {
            throw new Misuse("filter '%s': a quote within quotes is written twice, not %s".formatted(key, word));
        }
        return Quotes.inner(word);
    }

    /** One of several values that are listed: as it is, or what stands in its quotes. */
    public static String oneOf(String key, String written) {
        var value = written.strip();
        if (Quotes.isWhole(value)) return Quotes.inner(value);
        if (value.isEmpty()) throw wrong(key, written);
        var form = condition(key, value.replace(",", ""));
        if (form.operator() != Operator.ANY_OF) {
            throw new Misuse("filter '%s': a range or a prefix stands alone, '%s' not beside other values"
                    .formatted(key, written));
        }
        return value;
    }

    /**
     * As JSON gives it: a text alone is read as any; in a list a comma stands for itself; a number or a truth is what it is.
     *
     * @param values none a list or an object
     * @param listed whether they stand in a list
     */
    public static Condition given(String key, List<?> values, boolean listed) {
        var first = values.getFirst();
        boolean alone = values.size() == 1 && first instanceof String text && !(listed && text.contains(","));
        if (alone) return condition(key, "" + first);
        return new Condition(
                key,
                values.stream()
                        .map(one -> one instanceof String text ? oneOf(key, text) : FieldType.written(one))
                        .toList());
    }

    /** What is asked of the key, so that {@link #condition} reads it back. */
    public static String written(Condition condition) {
        var values = condition.values();
        String first = values.getFirst(), last = values.getLast();
        return switch (condition.operator()) {
            case ANY_OF -> listed(values, "");
            case NONE_OF -> "!=" + listed(values, "");
            case PREFIX -> listed(values, "*");
            case WITHIN -> last.isEmpty() ? ">=" + end(first) : first.isEmpty() ? "<=" + end(last) : range(first, last);
            case OUTSIDE -> "!=" + range(first, last);
        };
    }

    private static String listed(List<String> values, String behind) {
        return values.stream().map(value -> word(value, behind) + behind).collect(Collectors.joining(","));
    }

    private static String word(String value, String behind) {
        boolean plain = value.isEmpty() ? !behind.isEmpty() : value.equals(value.strip());
        return plain && !SIGNS.matcher(value).find() ? value : Quotes.of(value);
    }

    private static String range(String low, String high) {
        return end(low) + ".." + end(high);
    }

    private static String end(String value) {
        boolean plain = isEnd(value) && !value.startsWith(".") && !value.endsWith(".");
        return value.isEmpty() ? "" : plain ? word(value, "") : Quotes.of(value);
    }

    private static boolean ends(String written) {
        return isEnd(written) || Quotes.isWhole(written);
    }

    private static boolean isEnd(String text) {
        return text.isEmpty()
                || FieldType.number(text).isPresent()
                || FieldType.day(text).isPresent()
                || PARTIAL_DAY.matcher(text).matches();
    }

    private static Failure wrong(String key, String written) {
        return new Misuse("filter '%s' is written %s; not '%s'".formatted(key, FORMS, written));
    }
}
