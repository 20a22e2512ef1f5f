package rag.web;

import io.javalin.http.Context;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rag.model.Failure;
import rag.text.Visible;

/** What a request asks for, checked: a value that makes no sense is said in words. */
final class Params {

    private static final int LONGEST_TEXT = 200_000;

    private final Context ctx;

    Params(Context ctx) {
        this.ctx = ctx;
    }

    /** A value of the address or the form; "" when it is not given. */
    String text(String name) {
        var given = ctx.queryParam(name);
        if (given == null) given = ctx.formParam(name);
        if (given == null) return "";
        if (given.length() > LONGEST_TEXT) throw new Failure("'" + name + "' is longer than 200,000 characters");
        return given.strip();
    }

    List<String> texts(String name) {
        var given = ctx.queryParams(name);
        return given.isEmpty() ? ctx.formParams(name) : given;
    }

    int number(String name, int fallback, int least, int most) {
        var given = text(name);
        if (given.isEmpty()) return fallback;
        try {
            int number = Integer.parseInt(given);
            if (number >= least && number <= most) return number;
        } catch (NumberFormatException e) {
            // said below
        }
        throw new Failure(
                "'%s' must be a whole number between %d and %d, not '%s'".formatted(name, least, most, given));
    }

    /** A file or folder of this machine; "~/" leads to the user's own. */
    Path path(String name) {
        var given = text(name);
        if (given.isEmpty()) throw new Failure("name a file or a folder of this machine");
        try {
            return Path.of(given.startsWith("~/") ? System.getProperty("user.home") + given.substring(1) : given);
        } catch (InvalidPathException e) {
            throw new Failure("no file can be called '%s': %s".formatted(Visible.line(given), e.getReason()), e);
        }
    }

    int page() {
        return number(Paging.KEY, 1, 1, Integer.MAX_VALUE);
    }

    /** A date or a time of this machine's zone, as a browser's field sends it. */
    @Nullable
    Instant time(String name) {
        var given = text(name);
        if (given.isEmpty()) return null;
        try {
            var local = given.contains("T")
                    ? LocalDateTime.parse(given)
                    : LocalDate.parse(given).atStartOfDay();
            return local.atZone(ZoneId.systemDefault()).toInstant();
        } catch (DateTimeException e) {
            throw new Failure("'%s' must be a date such as 2026-01-31, not '%s'".formatted(name, given), e);
        }
    }
}
