package rag.store;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import rag.model.Chunk;
import rag.model.FieldType;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Filter.Operator;
import rag.model.Ids;

/**
 * Filters as exact terms, {@code key NUL value}, that a store compares as they are: a value is compared as a whole,
 * whatever signs it has. Keys and values are compared without regard to case, width and outer blanks, and numbers by what
 * they are worth, also in texts: "2.50" is 2.5. Sources and document ids are not folded.
 *
 * <p>A source is found by its whole path, by any ending of it that starts at a folder or file name, and by each folder
 * above it, written as a path or as its name. What is longer than 500 characters is found whole, not by its beginning.
 */
public final class FilterTerms {

    /** Keys that every chunk can be filtered by, sorted. */
    public static final List<String> KEYS = List.of("document", "lang", "source", "tag", "type");

    static final char NUL = 0;

    /** Longer values are compared by their hash; Lucene refuses a term of 32 KB. */
    private static final int LONGEST_VALUE = 500;

    private static final int LONGEST_KEY = 100;

    /** Between a key and the hash of its value, so that no beginning of a value is one of a hash. */
    private static final String DIGEST = "" + NUL + NUL;

    private FilterTerms() {}

    /** Which terms of a chunk a condition asks about. */
    public sealed interface Match {

        /** One of these among {@link FilterTerms#of}. */
        record AnyOf(List<String> terms) implements Match {}

        /** One that begins with one of these, among {@link FilterTerms#of}. */
        record StartsWith(List<String> starts) implements Match {}

        /** One from lower to upper, both included, compared by their bytes, among {@link OrderedTerms#of}. */
        record Between(String lower, String upper) implements Match {}
    }

    /** A condition of a filter. @param negated true when no chunk that matches passes */
    public record Clause(Match match, boolean negated) {}

    /** The filter's conditions, of which each has to hold. */
    public static List<Clause> clauses(Filter filter) {
        return filter.conditions().stream()
                .map(condition -> new Clause(
                        match(condition),
                        condition.operator() == Operator.NONE_OF || condition.operator() == Operator.OUTSIDE))
                .toList();
    }

    private static Match match(Condition condition) {
        var key = condition.key();
        var values = condition.values();
        return switch (condition.operator()) {
            case ANY_OF, NONE_OF ->
                new Match.AnyOf(
                        values.stream().flatMap(value -> equal(key, value)).toList());
            case WITHIN, OUTSIDE -> OrderedTerms.between(key, values.getFirst(), values.getLast());
            case PREFIX ->
                new Match.StartsWith(
                        values.stream().map(start -> start(key, start)).toList());
        };
    }

    /** What a filter that lets the chunk pass may ask for. */
    public static Collection<String> of(Chunk chunk) {
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

    /** What is equal to a value: the same text, and of numbers the same number, so that 9.0 finds 9. */
    private static Stream<String> equal(String key, String value) {
        var number = KEYS.contains(name(key)) ? Optional.<String>empty() : FieldType.plainNumber(value);
        return Stream.concat(Stream.of(value), number.stream())
                .map(text -> term(key, text))
                .flatMap(term -> Stream.of(term, term.replace(DIGEST, String.valueOf(NUL)))) // also as it once was kept
                .distinct();
    }

    /** The key of a term. */
    public static String key(String term) {
        return term.substring(0, term.indexOf(NUL));
    }

    /** The value of a term, as it is compared. */
    public static String value(String term) {
        return term.substring(term.indexOf(NUL) + 1);
    }

    static String term(String key, String value) {
        var name = name(key);
        return bounded(
                name,
                switch (name) {
                    case "document" -> value;
                    case "source" -> folder(Normalizer.normalize(value, Normalizer.Form.NFC));
                    default -> fold(value);
                });
    }

    /** What terms begin with: the stroke or blank that it ends with has something behind it there, and so it counts. */
    private static String start(String key, String start) {
        var name = name(key);
        return bounded(
                name,
                switch (name) {
                    case "document" -> start;
                    case "source" -> Normalizer.normalize(start, Normalizer.Form.NFC);
                    default -> unstripped(start).stripLeading();
                });
    }

    private static String bounded(String name, String text) {
        return text.length() <= LONGEST_VALUE
                ? name + NUL + text
                : name + DIGEST + Ids.sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether a term holds a single name of a source's path. */
    public static boolean isName(String term) {
        return key(term).equals("source") && term.indexOf('/') < 0 && !term.contains(DIGEST);
    }

    /** A key as terms hold it. */
    static String name(String key) {
        return fold(key).replace(String.valueOf(NUL), "");
    }

    private static String fold(String text) {
        return unstripped(text).strip();
    }

    private static String unstripped(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
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
