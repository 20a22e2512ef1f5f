package rag.web;

import io.pebbletemplates.pebble.extension.AbstractExtension;
import io.pebbletemplates.pebble.extension.Filter;
import io.pebbletemplates.pebble.extension.escaper.SafeString;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import rag.text.Counted;

/** How values are written in pages: {@code {{ trace.elapsedMs | ms }}}. Null becomes a dash, that is not there. */
final class Filters extends AbstractExtension {

    private static final String NONE = "–";
    private static final DateTimeFormatter LOCAL =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

    @Override
    public Map<String, Filter> getFilters() {
        var filters = new LinkedHashMap<String, Filter>();
        filters.put("time", of(Filters::time));
        filters.put("ms", of(value -> ms(number(value))));
        filters.put("size", of(value -> size(number(value))));
        filters.put("n", of(value -> String.format(Locale.ROOT, "%,d", Math.round(number(value)))));
        filters.put("score", of(value -> score(number(value))));
        filters.put("percent", of(value -> String.format(Locale.ROOT, "%.1f %%", 100 * number(value))));
        filters.put("many", many());
        filters.put("file", of(value -> file(value.toString())));
        filters.put("words", of(value -> value.toString().replace('_', ' ')));
        return filters;
    }

    private static Filter of(Function<Object, Object> write) {
        return new Filter() {
            @Override
            public @Nullable List<String> getArgumentNames() {
                return null;
            }

            @Override
            public Object apply(
                    @Nullable Object input,
                    Map<String, Object> args,
                    PebbleTemplate self,
                    EvaluationContext context,
                    int line) {
                return input == null || input.toString().isEmpty() ? NONE : write.apply(input);
            }
        };
    }

    /** {@code {{ 1 | many("image") }}}: "1 image", "2 images". */
    private static Filter many() {
        return new Filter() {
            @Override
            public List<String> getArgumentNames() {
                return List.of("what");
            }

            @Override
            public Object apply(
                    @Nullable Object input,
                    Map<String, Object> args,
                    PebbleTemplate self,
                    EvaluationContext context,
                    int line) {
                long n = input == null ? 0 : Math.round(number(input));
                return Counted.of(n, "" + args.get("what"));
            }
        };
    }

    private static double number(Object value) {
        return value instanceof Number n ? n.doubleValue() : Double.parseDouble(value.toString());
    }

    private static Object time(Object value) {
        var instant = value instanceof Instant given ? given : Instant.parse(value.toString());
        return new SafeString("<time datetime=\"%s\" title=\"%s\">%s</time>"
                .formatted(instant, UTC.format(instant), LOCAL.format(instant)));
    }

    static String ms(double ms) {
        if (Double.isNaN(ms)) return NONE;
        if (ms < 10) return String.format(Locale.ROOT, "%.2f ms", ms);
        if (ms < 1000) return String.format(Locale.ROOT, "%.0f ms", ms);
        if (ms < 60_000) return String.format(Locale.ROOT, "%.2f s", ms / 1000);
        return "%d min %02d s".formatted((long) ms / 60_000, (long) ms / 1000 % 60);
    }

    static String size(double bytes) {
        if (bytes < 1000) return "%.0f B".formatted(bytes);
        var units = List.of("kB", "MB", "GB", "TB");
        int unit = -1;
        while (bytes >= 999.5 && unit < units.size() - 1) {
            bytes /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, bytes < 10 ? "%.1f %s" : "%.0f %s", bytes, units.get(unit));
    }

    static String score(double score) {
        return String.format(Locale.ROOT, Math.abs(score) < 10 ? "%.4f" : "%.2f", score);
    }

    /** The last part of a source's path; of the page of a folder, as https://example.org/docs/ is one, all but the scheme. */
    static String file(String source) {
        var name = source.substring(source.lastIndexOf('/') + 1);
        return name.isEmpty() ? source.substring(source.indexOf("://") < 0 ? 0 : source.indexOf("://") + 3) : name;
    }
}
