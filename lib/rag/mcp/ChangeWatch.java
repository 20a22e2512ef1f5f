package rag.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rag.engine.Engine;
import rag.mcp.wire.Changes;
import rag.mcp.wire.Changes.What;
import rag.model.Failure;

/**
 * Sees what other processes do to the collections, and tells the clients: a look at three files a second, and only when
 * they have changed, at what is in them; what lives elsewhere is asked every few seconds.
 */
final class ChangeWatch implements AutoCloseable {

    private static final long EVERY_MS = 1000;

    /** Looks between two questions to an engine elsewhere, whose changes no file here tells of. */
    private static final int LOOKS_BETWEEN = 5;

    private final Opening opening;
    private final Changes changes;
    private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("changes").factory());
    private String stamp = "";
    private int looks;
    private @Nullable Map<String, Long> known;

    ChangeWatch(Opening opening, Changes changes) {
        this.opening = opening;
        this.changes = changes;
        look();
        var _ = ticks.scheduleWithFixedDelay(this::look, EVERY_MS, EVERY_MS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            var engine = opening.get();
            var settings = engine.settings();
            boolean here = settings.vectorStore().provider().equals("lucene")
                    && !settings.ledger().shared();
            var now = here ? stamp(engine.data()) : "look " + looks++ / LOOKS_BETWEEN;
            if (now.equals(stamp)) return;
            var found = collections(engine);
            var before = known;
            stamp = now;
            known = found;
            if (before == null) return;
            if (!before.keySet().equals(found.keySet())) changes.announce(What.RESOURCES);
            var both = new HashSet<>(before.keySet());
            both.retainAll(found.keySet());
            for (var name : both) {
                if (!Objects.equals(before.get(name), found.get(name))) changes.announce(Passages.uri(name));
            }
        } catch (IOException | Failure e) {
            // somebody writes at this moment, or the folder is gone: the next look tells
        }
    }

    /** Collections with the number of their newest commit; 0 of one without documents. */
    private static Map<String, Long> collections(Engine engine) throws IOException {
        var found = new HashMap<String, Long>();
        for (var name : new CollectionChoice(engine).all())
            found.put(name, engine.store().committedSeq(name));
        return found;
    }

    private static String stamp(Path data) throws IOException {
        var stamp = new StringBuilder();
        for (var name : List.of("index", "rag.db", "rag.db-wal")) {
            var file = data.resolve(name);
            if (!Files.exists(file)) continue;
            stamp.append(name)
                    .append(Files.getLastModifiedTime(file))
                    .append(':')
                    .append(Files.size(file))
                    .append(' ');
        }
        return stamp.toString();
    }

    @Override
    public void close() {
        ticks.shutdown();
    }
}
