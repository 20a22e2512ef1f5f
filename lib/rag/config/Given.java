package rag.config;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A value as somebody wrote it.
 *
 * @param at where it stands: "settings.yaml:12", or the option that gave it
 * @param text the scalar with its variables expanded; "" for lists and sections
 * @param items the scalars of a list
 * @param shown the scalar as it was written: variables stay names, so that a message never shows what they hold
 */
record Given(String at, Kind kind, String text, List<String> items, String shown) {

    /** How it was written; a quoted scalar is a text, whatever it looks like. */
    enum Kind {
        PLAIN,
        QUOTED,
        LIST,
        SECTION
    }

    static Given option(String key, String text) {
        return new Given("option for " + key, Kind.PLAIN, text, List.of(), text);
    }

    /** Nothing was written: the default stays. */
    boolean blank() {
        return switch (kind) {
            case PLAIN -> text.isEmpty() || text.equals("~") || text.equalsIgnoreCase("null");
            case QUOTED -> text.isEmpty();
            case LIST, SECTION -> false;
        };
    }

    /** The words YAML 1.1 reads as true and false; null for all else. */
    @Nullable
    Boolean truth() {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on" -> Boolean.TRUE;
            case "false", "no", "off" -> Boolean.FALSE;
            default -> null;
        };
    }
}
