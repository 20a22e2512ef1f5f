package rag.config;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One key of the settings file: what it may hold and what it is when nothing is said.
 *
 * @param key path with dots, such as "ingestion.chunk_size"
 * @param fallback value when the file says nothing, of the type's Java class; null when it is worked out elsewhere
 * @param min least number allowed
 * @param max largest number allowed
 * @param choices words allowed, for texts and for the entries of lists; empty allows all
 * @param plugins name of the {@link Plugin} interface whose jars add to the choices; "" for none
 * @param doc one line for the example file
 */
record Setting(
        String key,
        Type type,
        @Nullable Object fallback,
        double min,
        double max,
        List<String> choices,
        String plugins,
        String doc) {

    /** Texts are String, INTEGER is Integer, NUMBER is Double, BOOLEAN is Boolean, LIST is List of String. */
    enum Type {
        TEXT,
        /** A text that is never shown. */
        SECRET,
        INTEGER,
        NUMBER,
        BOOLEAN,
        LIST
    }

    /** What takes any value of its type. */
    static Setting value(Type type, String key, @Nullable Object fallback, String doc) {
        return new Setting(key, type, fallback, 0, 0, List.of(), "", doc);
    }

    static Setting whole(String key, @Nullable Integer fallback, int min, int max, String doc) {
        return new Setting(key, Type.INTEGER, fallback, min, max, List.of(), "", doc);
    }

    static Setting number(String key, double fallback, double min, double max, String doc) {
        return new Setting(key, Type.NUMBER, fallback, min, max, List.of(), "", doc);
    }

    static Setting choice(String key, String fallback, List<String> choices, String doc) {
        return open(key, fallback, choices, "", doc);
    }

    /** A choice to which jars add. */
    static Setting open(String key, String fallback, List<String> choices, String plugins, String doc) {
        return new Setting(key, Type.TEXT, fallback, 0, 0, choices, plugins, doc);
    }

    /**
     * The value that a file or a command line gives.
     *
     * @throws IllegalArgumentException saying what is wrong with it and what would be right
     */
    Object read(Given given) {
        return switch (type) {
            case TEXT, SECRET -> text(given);
            case INTEGER -> (int) number(given, "a whole number", "[-+]?[0-9][0-9_]*");
            case NUMBER -> number(given, "a number", "[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?");
            case BOOLEAN -> truth(given);
            case LIST -> list(given);
        };
    }

    private String text(Given given) {
        if (given.kind() == Given.Kind.LIST || given.kind() == Given.Kind.SECTION) {
            throw wrong("a text", given);
        }
        if (given.kind() == Given.Kind.PLAIN && given.truth() != null) {
            throw new IllegalArgumentException(
                    "must be a text, not " + given.shown() + "; in quotes it is taken as a word");
        }
        return choices.isEmpty() ? given.text() : choice(given.text(), given.shown());
    }

    private String choice(String word, String shown) {
        for (var choice : choices) if (choice.equalsIgnoreCase(word)) return choice;
        var added = plugins.isEmpty() ? List.<String>of() : Plugin.names(plugins);
        if (added.contains(word)) return word;
        var known = Stream.concat(choices.stream(), added.stream()).toList();
        if (known.isEmpty())
            throw new IllegalArgumentException("nothing on the class path is called \"%s\"".formatted(shown));
        var list = String.join(", ", known);
        var hint = Nearest.to(word, known)
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
        throw new IllegalArgumentException("must be one of %s, not \"%s\"%s".formatted(list, shown, hint));
    }

    private double number(Given given, String what, String pattern) {
        if (given.kind() != Given.Kind.PLAIN || !given.text().matches(pattern)) throw wrong(what, given);
        double value = new BigDecimal(given.text().replace("_", "")).doubleValue();
        if (value < min || value > max) {
            throw new IllegalArgumentException("must be %s, not %s".formatted(range(), given.shown()));
        }
        return value;
    }

    /** The numbers allowed, in words. */
    String range() {
        return "between " + plain(min) + " and " + plain(max);
    }

    private String plain(double bound) {
        return type == Type.INTEGER ? "" + (int) bound : "" + bound;
    }

    private Boolean truth(Given given) {
        var truth = given.kind() == Given.Kind.PLAIN ? given.truth() : null;
        if (truth == null) throw wrong("true or false", given);
        return truth;
    }

    private List<String> list(Given given) {
        if (given.kind() != Given.Kind.LIST) throw wrong("a list such as [one, two]", given);
        if (choices.isEmpty() && plugins.isEmpty()) return given.items();
        return given.items().stream().map(word -> choice(word, word)).toList();
    }

    private IllegalArgumentException wrong(String wanted, Given given) {
        return new IllegalArgumentException("must be " + wanted + ", not " + found(given));
    }

    private String found(Given given) {
        return switch (given.kind()) {
            case LIST -> "a list";
            case SECTION -> "a section";
            case QUOTED, PLAIN -> type == Type.SECRET ? "what stands there" : "the text \"" + given.shown() + "\"";
        };
    }
}
