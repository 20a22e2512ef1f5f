package rag.retrieve;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import rag.model.Failure;
import rag.model.FieldType;
import rag.model.Filter.Condition;
import rag.model.Filter.Operator;
import rag.model.Misuse;

/**
 * What a filter asks of a key, as one writes it: {@code value}, {@code one,other}, {@code pre*}, {@code >=low}, {@code
 * <=high}, {@code low..high}. A value in quotes is taken letter by letter.
 */
public final class FilterValue {

    private static final String FORMS = "value, one,other, pre*, >=low, <=high, low..high or \"literally\"";

    private static final Pattern COMPARED = Pattern.compile("(?s)(>=|<=|>|<|==|!=)(.*)");
    private static final Pattern BETWEEN = Pattern.compile("(?s)(.*?)\\.\\.(.*)");

    /** What may stand at the end of a range; whether it suits the key is seen where the key's type is known. */
    private static final Pattern PARTIAL_DAY = Pattern.compile("\\d{4}-\\d{2}");

    private FilterValue() {}

    /** @throws Failure naming the forms, when it is none of them */
    public static Condition condition(String key, String written) {
        var value = written.strip();
        if (isQuoted(value)) return new Condition(key, List.of(inner(value)));
        var compared = COMPARED.matcher(value);
        if (compared.matches()) {
            var end = compared.group(2).strip();
            if (compared.group(1).equals(">=") && !end.isEmpty()) return Condition.within(key, end, "");
            if (compared.group(1).equals("<=") && !end.isEmpty()) return Condition.within(key, "", end);
            throw wrong(key, written);
        }
        var range = BETWEEN.matcher(value);
        if (range.matches() && isEnd(range.group(1)) && isEnd(range.group(2)) && value.length() > 2) {
            return Condition.within(key, range.group(1), range.group(2));
        }
        var values = Stream.of(value.split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
        if (values.isEmpty()) throw wrong(key, written);
        if (values.stream().noneMatch(word -> word.endsWith("*"))) return new Condition(key, values);
        if (values.size() > 1) throw new Misuse("a prefix stands alone, pre*, not '" + written + "'");
        return new Condition(key, Operator.PREFIX, List.of(value.substring(0, value.length() - 1)));
    }

    /** One of several values that are listed: as it is, or what stands in its quotes. */
    public static String oneOf(String key, String written) {
        var value = written.strip();
        if (isQuoted(value)) return inner(value);
        if (value.isEmpty()) throw wrong(key, written);
        var form = condition(key, value.replace(",", ""));
        if (form.operator() != Operator.ANY_OF) {
            throw new Misuse("filter '%s': a range or a prefix stands alone, '%s' not beside other values"
                    .formatted(key, written));
        }
        return value;
    }

    private static boolean isQuoted(String value) {
        return value.length() > 2 && value.startsWith("\"") && value.endsWith("\"");
    }

    private static String inner(String quoted) {
        return quoted.substring(1, quoted.length() - 1);
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
