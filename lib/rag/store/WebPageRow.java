package rag.store;

import java.util.List;

/**
 * What a crawl knows of a page beside its document: a row of {@code web_page}.
 *
 * @param source that its document is known by
 * @param site first page of the crawl that found it
 * @param url that it was fetched from
 * @param etag, lastModified that its server gave it; "" for none
 * @param contentHash of the version that they belong to
 * @param links addresses in it, so that a crawl goes on where a page has not changed
 */
public record WebPageRow(
        String collection,
        String source,
        String site,
        String url,
        String etag,
        String lastModified,
        String contentHash,
        List<String> links) {

    public WebPageRow {
        links = List.copyOf(links);
    }
}
