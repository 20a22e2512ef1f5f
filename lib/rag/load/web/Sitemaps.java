package rag.load.web;

import crawlercommons.sitemaps.SiteMap;
import crawlercommons.sitemaps.SiteMapIndex;
import crawlercommons.sitemaps.SiteMapParser;
import crawlercommons.sitemaps.UnknownFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/** The pages that a site itself lists. */
final class Sitemaps {

    private static final int MOST_FILES = 20;
    private static final int MOST_PAGES = 50_000;
    private static final int MOST_BYTES = 50 << 20;

    private static final int MOST_REDIRECTS = 5;

    private final Fetching fetching;
    private final String start;
    private final Set<String> pages = new LinkedHashSet<>();
    private final List<String> unread = new ArrayList<>();
    private final ArrayDeque<String> files = new ArrayDeque<>();

    /** @param start whose host they must lie on: the first page, after redirects */
    Sitemaps(Fetching fetching, String start) {
        this.fetching = fetching;
        this.start = start;
    }

    /**
     * Reads lists, and lists of lists.
     *
     * @param named by robots.txt; none on this host: the place where most sites have theirs
     */
    Set<String> pages(List<String> named) {
        for (var file : named) offer(file);
        boolean guessed = files.isEmpty();
        if (guessed) files.add(WebAddress.origin(start) + "/sitemap.xml");
        var seen = new HashSet<String>();
        while (!files.isEmpty() && seen.size() < MOST_FILES && pages.size() < MOST_PAGES) {
            var file = files.removeFirst();
            if (!seen.add(file)) continue;
            try {
                var answer = get(file);
                if (answer.tooLarge()) unread.add(file + " (too large)");
                else if (answer.status() == 200) read(file, plain(answer.body()));
                else if (!guessed || answer.status() >= 500) unread.add(file + " (HTTP " + answer.status() + ")");
            } catch (UnknownFormatException e) {
                if (!guessed) unread.add(file + " (no sitemap)"); // else a page that says "not found"
            } catch (IOException e) {
                unread.add(file + " (" + e.getMessage() + ")");
            }
            guessed = false;
        }
        files.removeAll(seen);
        for (var file : files) unread.add(file + " (beyond the most that are read)");
        return pages;
    }

    /** Lists that could not be read, with the reason: a page that is nowhere but in them is not found. */
    List<String> unread() {
        return unread;
    }

    private void offer(String written) {
        var file = WebAddress.of(written).orElse("");
        if (here(file)) files.add(file);
        else unread.add(written + " (on another host)");
    }

    private boolean here(String url) {
        return !url.isEmpty() && WebAddress.host(url).equals(WebAddress.host(start));
    }

    private Fetcher.Answer get(String file) throws IOException {
        var at = file;
        for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
            var answer = fetching.get(at);
            if (answer.status() < 300 || answer.status() == 304 || answer.status() >= 400) return answer;
            at = WebAddress.of(at, answer.location()).orElse("");
            if (!here(at)) throw new IOException("leads to another host");
        }
        throw new IOException("redirects without end");
    }

    /** One request, with the pauses that a site is owed. */
    interface Fetching {
        Fetcher.Answer get(String url) throws IOException;
    }

    private void read(String file, byte[] body) throws IOException, UnknownFormatException {
        var parser = new SiteMapParser(false, true);
        parser.setStrictNamespace(false);
        switch (parser.parseSiteMap(body, url(file))) {
            case SiteMapIndex index ->
                index.getSitemaps().forEach(map -> offer(map.getUrl().toString()));
            case SiteMap map ->
                map.getSiteMapUrls().stream()
                        .flatMap(page -> WebAddress.of(page.getUrl().toString()).stream())
                        .limit(MOST_PAGES)
                        .forEach(pages::add);
            default -> {}
        }
    }

    private static java.net.URL url(String file) throws MalformedURLException {
        return URI.create(file).toURL();
    }

    private static byte[] plain(byte[] body) throws IOException {
        if (body.length < 2 || (body[0] & 0xff) != 0x1f || (body[1] & 0xff) != 0x8b) return body;
        try (var in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            var plain = in.readNBytes(MOST_BYTES + 1);
            if (plain.length > MOST_BYTES) throw new IOException("a sitemap over 50 MB");
            return plain;
        }
    }
}
