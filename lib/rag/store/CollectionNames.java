package rag.store;

import java.text.Normalizer;
import java.util.regex.Pattern;
import rag.model.Failure;
import rag.model.Misuse;

/**
 * Which names a collection may have. A name is a folder's name too, so it must mean the same folder on every system and
 * never another place.
 */
public final class CollectionNames {

    public static final int LONGEST = 64;

    private static final Pattern ALLOWED = Pattern.compile("[\\p{L}\\p{Nd}][\\p{L}\\p{M}\\p{Nd}_.-]*");

    /** Names that Windows keeps for devices, with any ending. */
    private static final Pattern DEVICE = Pattern.compile("(?i)(con|prn|aux|nul|(com|lpt)[0-9])(\\..*)?");

    /** What a query says when the collections are to be chosen for it. */
    private static final String CHOICE = "auto";

    private CollectionNames() {}

    /**
     * The name in its normal form (NFC).
     *
     * @throws Failure that says the rule, when it can't be one
     */
    public static String check(String given) {
        var name = Normalizer.normalize(given, Normalizer.Form.NFC);
        if (name.length() > LONGEST
                || name.endsWith(".")
                || !ALLOWED.matcher(name).matches()) {
            throw refused(name, "");
        }
        if (DEVICE.matcher(name).matches()) throw refused(name, " (a device on Windows)");
        if (name.equalsIgnoreCase(CHOICE)) throw refused(name, " (it stands for a choice among collections)");
        return name;
    }

    private static Failure refused(String name, String why) {
        var shown =
                name.length() <= LONGEST ? name : name.substring(0, LONGEST) + "… (" + name.length() + " characters)";
        return new Misuse(
                ("'%s' can't name a collection%s: a name has 1 to %d letters, digits, '_', '-' or '.', begins "
                                + "with a letter or digit, and does not end with '.'")
                        .formatted(shown, why, LONGEST));
    }
}
