package rag.load.web;

import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import rag.config.CrawlSettings;
import rag.load.web.Fetcher.Answer;

/** The host that is crawled: what it allows, and the pauses that it is owed. */
final class Host {

    private static final long SLICE_MS = 50;

    /** Who asks for a longer wait than this is asked again by the next crawl. */
    private static final long LONGEST_RETRY_MS = 30_000;

    private static final long USUAL_RETRY_MS = 2_000;

    private final Fetcher fetcher;
    private final CrawlSettings settings;
    private final BooleanSupplier cancelled;
    private Robots robots = Robots.open();
    private String name = "";
    private long lastEnd;
    private boolean asked;

    Host(Fetcher fetcher, CrawlSettings settings, BooleanSupplier cancelled) {
        this.fetcher = fetcher;
        this.settings = settings;
        this.cancelled = cancelled;
    }

    /**
     * Takes the host of a page as the one to crawl.
     *
     * @throws IOException when its rules can't be had: then nothing of it may be fetched
     */
    void enter(String url) throws IOException {
        var rules = Robots.of(fetcher, url, settings.userAgent());
        if (!rules.trouble().isEmpty()) {
            throw new IOException("nothing of %s may be fetched, since its robots.txt can't be had: %s"
                    .formatted(WebAddress.host(url), rules.trouble()));
        }
        robots = rules;
        name = WebAddress.host(url);
    }

    boolean holds(String url) {
        return WebAddress.host(url).equals(name);
    }

    boolean allows(String url) {
        return robots.allows(url);
    }

    List<String> sitemaps() {
        return robots.sitemaps();
    }

    /** One request after its pause; a host that is busy is asked once more. */
    Answer get(String url, String etag, String lastModified) throws IOException {
        if (asked) {
            long pause = Math.max(settings.delayMs(), robots.delayMs());
            sleep(pause - (System.nanoTime() - lastEnd) / 1_000_000);
        }
        asked = true;
        try {
            var answer = fetcher.get(url, etag, lastModified);
            boolean busy = answer.status() == 429 || answer.status() == 503;
            long wait = busy ? retryMs(answer.retryAfter()) : -1;
            if (wait < 0) return answer;
            sleep(wait);
            return fetcher.get(url, etag, lastModified);
        } finally {
            lastEnd = System.nanoTime();
        }
    }

    /** Milliseconds to wait; -1 for too long. */
    private static long retryMs(String retryAfter) {
        if (!retryAfter.matches("[0-9]{1,6}")) return retryAfter.isEmpty() ? USUAL_RETRY_MS : -1;
        long ms = Long.parseLong(retryAfter) * 1000;
        return ms <= LONGEST_RETRY_MS ? ms : -1;
    }

    private void sleep(long ms) throws IOException {
        long end = System.nanoTime() + ms * 1_000_000;
        try {
            while (!cancelled.getAsBoolean()) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) return;
                Thread.sleep(Math.min(SLICE_MS, left));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new IOException("cancelled");
    }
}
