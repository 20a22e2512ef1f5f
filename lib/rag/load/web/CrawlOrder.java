package rag.load.web;

import java.util.List;
import rag.config.Secrets;
import rag.model.Failure;

/**
 * What to fetch.
 *
 * @param start the first page, in its usual spelling
 * @param maxPages most pages to fetch; 1 follows no link
 * @param known pages of an earlier crawl from the same start
 */
public record CrawlOrder(String start, int maxPages, List<KnownPage> known) {

    /**
     * A page of an earlier crawl.
     *
     * @param url that it was fetched from
     * @param source that it is known by
     * @param etag, lastModified to ask by whether it has changed; "" to fetch it anew
     * @param contentHash of the file it was put into
     * @param links that it held
     */
    public record KnownPage(
            String url, String source, String etag, String lastModified, String contentHash, List<String> links) {

        public KnownPage {
            links = List.copyOf(links);
        }
    }

    public CrawlOrder {
        known = List.copyOf(known);
    }

    /**
     * The usual spelling of an address that a person typed.
     *
     * @throws Failure when it is none of a web page
     */
    public static String start(String typed) {
        var address = WebAddress.of(typed);
        if (address.isPresent()) return address.get();
        Secrets.registerIn(typed);
        var shown = Secrets.address(typed);
        var named = WebAddress.of(shown).isPresent() && typed.contains("@");
        throw new Failure(
                named
                        ? "leave the name and password out of '%s': they would stand in every citation".formatted(shown)
                        : "'%s' is no address of a web page, such as https://example.org/guide".formatted(shown));
    }
}
