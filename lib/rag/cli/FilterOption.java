package rag.cli;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import rag.model.Failure;
import rag.model.FieldType;
import rag.model.Filter.Condition;
import rag.model.Filter.Operator;

/**
 * A filter as it is written on the command line: {@code key=value}, {@code key=one,other}, {@code key=pre*}, {@code
 * key>=low}, {@code key<=high}, {@code key=low..high}. A value in quotes is taken letter by letter.
 */
public final class FilterOption {

    private static final String FORMS = "key=value, key=one,other, key=pre*, key>=low, key<=high or key=low..high";

    private static final Pattern WRITTEN = Pattern.compile("(?s)([^=<>]+)(>=|<=|=)(.+)");
    private static final Pattern BETWEEN = Pattern.compile("(.*?)\\.\\.(.*)");

    /** What may stand at the end of a range; whether it suits the key is seen where the key's type is known. */
    private static final Pattern PARTIAL_DAY = Pattern.compile("\\d{4}-\\d{2}");

    private FilterOption() {}

    public static Condition condition(String written) {
        var parts = WRITTEN.matcher(written);
        if (!parts.matches()) throw new Failure("a filter is written " + FORMS + ", not '" + written + "'");
        var key = parts.group(1).strip();
        var value = parts.group(3).strip();
        return switch (parts.group(2)) {
            case ">=" -> Condition.within(key, value, "");
            case "<=" -> Condition.within(key, "", value);
            default -> equal(key, value, written);
        };
    }

    private static Condition equal(String key, String value, String written) {
        if (value.length() > 2 && value.startsWith("\"") && value.endsWith("\"")) {
            return new Condition(key, List.of(value.substring(1, value.length() - 1)));
        }
        var range = BETWEEN.matcher(value);
        if (range.matches() && isEnd(range.group(1)) && isEnd(range.group(2)) && value.length() > 2) {
            return Condition.within(key, range.group(1), range.group(2));
        }
        var values = Stream.of(value.split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
        if (values.isEmpty()) throw new Failure("a filter is written " + FORMS + ", not '" + written + "'");
        if (!value.endsWith("*")) return new Condition(key, values);
        if (values.size() > 1) throw new Failure("a prefix stands alone, key=pre*, not '" + written + "'");
        return new Condition(key, Operator.PREFIX, List.of(value.substring(0, value.length() - 1)));
    }

    private static boolean isEnd(String text) {
        return text.isEmpty()
                || FieldType.number(text).isPresent()
                || FieldType.day(text).isPresent()
                || PARTIAL_DAY.matcher(text).matches();
    }
}
