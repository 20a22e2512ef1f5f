package rag.mcp;

import java.util.ArrayList;
import java.util.List;
import rag.cli.Columns;
import rag.cli.SafeOutput;

/**
 * What {@code --doctor} found in one place.
 *
 * @param mend what to do, "" when nothing is
 */
public record Finding(String what, Health health, String says, String mend) {

    /** How it stands. */
    public enum Health {
        OK,
        /** Works, but not all of it or not for long. */
        WARNING,
        /** Does not work. */
        BROKEN
    }

    static Finding ok(String what, String says) {
        return new Finding(what, Health.OK, says, "");
    }

    static Finding warning(String what, String says, String mend) {
        return new Finding(what, Health.WARNING, says, mend);
    }

    static Finding broken(String what, String says, String mend) {
        return new Finding(what, Health.BROKEN, says, mend);
    }

    /** As it is printed. */
    public List<String> lines() {
        var mark = switch (health) {
            case OK -> "ok      ";
            case WARNING -> "warning ";
            case BROKEN -> "BROKEN  ";
        };
        var head = "%s %-14s ".formatted(mark, what);
        var lines = new ArrayList<>(Columns.wrap(head, says, SafeOutput.WIDTH));
        if (!mend.isEmpty()) lines.addAll(Columns.wrap(" ".repeat(head.length()) + "→ ", mend, SafeOutput.WIDTH));
        return lines;
    }

    /** 0 when all works, 1 when something is broken. */
    public static int exitCode(List<Finding> findings) {
        return findings.stream().anyMatch(finding -> finding.health == Health.BROKEN) ? 1 : 0;
    }
}
