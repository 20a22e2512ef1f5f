package rag.mcp.wire;

import java.util.Map;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/**
 * One request of the generation without sessions, on its way.
 *
 * @param notifications takes what is to be sent before the answer
 */
record Exchange(String transport, Ticket ticket, Consumer<Map<String, Object>> notifications) {

    /** Completes when the answer is not wanted any more. */
    Mono<Object> ended() {
        return Mono.create(sink -> ticket.onCancel(sink::success));
    }
}
