package rag.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum.SeekStatus;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;
import rag.model.Chunk;
import rag.model.FieldType;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Filter.Operator;
import rag.model.Ids;

/**
 * Filters as exact terms, {@code key NUL value}, all in one field: a value is compared as a whole, whatever signs it has.
 * Keys and values are compared without regard to case, width and outer blanks, and numbers by what they are worth, also in
 * texts: "2.50" is 2.5. Sources and document ids are not folded.
 *
 * <p>A source is found by its whole path, by any ending of it that starts at a folder or file name, and by each folder
 * above it, written as a path or as its name. What is longer than 500 characters is found whole, not by its beginning.
 */
final class FilterQueries {

    private static final List<String> KEYS = List.of("document", "lang", "source", "tag", "type");

    private static final char NUL = 0;

    /** Longer values are compared by their hash; Lucene refuses a term of 32 KB. */
    private static final int LONGEST_VALUE = 500;

    private static final int LONGEST_KEY = 100;

    private FilterQueries() {}

    /** What a filter that lets the chunk pass may ask for. */
    static Collection<String> terms(Chunk chunk) {
        var terms = new LinkedHashSet<String>();
        terms.add(term("document", chunk.documentId()));
        terms.add(term("lang", chunk.language()));
        terms.add(term("type", chunk.type()));
        for (var tag : chunk.tags()) terms.add(term("tag", tag));
        for (var place : places(chunk.source())) terms.add(term("source", place));
        chunk.metadata().forEach((key, value) -> {
            if (!isFilterable(key)) return;
            if (value instanceof Collection<?> values) values.forEach(each -> put(terms, key, each));
            else put(terms, key, value);
        });
        return terms;
    }

    /** Terms that are looked at for each place that is wanted: most are paths of several names. */
    private static final int LOOKED_FOR_A_PLACE = 10;

    private static void put(Collection<String> terms, String key, Object value) {
        var text = value.toString();
        terms.add(term(key, text));
        terms.add(term(key, FieldType.written(value)));
        FieldType.plainNumber(text).ifPresent(number -> terms.add(term(key, number)));
        FieldType.day(text).ifPresent(day -> terms.add(term(key, day.toString())));
    }

    static boolean isFilterable(String key) {
        return !key.isBlank() && key.length() <= LONGEST_KEY && !key.equals(Chunk.PROVENANCE);
    }

    static Query query(Filter filter) {
        if (filter.none()) return MatchAllDocsQuery.INSTANCE;
        var all = new BooleanQuery.Builder();
        for (var condition : filter.conditions()) {
            boolean negated = condition.operator() == Operator.NONE_OF || condition.operator() == Operator.OUTSIDE;
            if (negated) all.add(MatchAllDocsQuery.INSTANCE, Occur.FILTER);
            all.add(query(condition), negated ? Occur.MUST_NOT : Occur.FILTER);
        }
        return all.build();
    }

    /** Chunks that have such a value, whether that is asked for or forbidden. */
    private static Query query(Condition condition) {
        var key = condition.key();
        var values = condition.values();
        return switch (condition.operator()) {
            case ANY_OF, NONE_OF ->
                new TermInSetQuery(
                        ChunkFields.FILTER,
                        values.stream()
                                .flatMap(value -> equal(key, value))
                                .map(BytesRef::new)
                                .toList());
            case WITHIN, OUTSIDE -> OrderedTerms.within(key, values.getFirst(), values.getLast());
            case PREFIX -> {
                var any = new BooleanQuery.Builder();
                for (var start : values) {
                    any.add(new PrefixQuery(new Term(ChunkFields.FILTER, term(key, start))), Occur.SHOULD);
                }
                yield any.build();
            }
        };
    }

    /** What is equal to a value: the same text, and of numbers the same number, so that 9.0 finds 9. */
    private static Stream<String> equal(String key, String value) {
        var number = KEYS.contains(name(key)) ? Optional.<String>empty() : FieldType.plainNumber(value);
        return Stream.concat(Stream.of(value), number.stream())
                .map(text -> term(key, text))
                .distinct();
    }

    /** The keys that a filter may name. @param terms of the field; null when there are none */
    static List<String> keys(@Nullable Terms terms) throws IOException {
        var keys = new TreeSet<>(KEYS);
        if (terms == null) return List.copyOf(keys);
        var each = terms.iterator();
        var from = "";
        while (each.seekCeil(new BytesRef(from)) != SeekStatus.END) {
            var term = each.term().utf8ToString();
            var key = term.substring(0, term.indexOf(NUL));
            keys.add(key);
            from = key + (char) (NUL + 1); // the first term that is not about this key any more
        }
        return List.copyOf(keys);
    }

    /** Single names among the paths that sources are found by. @param terms of the field; null when there are none */
    static List<String> places(@Nullable Terms terms, int limit) throws IOException {
        var places = new ArrayList<String>();
        if (terms == null) return places;
        var start = "source" + NUL;
        var each = terms.iterator();
        int looked = 0;
        for (var status = each.seekCeil(new BytesRef(start));
                status != SeekStatus.END && looked < LOOKED_FOR_A_PLACE * limit && places.size() < limit;
                looked++) {
            var term = each.term().utf8ToString();
            if (!term.startsWith(start)) break;
            if (term.indexOf('/') < 0) places.add(term.substring(start.length()));
            if (each.next() == null) break;
        }
        return places;
    }

    static String term(String key, String value) {
        var name = name(key);
        var text = switch (name) {
            case "document" -> value;
            case "source" -> folder(Normalizer.normalize(value, Normalizer.Form.NFC));
            default -> fold(value);
        };
        if (text.length() > LONGEST_VALUE) text = Ids.sha256(text.getBytes(StandardCharsets.UTF_8));
        return name + NUL + text;
    }

    /** A key as terms hold it. */
    static String name(String key) {
        return fold(key).replace(String.valueOf(NUL), "");
    }

    private static String fold(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC).strip().toLowerCase(Locale.ROOT);
    }

    /** A folder is meant with or without the stroke behind it. */
    private static String folder(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private static Set<String> places(String source) {
        var places = new LinkedHashSet<String>();
        places.add(source);
        for (int stroke = source.indexOf('/'); stroke >= 0; stroke = source.indexOf('/', stroke + 1)) {
            places.add(source.substring(stroke + 1));
            places.add(source.substring(0, stroke));
        }
        places.addAll(List.of(source.split("/")));
        places.remove("");
        return places;
    }
}
