package rag.mcp.wire;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import rag.model.Failure;

/**
 * Where and for whom the server listens.
 *
 * @param host name or address to bind to
 * @param port 0: any free one
 * @param token what clients send as "Authorization: Bearer …"; null: none, possible on the loopback interface only
 * @param origins web pages that may call, as "https://example.org"
 * @param sessions how many at most; the one idle for longest gives way
 * @param idle how long a session is kept without a request
 */
public record HttpOptions(
        String host, int port, @Nullable String token, Set<String> origins, int sessions, Duration idle) {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1", "[::1]");

    public HttpOptions {
        if (token == null && !isLoopback(host)) {
            throw new Failure("--http " + host + ":" + port + " can be reached from other machines: set a --token"
                    + " that clients have to send, or listen on localhost");
        }
        if (token != null && token.isBlank()) throw new Failure("the token is empty");
    }

    public static HttpOptions of(String host, int port, @Nullable String token) {
        return new HttpOptions(host, port, token, Set.of(), 200, Duration.ofMinutes(30));
    }

    /** Reads {@code [HOST:]PORT}. */
    public static HttpOptions parse(String address, @Nullable String token) {
        int colon = address.lastIndexOf(':');
        var host = colon < 0 ? "127.0.0.1" : address.substring(0, colon);
        var port = address.substring(colon + 1);
        if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > 65535 || host.isEmpty()) {
            throw new Failure("--http wants [HOST:]PORT, as 8765 or localhost:8765, not " + address);
        }
        return of(host, Integer.parseInt(port), token);
    }

    static boolean isLoopback(String host) {
        return LOOPBACK.contains(host.toLowerCase(Locale.ROOT));
    }
}
