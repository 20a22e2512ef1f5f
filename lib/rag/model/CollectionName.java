package rag.model;

import java.text.Normalizer;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The rule for names of collections. A name is a folder's name too, so it must mean the same folder on every system and
 * never another place.
 */
public final class CollectionName {

    public static final int LONGEST = 64;

    private static final Pattern ALLOWED = Pattern.compile("[\\p{L}\\p{Nd}][\\p{L}\\p{M}\\p{Nd}_.-]*");

    /** Names that Windows keeps for devices, with any ending. */
    private static final Pattern DEVICE = Pattern.compile("(?i)(con|prn|aux|nul|(com|lpt)[0-9])(\\..*)?");

    /** What a query says when the collections are to be chosen for it. */
    private static final String CHOICE = "auto";

    private CollectionName() {}

    /** A name as it is kept (NFC): a shell on macOS gives "ü" as two characters. */
    public static String normal(String given) {
        return Normalizer.normalize(given, Normalizer.Form.NFC);
    }

    /** Why a name can't be one, with the rule; empty when it can. */
    public static Optional<String> fault(String name) {
        if (name.length() > LONGEST
                || name.endsWith(".")
                || !ALLOWED.matcher(name).matches()) {
            return refused(name, "");
        }
        if (DEVICE.matcher(name).matches()) return refused(name, " (a device on Windows)");
        if (name.equalsIgnoreCase(CHOICE)) return refused(name, " (it stands for a choice among collections)");
        return Optional.empty();
    }

    private static Optional<String> refused(String name, String why) {
        var shown =
                name.length() <= LONGEST ? name : name.substring(0, LONGEST) + "… (" + name.length() + " characters)";
        return Optional.of(
                ("'%s' can't name a collection%s: a name has 1 to %d letters, digits, '_', '-' or '.', begins "
                                + "with a letter or digit, and does not end with '.'")
                        .formatted(shown, why, LONGEST));
    }
}
