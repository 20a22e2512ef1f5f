package rag.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * {@code ${VAR}} and {@code ${VAR:-default}} in a YAML text; a second dollar sign before the brace stands for the signs
 * themselves. The references
 * are hidden from the YAML parser, which would take their braces and colons for its own, and are expanded in the
 * scalars that come out of it: so a value can hold any character and never becomes YAML.
 */
final class Variables {

    private static final char OPEN = '\uE000', CLOSE = '\uE001';
    private static final Pattern HIDDEN = Pattern.compile(OPEN + "([0-9]+)" + CLOSE);
    private static final Pattern REFERENCE =
            Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(:-(.*))?}", Pattern.DOTALL);

    private final Map<String, String> env;
    private final List<String> references = new ArrayList<>();

    Variables(Map<String, String> env) {
        this.env = env;
    }

    /** The text with each reference replaced by a mark without meaning in YAML; lines stay lines. */
    String hide(String text) {
        var out = new StringBuilder();
        int from = 0;
        for (int at = text.indexOf("${"); at >= 0; at = text.indexOf("${", from)) {
            boolean escaped = at > from && text.charAt(at - 1) == '$';
            int start = escaped ? at - 1 : at;
            int end = escaped ? at + 2 : end(text, at);
            out.append(text, from, start).append(OPEN).append(references.size()).append(CLOSE);
            references.add(text.substring(start, end));
            from = end;
        }
        return out.append(text, from, text.length()).toString();
    }

    /** Behind the brace that closes the reference, or the end of the line when none does. */
    private static int end(String text, int at) {
        int depth = 0;
        for (int i = at + 1; i < text.length() && text.charAt(i) != '\n'; i++) {
            if (text.charAt(i) == '{') depth++;
            if (text.charAt(i) == '}' && --depth == 0) return i + 1;
        }
        return at + 2;
    }

    /** Whether a scalar holds references. */
    static boolean in(String scalar) {
        return scalar.indexOf(OPEN) >= 0;
    }

    /** The scalar as it was written. */
    String written(String scalar) {
        return HIDDEN.matcher(scalar).replaceAll(m -> java.util.regex.Matcher.quoteReplacement(reference(m.group(1))));
    }

    /** @throws IllegalArgumentException naming the variable that is not set */
    String expand(String scalar) {
        return HIDDEN.matcher(scalar)
                .replaceAll(m -> java.util.regex.Matcher.quoteReplacement(value(reference(m.group(1)))));
    }

    private String reference(String number) {
        return references.get(Integer.parseInt(number));
    }

    private String value(String reference) {
        if (reference.equals("$${")) return "${";
        var parts = REFERENCE.matcher(reference);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "\"" + reference + "\" is not a variable; write ${NAME}, or $${ for the signs themselves");
        }
        var value = env.get(parts.group(1));
        var fallback = parts.group(3);
        if (fallback != null && (value == null || value.isEmpty())) {
            var inner = new Variables(env);
            return inner.expand(inner.hide(fallback));
        }
        if (value == null) {
            throw new IllegalArgumentException("the environment has no variable %1$s: set it, or write ${%1$s:-default}"
                    .formatted(parts.group(1)));
        }
        if (Secrets.NAME.matcher(parts.group(1)).matches()) Secrets.register(value);
        return value;
    }
}
