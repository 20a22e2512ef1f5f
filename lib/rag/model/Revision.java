package rag.model;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The place of a document among its versions, as people number them: 1.10 after 1.9, B after A, AA after Z, 2B after 2,
 * letters after numbers, 2.0-rc1 before 2.0, which is 2. Days as ISO 8601 writes them are numbers too.
 */
public record Revision(List<Part> parts) implements Comparable<Revision> {

    private static final int LONGEST = 60;
    private static final Pattern WORD_BEFORE =
            Pattern.compile("^(?:revision|version|rev|ver|issue|v)[ ._-]*(?=[0-9a-z])");
    private static final Pattern WHOLE = Pattern.compile("(?:[0-9]+|[a-z]+)(?:[ ._-]*(?:[0-9]+|[a-z]+))*");
    private static final Pattern TOKEN = Pattern.compile("[0-9]+|[a-z]+");

    /** What stands before the version that it leads to. */
    private static final Set<String> BEFORE = Set.of("alpha", "beta", "draft", "pre", "preview", "rc", "snapshot");

    private static final Part NOTHING = new Part(1, BigDecimal.ZERO, "");

    /** @param kind 0 for what leads to a version, 1 for a number, 2 for letters */
    public record Part(int kind, BigDecimal number, String letters) implements Comparable<Part> {

        @Override
        public int compareTo(Part other) {
            if (kind != other.kind) return Integer.compare(kind, other.kind);
            int numbers = number.compareTo(other.number);
            if (numbers != 0) return numbers;
            boolean count = kind == 2 && letters.length() != other.letters.length();
            return count ? letters.length() - other.letters.length() : letters.compareTo(other.letters);
        }
    }

    public Revision {
        parts = List.copyOf(parts);
    }

    /** That of a plain number, where 1.10 is 1.1. */
    public static Revision of(BigDecimal number) {
        return new Revision(List.of(new Part(1, number, "")));
    }

    /** What a text such as "Rev. B" or "v1.10" says; empty when it is no such thing. */
    public static Optional<Revision> of(String text) {
        var plain = text.strip().toLowerCase(Locale.ROOT);
        if (plain.length() > LONGEST) return Optional.empty();
        var bare = WORD_BEFORE.matcher(plain).replaceFirst("");
        if (!WHOLE.matcher(bare).matches()) return Optional.empty();
        var parts = new ArrayList<Part>();
        for (var token :
                TOKEN.matcher(bare).results().map(found -> found.group()).toList()) {
            if (Character.isDigit(token.charAt(0))) parts.add(new Part(1, new BigDecimal(token), ""));
            else if (BEFORE.contains(token)) parts.add(new Part(0, BigDecimal.ZERO, token));
            else if (token.length() <= 2) parts.add(new Part(2, BigDecimal.ZERO, token));
            else return Optional.empty(); // "final" has no place
        }
        return Optional.of(new Revision(parts));
    }

    @Override
    public int compareTo(Revision other) {
        for (int i = 0; i < Math.max(parts.size(), other.parts.size()); i++) {
            int order = part(i).compareTo(other.part(i));
            if (order != 0) return order;
        }
        return 0;
    }

    private Part part(int i) {
        return i < parts.size() ? parts.get(i) : NOTHING;
    }
}
