package rag.load.web;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** What {@code X-Robots-Tag} headers say to one crawler: {@code noindex}, {@code otherbot: noindex, nofollow}. */
final class RobotsTag {

    /** Directives with a value, which may read like a directive itself. */
    private static final Pattern VALUED =
            Pattern.compile("(?i)\\b(?:max-[a-z-]+\\s*:\\s*[^\\s,;]+|unavailable_after\\s*:[^,;]*)");

    private RobotsTag() {}

    /**
     * The directives that are meant for this crawler. A name holds for all that follow it up to the next.
     *
     * @param headers each a header's value
     * @param agent as it calls itself; what follows the first slash or blank is no part of its name
     */
    static String of(List<String> headers, String agent) {
        var ours = agent.replaceFirst("[/ ].*$", "").toLowerCase(Locale.ROOT);
        var said = new StringBuilder();
        for (var header : headers) {
            boolean meant = true;
            for (var part : plain(header).split(",")) {
                int colon = part.indexOf(':');
                if (colon >= 0)
                    meant = part.substring(0, colon)
                            .strip()
                            .toLowerCase(Locale.ROOT)
                            .equals(ours);
                if (meant) said.append(part.substring(colon + 1)).append(',');
            }
        }
        return said.toString();
    }

    /** Without directives that have a value. */
    static String plain(String directives) {
        return VALUED.matcher(directives).replaceAll("");
    }
}
