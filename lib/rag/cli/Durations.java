package rag.cli;

import java.time.Duration;
import rag.model.Failure;

/** Times as they are written on the command line: 500ms, 60s, 5m, 1h; a bare number is seconds. */
public final class Durations {

    private Durations() {}

    public static Duration parse(String written) {
        var match = java.util.regex.Pattern.compile("(\\d{1,6})(ms|s|m|h|)").matcher(written.strip());
        if (!match.matches()) throw new Failure("a time is written like 60s, 5m or 1h, not '" + written + "'");
        long n = Long.parseLong(match.group(1));
        return switch (match.group(2)) {
            case "ms" -> Duration.ofMillis(n);
            case "m" -> Duration.ofMinutes(n);
            case "h" -> Duration.ofHours(n);
            default -> Duration.ofSeconds(n);
        };
    }
}
