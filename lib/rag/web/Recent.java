package rag.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import rag.config.Json;
import rag.trace.Trace;

/** The last queries asked from this dashboard: shown at once, and also when no trace is written. */
final class Recent {

    private static final int MOST = 50;

    private final Map<String, Trace.Finished> traces = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Trace.Finished> eldest) {
            return size() > MOST;
        }
    };

    /** Keeps a trace in the form that it has in the log. */
    synchronized void add(Trace.Finished trace) {
        try {
            traces.put(trace.traceId(), Json.read(Json.line(trace), Trace.Finished.class));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a trace that was written can't be read", e);
        }
    }

    synchronized Optional<Trace.Finished> get(String id) {
        return Optional.ofNullable(traces.get(id));
    }
}
