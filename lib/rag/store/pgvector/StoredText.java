package rag.store.pgvector;

import java.util.Collection;
import java.util.regex.Pattern;

/**
 * Texts as PostgreSQL can hold them: NUL, which divides key and value of a filter's term, is U+0001 there, and half a
 * surrogate pair is U+FFFD.
 */
final class StoredText {

    private static final Pattern HALF_PAIR = Pattern.compile("\\p{Cs}");

    private StoredText() {}

    static String of(String text) {
        return HALF_PAIR.matcher(text.replace('\0', '\1')).replaceAll("\uFFFD");
    }

    static String[] all(Collection<String> texts) {
        return texts.stream().map(StoredText::of).distinct().toArray(String[]::new);
    }

    /** A term as it was. */
    static String term(String stored) {
        return stored.replace('\1', '\0');
    }
}
