package rag.store;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum.SeekStatus;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;
import org.jspecify.annotations.Nullable;
import rag.model.Chunk;
import rag.model.FieldType;

/**
 * Numbers and days of metadata as terms that sort as they do, {@code key NUL n|d 16 hex digits}, all in one field: a
 * field of points for each key would let the documents' front matter make thousands of fields. A day is what {@link
 * FieldType#day} reads in a text; a number is one, not a text that looks like one.
 */
public final class OrderedTerms {

    private static final char NUMBER = 'n', DAY = 'd';

    /** Sorts behind every hex digit. */
    private static final char BEHIND = 'g';

    private OrderedTerms() {}

    /** What a range that lets the chunk pass may ask for. */
    public static Collection<String> of(Chunk chunk) {
        var terms = new LinkedHashSet<String>();
        chunk.metadata().forEach((key, value) -> {
            if (!FilterTerms.isFilterable(key)) return;
            for (var each : value instanceof Collection<?> values ? values : List.of(value)) {
                term(each).ifPresent(term -> terms.add(FilterTerms.name(key) + FilterTerms.NUL + term));
            }
        });
        return terms;
    }

    private static Optional<String> term(Object value) {
        if (value instanceof Number number) return Optional.of(number(number.doubleValue()));
        return FieldType.day(value.toString()).map(OrderedTerms::day);
    }

    private static String number(double value) {
        return NUMBER + sortable(NumericUtils.doubleToSortableLong(value == 0 ? 0.0 : value));
    }

    private static String day(LocalDate day) {
        return DAY + sortable(day.toEpochDay());
    }

    private static String sortable(long value) {
        return "%016x".formatted(value ^ Long.MIN_VALUE);
    }

    /** Chunks with a value between two numbers or two days, both included; "" leaves an end open. */
    static FilterTerms.Match between(String key, String from, String to) {
        char kind = FieldType.day(from.isEmpty() ? to : from).isPresent() ? DAY : NUMBER;
        var before = FilterTerms.name(key) + FilterTerms.NUL;
        var lower = from.isEmpty() ? "" + kind : end(from, kind);
        var upper = to.isEmpty() ? "" + kind + BEHIND : end(to, kind);
        return new FilterTerms.Match.Between(before + lower, before + upper);
    }

    private static String end(String value, char kind) {
        var term = kind == DAY
                ? FieldType.day(value).map(OrderedTerms::day)
                : FieldType.number(value).map(BigDecimal::doubleValue).map(OrderedTerms::number);
        return term.orElseThrow(() -> new IllegalArgumentException("no two numbers or two days: " + value));
    }

    /** Whether a term stands for a number or for a day. */
    public static FieldType type(String term) {
        return FilterTerms.value(term).charAt(0) == DAY ? FieldType.DATE : FieldType.NUMBER;
    }

    /** Which keys have numbers, which days. @param terms of the field; null when no chunk has any */
    static Map<String, Set<FieldType>> types(@Nullable Terms terms) throws IOException {
        var types = new TreeMap<String, Set<FieldType>>();
        if (terms == null) return types;
        var each = terms.iterator();
        var from = "";
        while (each.seekCeil(new BytesRef(from)) != SeekStatus.END) {
            var term = each.term().utf8ToString();
            int end = term.indexOf(FilterTerms.NUL);
            types.computeIfAbsent(FilterTerms.key(term), key -> EnumSet.noneOf(FieldType.class))
                    .add(type(term));
            from = term.substring(0, end + 2) + BEHIND;
        }
        return types;
    }
}
