package rag.model;

import java.math.BigInteger;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Brings metadata into the form that survives being stored: what is written is equal to what is read. */
final class Metadata {

    /** JSON allows half a surrogate pair in a value, but its readers refuse it in a key. */
    private static final Pattern HALF_PAIR = Pattern.compile("\\p{Cs}");

    private static final int INT_BITS = 31;
    private static final int LONG_BITS = 63;

    private Metadata() {}

    /** Values become String, Boolean, Integer (Long, BigInteger where too large), Double, or List of String; nulls go. */
    static Map<String, Object> normal(Map<String, ?> given) {
        var normal = new LinkedHashMap<String, Object>();
        given.forEach((key, value) -> {
            if (value != null) normal.put(HALF_PAIR.matcher(key).replaceAll("\ufffd"), normal(value));
        });
        return Collections.unmodifiableMap(normal);
    }

    private static Object normal(Object value) {
        return switch (value) {
            case String s -> s;
            case Boolean b -> b;
            case Byte n -> n.intValue();
            case Short n -> n.intValue();
            case Integer n -> n;
            case Long n -> whole(BigInteger.valueOf(n));
            case BigInteger n -> whole(n);
            case Number n -> fraction(n);
            case Collection<?> list -> list.stream().map(String::valueOf).toList();
            default -> value.toString();
        };
    }

    private static Number whole(BigInteger n) {
        if (n.bitLength() <= INT_BITS) return n.intValueExact();
        return n.bitLength() <= LONG_BITS ? n.longValueExact() : n;
    }

    private static Object fraction(Number n) {
        double d = Double.parseDouble(n.toString()); // not doubleValue(): 0.1f is meant as 0.1
        return Double.isFinite(d) ? (Object) d : n.toString();
    }
}
