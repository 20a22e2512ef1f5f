package rag.config;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import rag.model.FieldType;

/**
 * A declared key of metadata as the settings write it: {@code year=number}, or {@code handbooks/year=number} for one
 * collection.
 *
 * @param collection "" for all
 * @param key lower case, as filters compare it
 */
record DeclaredType(String collection, String key, FieldType type) {

    private static final Pattern WRITTEN = Pattern.compile("(?:([^/=]+)/)?([^/=]+)=(text|number|date|list)");

    /** Empty when it is not written so. */
    static Optional<DeclaredType> parse(String written) {
        var parts = WRITTEN.matcher(written.replace(" ", ""));
        if (!parts.matches()) return Optional.empty();
        return Optional.of(new DeclaredType(
                parts.group(1) == null ? "" : parts.group(1),
                parts.group(2).toLowerCase(Locale.ROOT),
                FieldType.valueOf(parts.group(3).toUpperCase(Locale.ROOT))));
    }
}
