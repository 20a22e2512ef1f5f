package rag.web;

import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.engine.CrawlRequest;
import rag.engine.IngestRequest;
import rag.engine.Jobs;
import rag.engine.Maintenance;
import rag.model.Failure;
import rag.store.CollectionNames;
import rag.store.Job;
import rag.text.Counted;

/** Brings documents in, takes them out, and shows how far that is. */
final class IngestPage {

    private static final String COMMAND = "dashboard.java";
    private static final int JOBS = 20;

    private final Site site;
    private final Jobs jobs;
    private final Uploads uploads;

    IngestPage(Site site, Jobs jobs) {
        this.site = site;
        this.jobs = jobs;
        this.uploads = new Uploads(site.engine().data());
    }

    void show(Context ctx) {
        var settings = site.engine().settings();
        var model = new LinkedHashMap<String, Object>();
        model.put("collections", TraceList.collections(site));
        model.put("usual", settings.vectorStore().collectionName());
        model.put("accepted", uploads.accepted());
        model.put("most", settings.ingestion().maxFileMb());
        model.put("usual_pages", CrawlRequest.USUAL_PAGES);
        model.put("most_pages", CrawlRequest.MOST_PAGES);
        model.put("collection_given", new Params(ctx).text("collection"));
        model.put("path_given", new Params(ctx).text("path"));
        model.putAll(Live.model(site, jobs.list(JOBS), Live.writer(site)));
        site.show(ctx, "ingest", model);
    }

    void folder(Context ctx) {
        site.guard().checkToken(ctx);
        var params = new Params(ctx);
        start(
                ctx,
                List.of(params.path("path")),
                !params.text("force").isEmpty(),
                !params.text("prune").isEmpty());
    }

    /** Pages of a site, by the rules of every crawl. */
    void site(Context ctx) {
        site.guard().checkToken(ctx);
        var params = new Params(ctx);
        var url = params.text("url");
        if (url.isEmpty()) throw new Failure("name the address of a page, such as https://example.org/guide");
        int most = params.number("max_pages", CrawlRequest.USUAL_PAGES, 1, CrawlRequest.MOST_PAGES);
        crawl(
                ctx,
                url,
                most,
                !params.text("force").isEmpty(),
                !params.text("prune").isEmpty());
    }

    void upload(Context ctx) {
        int most = site.engine().settings().ingestion().maxFileMb();
        if (ctx.contentLength() > most * 1_000_000L + Uploads.LONGEST_FORM) throw tooLarge(most, ctx);
        try {
            site.guard().checkToken(ctx);
        } catch (Guard.Refused e) {
            throw e;
        } catch (Exception e) { // Kotlin throws what is not declared: the form is cut off, or its parts are too long
            throw tooLarge(most, ctx);
        }
        start(ctx, uploads.keep(collection(ctx), ctx.uploadedFiles("files")), false, false);
    }

    private static HttpResponseException tooLarge(int most, Context ctx) {
        ctx.header("Connection", "close");
        return new HttpResponseException(
                HttpStatus.CONTENT_TOO_LARGE.getCode(),
                "That is more than the %d MB that are taken at once (ingestion.max_file_mb), or the upload broke off. Name a folder instead: its files are read where they are."
                        .formatted(most),
                Map.of());
    }

    /** One document once more, known or not. */
    void again(Context ctx) {
        site.guard().checkToken(ctx);
        var params = new Params(ctx);
        var source = params.text("source");
        if (CrawlRequest.isAddress(source)) crawl(ctx, source, 1, true, false);
        else start(ctx, List.of(params.path("source")), true, false);
    }

    private void crawl(Context ctx, String url, int most, boolean force, boolean prune) {
        var request = new CrawlRequest(collection(ctx), url, most, force, prune, false, Duration.ZERO, COMMAND);
        show(ctx, jobs.start(request, "dashboard"));
    }

    private void start(Context ctx, List<Path> paths, boolean force, boolean prune) {
        var request = new IngestRequest(collection(ctx), paths, force, prune, false, Duration.ZERO, COMMAND);
        show(ctx, jobs.start(request, "dashboard"));
    }

    private static void show(Context ctx, Job job) {
        ctx.redirect("/ingest?job=" + job.id() + "#" + job.id(), HttpStatus.SEE_OTHER);
    }

    private String collection(Context ctx) {
        var params = new Params(ctx);
        var fresh = params.text("new_collection");
        var chosen = fresh.isEmpty() ? params.text("collection") : fresh;
        return CollectionNames.check(
                chosen.isEmpty() ? site.engine().settings().vectorStore().collectionName() : chosen);
    }

    void delete(Context ctx) {
        site.guard().checkToken(ctx);
        var collection = collection(ctx);
        var effect = new Maintenance(site.engine(), Duration.ofSeconds(3), COMMAND)
                .delete(collection, new Params(ctx).text("document"));
        var said = site.say("Deleted %s: %s with vectors, %s. The file itself was not touched."
                .formatted(
                        Filters.file(effect.row().source()),
                        Counted.of(effect.chunksBefore(), "chunk"),
                        Counted.of(effect.imagesBefore(), "image")));
        ctx.redirect("/data?collection=" + Url.encode(collection) + "&" + said, HttpStatus.SEE_OTHER);
    }

    void cancel(Context ctx) {
        site.guard().checkToken(ctx);
        var job = jobs.cancel(new Params(ctx).text("job"));
        ctx.redirect("/ingest#" + job.id(), HttpStatus.SEE_OTHER);
    }

    /** A job by itself, with every trouble that it had. */
    void job(Context ctx) {
        var id = ctx.pathParam("id");
        var job = jobs.status(id).orElseThrow(() -> new NotFoundResponse("There is no job " + id + " (any more)."));
        site.show(ctx, "job", Map.of("job", job, "now", site.engine().clock().instant()));
    }
}
