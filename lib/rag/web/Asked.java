package rag.web;

import java.util.Map;
import rag.trace.Trace;

/** What was asked for, as a trace keeps it. @param filter {@code key=value}, parted by commas; "" for none */
record Asked(String query, int topK, String mode, String filter, boolean rerank) {

    static Asked of(Trace.Finished trace) {
        var facts = trace.metadata();
        int topK = facts.get("top_k") instanceof Number n ? n.intValue() : 10;
        return new Asked(
                text(facts, "query"),
                topK,
                text(facts, "mode"),
                text(facts, "filter"),
                !Boolean.FALSE.equals(facts.get("rerank")));
    }

    private static String text(Map<String, Object> facts, String key) {
        return facts.get(key) instanceof String text ? text : "";
    }
}
