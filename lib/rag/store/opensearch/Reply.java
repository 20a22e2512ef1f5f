package rag.store.opensearch;

import com.fasterxml.jackson.databind.JsonNode;

/** An answer. @param host who gave it */
record Reply(String host, int status, JsonNode body) {

    boolean good() {
        return status < 300;
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
