package rag.mcp.wire;

import java.time.Duration;

/**
 * What a client can ask of the server at most.
 *
 * @param call how long one call may take; clients give up after 60 s, and should hear why before
 * @param parallel calls at work at one moment; the rest wait their turn
 * @param waiting requests taken on and not yet answered
 * @param messageBytes length of one message
 * @param drain once standard input is closed: how long an answer may lie unread before the client is taken for gone
 */
public record Limits(Duration call, int parallel, int waiting, int messageBytes, Duration drain) {

    public static final Limits USUAL = new Limits(Duration.ofSeconds(55), 32, 10_000, 4 << 20, Duration.ofSeconds(2));

    public Limits withCall(Duration longest) {
        return new Limits(longest, parallel, waiting, messageBytes, drain);
    }
}
