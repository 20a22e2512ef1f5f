package rag.retrieve;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Misuse;

/**
 * A filter as it is written on the command line, in the dashboard, in a golden set and in a trace: {@code key=value}, {@code
 * key=one,other}, {@code key=pre*}, {@code key>=low}, {@code key<=high}, {@code key=low..high}, {@code key!=value}; see
 * {@link FilterValue}. What is written here is read as it was.
 */
public final class FilterText {

    private static final String FORMS =
            "key=value, key=one,other, key=pre*, key>=low, key<=high, key=low..high or key!=value";

    private static final Pattern PLAIN_KEY = Pattern.compile("[^=<>!\",\\n]+");
    private static final Pattern ASKED = Pattern.compile("(?s)(>=|<=|!=|=)(.+)");

    private FilterText() {}

    /** One condition; its values may be parted by commas. @throws Failure naming the forms, when it is none of them */
    public static Condition condition(String written) {
        var text = written.strip();
        int end = keyEnd(text);
        var asked = ASKED.matcher(text.substring(end).strip());
        var key = Quotes.inner(text.substring(0, end).strip());
        if (key.isBlank() || !asked.matches()) throw wrong(written);
        var value = asked.group(2).strip();
        if (value.replace(",", "").isBlank()) throw wrong(written);
        return FilterValue.condition(key, (asked.group(1).equals("=") ? "" : asked.group(1)) + value);
    }

    /** Conditions parted by commas or lines; a part without a key is one more value of the condition before it. */
    public static Filter read(String written) {
        var conditions = new ArrayList<StringBuilder>();
        for (var part : Quotes.split(written, ",\n")) {
            if (keyEnd(part) > 0) conditions.add(new StringBuilder(part));
            else if (conditions.isEmpty()) throw wrong(part);
            else conditions.getLast().append(',').append(part);
        }
        return new Filter(
                conditions.stream().map(one -> condition(one.toString())).toList());
    }

    /** Where a key ends that a sign of comparison follows; 0 when none does. */
    private static int keyEnd(String text) {
        int end = 0;
        if (text.startsWith("\"")) end = Quotes.end(text, 0);
        else {
            var key = PLAIN_KEY.matcher(text);
            if (key.lookingAt()) end = key.end();
        }
        return ASKED.matcher(text.substring(end).strip()).matches() ? end : 0;
    }

    /** The conditions, each as {@link #condition} reads it. */
    public static List<String> written(Filter filter) {
        return filter.conditions().stream().map(FilterText::written).toList();
    }

    /** The whole filter in one line, as {@link #read} reads it. */
    public static String line(Filter filter) {
        return written(filter).stream().collect(Collectors.joining(", "));
    }

    private static String written(Condition condition) {
        var key = condition.key();
        var value = FilterValue.written(condition);
        boolean plain = key.equals(key.strip()) && PLAIN_KEY.matcher(key).matches();
        boolean signed = value.startsWith(">=") || value.startsWith("<=") || value.startsWith("!=");
        return (plain ? key : Quotes.of(key)) + (signed ? "" : "=") + value;
    }

    private static Failure wrong(String written) {
        return new Misuse("a filter is written " + FORMS + ", not '" + written.strip() + "'");
    }
}
