package rag.mcp.wire;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Where the application says that something it offers has changed; the servers of both protocols listen. */
public final class Changes {

    /** What has changed. */
    public enum What {
        TOOLS,
        RESOURCES,
        PROMPTS,
        /** The content of one resource. */
        RESOURCE
    }

    /** Hears of changes. */
    public interface Listener {

        /** @param uri of the resource, for {@link What#RESOURCE}; else empty */
        void changed(What what, String uri);
    }

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    public void listen(Listener listener) {
        listeners.add(listener);
    }

    /** The list of tools, resources or prompts is another. Cheap; may be called from any thread. */
    public void announce(What list) {
        listeners.forEach(listener -> listener.changed(list, ""));
    }

    /** The content of a resource is another. */
    public void announce(String uri) {
        listeners.forEach(listener -> listener.changed(What.RESOURCE, uri));
    }
}
