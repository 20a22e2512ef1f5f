package rag.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import rag.model.Answer;
import rag.text.Texts;
import rag.trace.Trace;

/** What a query's trace says of its answer; how much of the passages' text is in it is a setting. */
final class Shown {

    private static final int PREVIEW = 200;

    private Shown() {}

    /** @param traceText preview, full or none */
    static void put(Trace trace, Answer answer, String traceText) {
        var hits = new ArrayList<Map<String, Object>>();
        for (var hit : answer.hits()) {
            var row = new LinkedHashMap<String, Object>();
            row.put("rank", hit.rank());
            row.put("chunk_id", hit.chunk().id());
            row.put("source", hit.chunk().source());
            row.put("title", hit.chunk().title());
            row.put("scores", hit.scores());
            if (!hit.alsoIn().isEmpty()) row.put("also_in", hit.alsoIn());
            if (!traceText.equals("none")) row.put("text", text(hit.chunk().text(), traceText));
            hits.add(row);
        }
        trace.put("collections", answer.collections())
                .put("verdict", answer.verdict().key())
                .put("reason", answer.reason())
                .put("notes", answer.notes())
                .put("hits", hits);
    }

    static String text(String text, String traceText) {
        return traceText.equals("full") ? text : Texts.shortened(text, PREVIEW);
    }
}
