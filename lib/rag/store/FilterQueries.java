package rag.store;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;
import rag.model.Chunk;
import rag.model.Filter;
import rag.model.Ids;

/**
 * Filters as exact terms, {@code key NUL value}, all in one field: a value is compared as a whole, whatever signs it has.
 * Keys and values are compared without regard to case, width and outer blanks; sources and document ids are not folded.
 *
 * <p>A source is found by its whole path, by any ending of it that starts at a folder or file name, and by each folder
 * above it, written as a path or as its name.
 */
final class FilterQueries {

    static final List<String> KEYS = List.of("document", "lang", "source", "tag", "type");

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
            if (key.isBlank() || key.length() > LONGEST_KEY) return;
            switch (value) {
                case Collection<?> values -> values.forEach(v -> terms.add(term(key, v.toString())));
                case Double number
                when number == Math.rint(number) -> {
                    terms.add(term(key, number.toString()));
                    terms.add(
                            term(key, BigDecimal.valueOf(number).toBigInteger().toString()));
                }
                default -> terms.add(term(key, value.toString()));
            }
        });
        return terms;
    }

    static Query query(Filter filter) {
        if (filter.isNone()) return MatchAllDocsQuery.INSTANCE;
        var all = new BooleanQuery.Builder();
        for (var condition : filter.conditions()) {
            var values = condition.anyOf().stream()
                    .map(value -> new BytesRef(term(condition.key(), value)))
                    .toList();
            all.add(new TermInSetQuery(ChunkFields.FILTER, values), Occur.FILTER);
        }
        return all.build();
    }

    /** The key that a term is about. */
    static String key(String term) {
        return term.substring(0, term.indexOf(NUL));
    }

    /** The first term that is not about this key any more. */
    static String after(String key) {
        return key + (char) (NUL + 1);
    }

    static String term(String key, String value) {
        var name = fold(key).replace(String.valueOf(NUL), "");
        var text = switch (name) {
            case "document" -> value;
            case "source" -> folder(Normalizer.normalize(value, Normalizer.Form.NFC));
            default -> fold(value);
        };
        if (text.length() > LONGEST_VALUE) text = Ids.sha256(text.getBytes(StandardCharsets.UTF_8));
        return name + NUL + text;
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
