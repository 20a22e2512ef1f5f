package rag.text;

import java.util.Locale;

/** A number of things as people write it: "1 chunk", "2 chunks", "1,204 files". */
public final class Count {

    private Count() {}

    /** @param what one of the things; an s makes it many */
    public static String of(long n, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", n, what, n == 1 ? "" : "s");
    }
}
