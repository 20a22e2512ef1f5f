package rag.load.web;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/**
 * What a page says to whoever crawls it.
 *
 * @param canonical the address it wants to be known by; "" for none
 * @param links addresses on any host in their order, each once
 * @param index whether it may be kept
 * @param follow whether its links may be followed
 */
record HtmlLinks(String canonical, List<String> links, boolean index, boolean follow) {

    private static final int MOST = 5000;

    /** @param robots what the answer's header says to us */
    static HtmlLinks of(byte[] html, String url, String robots) throws IOException {
        var page = Jsoup.parse(new ByteArrayInputStream(html), null, url);
        var links = new LinkedHashSet<String>();
        for (var link : page.select("a[href], area[href], frame[src], iframe[src]")) {
            if (links.size() >= MOST) break;
            var written = link.hasAttr("href") ? link.attr("href") : link.attr("src");
            WebAddress.of(base(page, url), written).ifPresent(links::add);
        }
        var canonical = page.select("link[rel~=(?i)^canonical$][href]").stream()
                .findFirst()
                .flatMap(link -> WebAddress.of(base(page, url), link.attr("href")))
                .orElse("");
        var said = said(page, robots);
        boolean none = said.contains("none");
        return new HtmlLinks(
                canonical,
                new ArrayList<>(links),
                !none && !said.contains("noindex"),
                !none && !said.contains("nofollow"));
    }

    /** Of what is no page: only the header speaks. */
    static HtmlLinks none(String robots) {
        var said = said(new Document(""), robots);
        return new HtmlLinks("", List.of(), !said.contains("none") && !said.contains("noindex"), true);
    }

    private static String base(Document page, String url) {
        var base = page.select("base[href]").stream().findFirst();
        return base.flatMap(tag -> WebAddress.of(url, tag.attr("href"))).orElse(url);
    }

    private static Set<String> said(Document page, String robots) {
        var said = new LinkedHashSet<String>();
        var all = new ArrayList<>(List.of(robots));
        for (var meta : page.select("meta[name~=(?i)^robots$]")) all.add(meta.attr("content"));
        for (var text : all)
            said.addAll(List.of(RobotsTag.plain(text).toLowerCase(Locale.ROOT).split("[\\s,;]+")));
        return said;
    }
}
