package rag.mcp;

import java.time.Duration;
import rag.engine.CrawlRequest;

/** {@code crawl_website}: brings a collection in step with a site, as a job that goes on after the answer. */
final class CrawlWebsite implements Tool {

    @Override
    public Told told() {
        var input = Schema.object()
                .text("url", "The first page, http or https.", 2000)
                .whole(
                        "max_pages",
                        "Most pages to read; 1 reads this page alone.",
                        1,
                        CrawlRequest.MOST_PAGES,
                        CrawlRequest.USUAL_PAGES)
                .text(
                        "collection",
                        "An existing collection; manage_collection makes one. Default: the default one.",
                        64)
                .flag("prune", "Remove documents whose pages the site has no longer.", false)
                .whole("wait_s", "Seconds to wait for the end before answering with the state so far.", 0, 50, 20)
                .required("url");
        return new Told(
                "crawl_website",
                "Crawl a web site",
                "Reads a web page, and the pages of the same host that it links to, into a collection; the address is"
                        + " each document's source. Obeys robots.txt, reads only what is new or changed, and reaches"
                        + " no private network. Runs as a job: the answer comes when it ends or after wait_s, with a"
                        + " job_id for ingestion_status.",
                input,
                SelectCollection.in(JobFacts.schema()),
                Effects.FETCHES);
    }

    @Override
    public Result answer(Visit visit) {
        var collection = new CollectionChoice(visit.engine()).oneToFill(visit.optional("collection"));
        var request = new CrawlRequest(
                collection,
                visit.text("url"),
                visit.whole("max_pages", CrawlRequest.USUAL_PAGES),
                false,
                visit.flag("prune", false),
                false,
                Duration.ZERO,
                "mcp_server.java");
        var job = visit.jobs().start(request, "mcp");
        return Result.of(JobFacts.of(IndexDocuments.watched(visit, job.id(), visit.whole("wait_s", 20))));
    }
}
