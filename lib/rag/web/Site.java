package rag.web;

import io.javalin.http.Context;
import io.javalin.http.ServiceUnavailableResponse;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ThreadLocalRandom;
import rag.config.Resources;
import rag.config.Secrets;
import rag.engine.Engine;
import rag.store.ReadOnlyFolder;
import rag.text.Visible;
import rag.trace.Trace;
import rag.trace.TraceIndex;
import rag.trace.TraceLog;

/** What all pages share. */
final class Site {

    private static final int MOST_SAID = 100;

    private final Duration soon;
    private final Engine engine;
    private final Guard guard;
    private final TraceIndex traces;
    private final PebbleEngine pebble;
    /** Whether the data folder was seen. */
    private volatile boolean there;

    private final SequencedMap<String, String> said = new LinkedHashMap<>();

    /** @param soon so long a page waits for what stands in the log; then it shows what is known and says so */
    Site(Engine engine, Guard guard, Duration soon) {
        this.soon = soon;
        this.engine = engine;
        this.guard = guard;
        var observed = engine.settings().observability();
        this.traces = new TraceIndex(new TraceLog(observed.traceFile(), observed.maxMb()));
        var loader = new ClasspathLoader(Site.class.getClassLoader());
        loader.setPrefix("rag/web");
        loader.setSuffix(".html");
        this.pebble = new PebbleEngine.Builder()
                .loader(loader)
                .extension(new Filters())
                .strictVariables(true)
                .defaultLocale(Locale.ROOT)
                .build();
    }

    Engine engine() {
        return engine;
    }

    Guard guard() {
        return guard;
    }

    /** So long a page waits for what is not known yet. */
    Duration soon() {
        return soon;
    }

    TraceIndex traces() {
        return traces;
    }

    /**
     * An empty page would look as if nothing had ever been ingested.
     *
     * @throws ServiceUnavailableResponse when the data folder was there and is gone
     */
    void present(Context ctx) {
        if (Files.isDirectory(engine.data())) there = true;
        else if (there && !section(ctx.path()).equals("/assets")) {
            throw new ServiceUnavailableResponse(
                    "The data folder %s is gone: moved, deleted, or its disk is not there. This page comes by itself when it is back."
                            .formatted(engine.data()));
        }
    }

    /** Reads the log behind the first visitor's back. */
    void warm() {
        try {
            traces.catchUp(Duration.ZERO);
        } catch (IOException e) {
            // the page that asks says it
        }
    }

    /** Bytes of the log that are not read yet, although it was waited for as long as a page may take; mostly 0. */
    long unread() throws IOException {
        return traces.catchUp(soon);
    }

    /**
     * A trace; empty when the log does not hold it.
     *
     * @throws ServiceUnavailableResponse when that can't be told yet
     */
    Optional<Trace.Finished> trace(String id) throws IOException {
        var known = traces.known(id);
        if (known.isPresent()) return known;
        long unread = unread();
        known = traces.known(id);
        if (known.isEmpty() && unread > 0) {
            throw new ServiceUnavailableResponse(
                    "This trace is not among the newest, and %s of the log are still to be read. It will be shown by itself."
                            .formatted(Filters.size((double) unread)));
        }
        return known;
    }

    /** Leaves a message for the next page; the result goes into its address. */
    String say(String message) {
        var id = Long.toHexString(ThreadLocalRandom.current().nextLong());
        synchronized (said) {
            said.put(id, message);
            if (said.size() > MOST_SAID) said.remove(said.firstEntry().getKey());
        }
        return "said=" + id;
    }

    private String said(Context ctx) {
        synchronized (said) {
            return said.getOrDefault("" + ctx.queryParam("said"), "");
        }
    }

    /** Answers with a page. */
    void show(Context ctx, String template, Map<String, Object> model) {
        var all = new LinkedHashMap<>(model);
        all.put("token", guard.token());
        all.put("here", section(ctx.path()));
        all.put("said", said(ctx));
        all.put("read_only", ReadOnlyFolder.is(engine.data()) ? engine.data().toString() : "");
        all.put("version", Resources.text("VERSION").strip());
        ctx.html(text(template, all));
    }

    /** The first part of a path: "/data" of "/data/x/y". */
    private static String section(String path) {
        int end = path.indexOf('/', 1);
        return end < 0 ? path : path.substring(0, end);
    }

    /** A page, or a piece that is sent on its own. Known secrets are masked, whatever brought them there. */
    String text(String template, Map<String, Object> model) {
        var text = new StringWriter();
        try {
            pebble.getTemplate(template).evaluate(text, model);
        } catch (IOException e) {
            throw new UncheckedIOException("can't write the page " + template, e);
        }
        return Secrets.mask(Visible.html(text.toString()));
    }
}
