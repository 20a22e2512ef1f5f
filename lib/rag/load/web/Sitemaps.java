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

    private Sitemaps() {}

    /**
     * Reads lists, and lists of lists; one that can't be read is no list.
     *
     * @param named by robots.txt; none: the place where most sites have theirs
     * @param start whose host they must lie on
     */
    static Set<String> pages(Fetching fetching, List<String> named, String start) {
        var pages = new LinkedHashSet<String>();
        var files = new ArrayDeque<>(named.isEmpty() ? List.of(WebAddress.origin(start) + "/sitemap.xml") : named);
        var seen = new HashSet<String>();
        while (!files.isEmpty() && seen.size() < MOST_FILES && pages.size() < MOST_PAGES) {
            var file = WebAddress.of(files.removeFirst()).orElse("");
            boolean here = !file.isEmpty() && WebAddress.host(file).equals(WebAddress.host(start));
            if (!here || !seen.add(file)) continue;
            try {
                var answer = fetching.get(file);
                if (answer.status() == 200) read(file, plain(answer.body()), files, pages);
            } catch (IOException | UnknownFormatException e) {
                // a page that is nowhere but in this list is not found
            }
        }
        return pages;
    }

    /** One request, with the pauses that a site is owed. */
    interface Fetching {
        Fetcher.Answer get(String url) throws IOException;
    }

    private static void read(String file, byte[] body, ArrayDeque<String> files, Set<String> pages)
            throws IOException, UnknownFormatException {
        var parser = new SiteMapParser(false, true);
        parser.setStrictNamespace(false);
        switch (parser.parseSiteMap(body, url(file))) {
            case SiteMapIndex index ->
                index.getSitemaps().forEach(map -> files.add(map.getUrl().toString()));
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
