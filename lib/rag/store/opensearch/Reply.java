package rag.store.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.stream.Collectors;

/** An answer. @param host who gave it */
record Reply(String host, int status, JsonNode body) {

    boolean good() {
        return status < 300;
    }

    boolean noIndex() {
        return status == 404 && kinds().contains("index_not_found_exception");
    }

    /** The kinds of all errors that led to this one: the cause may stand in a shard's failure alone. */
    Set<String> kinds() {
        return body.findValues("type").stream().map(JsonNode::asText).collect(Collectors.toSet());
    }

    /** What the engine says of an error, such as "index_not_found_exception: no such index [x]". */
    String reason() {
        var error = body.path("error");
        if (error.isTextual()) return error.asText();
        var first = error.path("root_cause").path(0);
        var cause = first.isMissingNode() ? error : first;
        var deepest = error.path("caused_by").path("reason").asText("");
        var reason = cause.path("type").asText() + ": " + cause.path("reason").asText();
        return deepest.isEmpty() || reason.contains(deepest) ? reason : reason + " (" + deepest + ")";
    }
}
