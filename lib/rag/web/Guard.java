package rag.web;

import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpStatus;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps other sites out. A page that the user's browser has open elsewhere must neither read nor change anything here:
 * the name in {@code Host} must be ours (else a foreign name may lead to this address), {@code Origin} must be this
 * server, and each change needs the token that only our own pages hold.
 */
final class Guard {

    /** Nothing but our own files; no script and no style stands in a page. */
    static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
            + " connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

    /** For what documents brought along: it is shown (Chromium paints a PDF under it too), and can do nothing. */
    static final String SANDBOX = "default-src 'none'; sandbox";

    static final String TOKEN = "token";

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern ADDRESS = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+]");

    private final String host;
    private final String token;

    /** @param host what the server was told to listen on */
    Guard(String host) {
        var random = new byte[24];
        new SecureRandom().nextBytes(random);
        this.host = host.toLowerCase(Locale.ROOT);
        this.token = HexFormat.of().formatHex(random);
    }

    /** What a form sends along with a change. */
    String token() {
        return token;
    }

    void check(Context ctx) {
        ctx.header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "same-origin")
                .header("Cross-Origin-Resource-Policy", "same-origin")
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .header("Cache-Control", "no-store");
        var asked = ctx.header("Host");
        if (asked == null || !known(name(asked))) {
            throw new Refused("This server does not answer to the name '" + asked + "'. Open it as http://localhost.");
        }
        readable(ctx.queryParamMap());
        var origin = ctx.header("Origin");
        if (origin != null && !origin.equalsIgnoreCase(ctx.scheme() + "://" + asked)) {
            throw new Refused("A page of another site (" + origin + ") asked for this. Nothing was done.");
        }
        boolean reads = ctx.method() == HandlerType.GET || ctx.method() == HandlerType.HEAD;
        if (!reads && "cross-site".equals(ctx.header("Sec-Fetch-Site"))) {
            throw new Refused("A page of another site asked for this. Nothing was done.");
        }
        if (!reads && ctx.method() != HandlerType.POST) throw new Refused("Only GET and POST are known here.");
    }

    /** What can't be decoded has a name and no value: to pass it over would answer another question. */
    private static void readable(Map<String, List<String>> fields) {
        for (var field : fields.entrySet()) {
            if (!field.getValue().isEmpty()) continue;
            throw new BadRequestResponse("The value of '%s' can't be read: %% must stand before two hexadecimal digits."
                    .formatted(field.getKey()));
        }
    }

    /** For each change, after the form was read. */
    void checkToken(Context ctx) {
        if (!ctx.isMultipart()) readable(ctx.formParamMap()); // files stand in it without a value
        var given = ctx.formParam(TOKEN);
        if (given == null || !same(given, token)) {
            throw new Refused("The form is older than this server. Load the page again, then send it once more.");
        }
    }

    private static boolean same(String a, String b) {
        return MessageDigest.isEqual(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    private boolean known(String name) {
        if (LOOPBACK.contains(name) || name.equals(host) || name.equals("[" + host + "]")) return true;
        // Beyond this machine: an address can't be made to lead elsewhere, as a name can.
        return !isLoopback(host) && (ADDRESS.matcher(name).matches() || name.equals(ownName()));
    }

    static boolean isLoopback(String host) {
        return LOOPBACK.contains(host) || host.equals("::1");
    }

    private static @Nullable String ownName() {
        try {
            return InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
        } catch (UnknownHostException e) {
            return null;
        }
    }

    private static String name(String hostAndPort) {
        return hostAndPort.replaceFirst(":[0-9]+$", "").toLowerCase(Locale.ROOT);
    }

    /** A request that is not answered: 403. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }

        HttpStatus status() {
            return HttpStatus.FORBIDDEN;
        }
    }
}
