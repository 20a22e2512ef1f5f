package rag.cli;

import java.util.regex.Pattern;
import rag.model.Failure;
import rag.model.Filter.Condition;
import rag.retrieve.FilterValue;

/**
 * A filter as it is written on the command line: {@code key=value}, {@code key=one,other}, {@code key=pre*}, {@code
 * key>=low}, {@code key<=high}, {@code key=low..high}. A value in quotes is taken letter by letter.
 */
public final class FilterOption {

    private static final String FORMS = "key=value, key=one,other, key=pre*, key>=low, key<=high or key=low..high";

    private static final Pattern WRITTEN = Pattern.compile("(?s)([^=<>]*[^=<>\\s][^=<>]*)(>=|<=|=)(.+)");

    private FilterOption() {}

    public static Condition condition(String written) {
        var parts = WRITTEN.matcher(written);
        if (!parts.matches()) throw wrong(written);
        var key = parts.group(1).strip();
        var value = parts.group(3).strip();
        var sign = parts.group(2).equals("=") ? "" : parts.group(2);
        if (value.replace(",", "").isBlank()) throw wrong(written);
        return FilterValue.condition(key, sign + value);
    }

    private static Failure wrong(String written) {
        return new Failure("a filter is written " + FORMS + ", not '" + written + "'");
    }
}
