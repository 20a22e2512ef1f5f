package rag.web;

import io.javalin.http.sse.SseClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.engine.Jobs;
import rag.store.Job;
import rag.store.WriterLock;

/** Sends what changes while a page is open: jobs of every process, as they go. */
final class Live {

    private static final long EVERY_MS = 400;
    private static final int COMMENT_EVERY = 25;
    private static final int JOBS = 20;

    private final Site site;
    private final Jobs jobs;

    Live(Site site, Jobs jobs) {
        this.site = site;
        this.jobs = jobs;
    }

    static Map<String, Object> model(Site site, List<Job> jobs) {
        var model = new LinkedHashMap<String, Object>();
        var now = site.engine().clock().instant();
        model.put("jobs", jobs);
        model.put("now", now);
        model.put(
                "writer",
                WriterLock.holder(site.engine().data()).map(Object::toString).orElse(""));
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
        for (int turn = 0; !client.terminated(); turn++) {
            var now = site.text("jobs", model(site, jobs.list(JOBS)));
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
