package rag.web;

import io.javalin.http.sse.SseClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.engine.Jobs;
import rag.model.Failure;
import rag.store.Job;

/** Sends what changes while a page is open: jobs of every process, as they go. */
final class Live {

    private static final long EVERY_MS = 400;
    private static final int COMMENT_EVERY = 25;

    /** Turns between two looks at who writes, which may be a server's to say. */
    private static final int WRITER_EVERY = 5;

    private static final int JOBS = 20;

    private final Site site;
    private final Jobs jobs;

    Live(Site site, Jobs jobs) {
        this.site = site;
        this.jobs = jobs;
    }

    /** Who writes, in words; "" when nobody does. */
    static String writer(Site site) {
        try {
            return site.engine().writer().map(Object::toString).orElse("");
        } catch (Failure e) {
            return "not known: " + e.getMessage();
        }
    }

    static Map<String, Object> model(Site site, List<Job> jobs, String writer) {
        var model = new LinkedHashMap<String, Object>();
        var now = site.engine().clock().instant();
        model.put("jobs", jobs);
        model.put("now", now);
        model.put("writer", writer);
        model.put("token", site.guard().token());
        return model;
    }

    /** Runs as long as the browser listens. @return the thread that sends */
    Thread follow(SseClient client) {
        client.keepAlive();
        return Thread.ofVirtual().name("live").start(() -> {
            try {
                send(client);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                client.close();
            }
        });
    }

    private void send(SseClient client) throws InterruptedException {
        var last = "";
        var writer = "";
        for (int turn = 0; !client.terminated(); turn++) {
            if (turn % WRITER_EVERY == 0) writer = writer(site);
            var now = site.text("jobs", model(site, jobs.list(JOBS), writer));
            try {
                if (!now.equals(last)) client.sendEvent("jobs", now);
                else if (turn % COMMENT_EVERY == 0) client.sendComment("still here");
            } catch (RuntimeException e) {
                return; // the browser left between two events, and took with it what is written to
            }
            last = now;
            Thread.sleep(EVERY_MS);
        }
    }
}
