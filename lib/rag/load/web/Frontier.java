package rag.load.web;

import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Pages that are still to be fetched, each once: those below the folder of the first page come before others of the host,
 * near ones before far ones.
 */
final class Frontier {

    /** Pages with endless new addresses must not take all memory. */
    private static final int MOST = 100_000;

    private final String folder;
    private final Set<String> seen = new HashSet<>();
    private final PriorityQueue<Target> waiting = new PriorityQueue<>(Comparator.comparing(Target::outside)
            .thenComparingInt(Target::depth)
            .thenComparingInt(Target::number));

    /** @param depth links between the first page and this one @param from the page that links to it; "" for none */
    record Target(String url, int depth, String from, boolean outside, int number) {}

    Frontier(String start) {
        this.folder = path(WebAddress.folder(start));
    }

    /** The host may turn out to have another name, or to speak https. */
    private static String path(String url) {
        return url.substring(WebAddress.origin(url).length());
    }

    /** Remembers a page to fetch, unless it was met before. */
    void add(String url, int depth, String from) {
        if (seen.size() < MOST && seen.add(url)) {
            waiting.add(new Target(url, depth, from, !path(url).startsWith(folder), seen.size()));
        }
    }

    /** Marks an address as met; whether it was not before. */
    boolean meet(String url) {
        return seen.add(url);
    }

    /** Marks an address as met and takes it out of the queue, since its page is had otherwise; false: it was fetched before. */
    boolean settle(String url) {
        if (seen.add(url)) return true;
        return waiting.removeIf(target -> target.url().equals(url));
    }

    @Nullable
    Target next() {
        return waiting.poll();
    }

    int waiting() {
        return waiting.size();
    }
}
