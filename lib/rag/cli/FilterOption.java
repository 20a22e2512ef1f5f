package rag.cli;

import java.util.List;
import rag.model.Failure;
import rag.model.Filter.Condition;

/** A filter as it is written on the command line: {@code key=value} or {@code key=one,other}. */
public final class FilterOption {

    private FilterOption() {}

    public static Condition condition(String written) {
        int equals = written.indexOf('=');
        if (equals < 1 || equals == written.length() - 1) {
            throw new Failure("a filter is written key=value, not '" + written + "'");
        }
        var value = written.substring(equals + 1);
        boolean quoted = value.length() > 2 && value.startsWith("\"") && value.endsWith("\"");
        return new Condition(
                written.substring(0, equals).strip(),
                quoted ? List.of(value.substring(1, value.length() - 1)) : List.of(value.split(",")));
    }
}
