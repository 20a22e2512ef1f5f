package rag.mcp.wire;

import com.sun.net.httpserver.HttpExchange;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Who may come in: checks the Host, the Origin and the token of a request. */
final class HttpGate {

    private final HttpOptions options;

    HttpGate(HttpOptions options) {
        this.options = options;
    }

    /** Why a request is turned away. */
    record Rejection(int status, String reason) {}

    /** Null if it may come in. Sets WWW-Authenticate where a token would help. */
    @Nullable
    Rejection check(HttpExchange http) {
        if (options.token() == null && !isMeant(header(http, "Host"))) return new Rejection(403, "Host not allowed");
        var origin = http.getRequestHeaders().get("Origin");
        if (origin != null && (origin.size() != 1 || !isAllowed(origin.getFirst()))) {
            return new Rejection(403, "Origin not allowed");
        }
        return isAuthorised(http)
                ? null
                : new Rejection(401, "Unauthorized: send the server's token as a bearer token");
    }

    /** The only value of a header; null where there is none or several. */
    @Nullable
    static String header(HttpExchange http, String name) {
        var values = http.getRequestHeaders().get(name);
        return values == null || values.size() != 1 ? null : values.getFirst();
    }

    /**
     * Whether a request that was sent to this host means this machine. A page of the web can have its own name lead here
     * (DNS rebinding); what it can't do is send the token, so where there is one, any name will do.
     */
    private static boolean isMeant(@Nullable String host) {
        if (host == null) return false;
        int end = host.startsWith("[") ? host.indexOf(']') + 1 : host.indexOf(':');
        return HttpOptions.isLoopback(end <= 0 ? host : host.substring(0, end));
    }

    private boolean isAllowed(String origin) {
        if (options.origins().contains(origin)) return true;
        try {
            var uri = new URI(origin);
            var scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            return (scheme.equals("http") || scheme.equals("https"))
                    && uri.getUserInfo() == null
                    && uri.getHost() != null
                    && HttpOptions.isLoopback(uri.getHost())
                    && uri.getRawPath().isEmpty()
                    && uri.getRawQuery() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private boolean isAuthorised(HttpExchange http) {
        if (options.token() == null) return true;
        var sent = header(http, "Authorization");
        boolean right = sent != null
                && sent.regionMatches(true, 0, "Bearer ", 0, 7)
                && MessageDigest.isEqual(bytes(sent.substring(7).strip()), bytes(options.token()));
        if (!right) {
            var error = sent == null ? "" : ", error=\"invalid_token\"";
            http.getResponseHeaders().set("WWW-Authenticate", "Bearer realm=\"mcp\"" + error);
        }
        return right;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
