package rag.web;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.SizeUnit;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import rag.config.Secrets;
import rag.engine.Engine;
import rag.engine.Jobs;
import rag.model.Failure;

/** The dashboard: pages that show what the knowledge base holds and why each passage was found, moved or lost. */
public final class Dashboard implements AutoCloseable {

    /** More than a browser asks at once: a form that arrives slowly holds one until its end. */
    private static final int THREADS = 256;

    private static final Duration SOON = Duration.ofMillis(150);
    private static final List<String> WARM = List.of("/queries", "/", "/data", "/ingest", "/ingestions", "/evaluation");

    private final Site site;
    private final Jobs jobs;
    private final Javalin server;
    private final String host;

    private Dashboard(Engine engine, String host, Duration soon) {
        this.host = host;
        this.site = new Site(engine, new Guard(host), soon);
        this.jobs = new Jobs(engine);
        this.server = Javalin.create(this::configure);
    }

    /**
     * Starts it.
     *
     * @param host name or address to listen on; anything but this machine's own makes it readable for others
     * @param port 0 takes any free one
     * @throws Failure when the port is taken
     */
    public static Dashboard start(Engine engine, String host, int port) {
        return start(engine, host, port, SOON);
    }

    static Dashboard start(Engine engine, String host, int port, Duration soon) {
        var dashboard = new Dashboard(engine, host, soon);
        try {
            dashboard.server.start(host, port);
        } catch (RuntimeException e) {
            dashboard.close();
            throw new Failure(
                    "port %d of %s can't be opened (%s); choose another with --port"
                            .formatted(port, host, Secrets.mask("" + e.getMessage())),
                    e);
        }
        dashboard.site.warm();
        return dashboard;
    }

    /** Where it is. */
    public URI address() {
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + server.port() + "/");
    }

    /** Asks for the pages once, behind the visitor's back: what a first look loads is then there. */
    public void warm() {
        Thread.ofPlatform().daemon().name("warm").start(() -> {
            for (var path : WARM) {
                try (var in = address().resolve(path).toURL().openStream()) {
                    in.transferTo(OutputStream.nullOutputStream());
                } catch (IOException e) {
                    return; // the visitor will see what is wrong
                }
            }
        });
    }

    /** Opens every page once, and one link of each kind in them. Changes nothing. */
    public List<Checkup.Visit> visit() {
        return new Checkup(address()).visit();
    }

    /** Brings a folder in and asks something of it, by the forms. @throws Failure when that does not succeed */
    public void bringIn(Path folder) throws IOException {
        new Checkup(address()).bringIn(folder, jobs);
    }

    /** Whether only this machine reaches it. */
    public boolean isPrivate() {
        return Guard.isLoopback(host);
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.jetty.threadPool = new QueuedThreadPool(THREADS, 2);
        int most = site.engine().settings().ingestion().maxFileMb();
        config.http.maxRequestSize = Uploads.LONGEST_FORM;
        config.jetty.multipartConfig.maxInMemoryFileSize(1, SizeUnit.MB);
        config.jetty.multipartConfig.maxFileSize(most, SizeUnit.MB);
        config.jetty.multipartConfig.maxTotalRequestSize(most + 1L, SizeUnit.MB);
        config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
        config.routes.before(site.guard()::check);
        config.routes.before(site::present);
        routes(config);
        new Failures(site).handle(config);
    }

    private void routes(JavalinConfig config) {
        var routes = config.routes;
        var assets = new Assets();
        routes.get("/assets/{name}", assets::serve);
        routes.get("/favicon.ico", ctx -> ctx.redirect("/assets/icon.svg")); // asked for beside a PDF
        var overview = new Overview(site);
        routes.get("/", overview::show);
        var data = new DataBrowser(site);
        routes.get("/data", data::list);
        routes.get("/data/{collection}/{document}", data::document);
        routes.get("/originals/{collection}/{document}", new Originals(data)::send);
        routes.get("/images/{collection}/{document}/{image}", data::image);
        var collections = new CollectionsPage(site);
        routes.get("/collections", collections::show);
        routes.post("/collections/describe", collections::describe);
        routes.post("/collections/rename", collections::rename);
        routes.post("/collections/forget", collections::forget);
        var recent = new Recent();
        var queries = new QueryTraces(site, recent);
        routes.get("/queries", queries::list);
        routes.post("/queries/run", queries::run);
        var compare = new Compare(site, queries);
        routes.get("/queries/compare", compare::show);
        routes.get("/queries/{id}", queries::show);
        routes.post("/queries/{id}/explain", queries::explain);
        var ingestions = new IngestTraces(site);
        routes.get("/ingestions", ingestions::list);
        routes.get("/ingestions/{id}", ingestions::show);
        var ingest = new IngestPage(site, jobs);
        routes.get("/ingest", ingest::show);
        routes.post("/ingest/folder", ingest::folder);
        routes.post("/ingest/site", ingest::site);
        routes.post("/ingest/upload", ingest::upload);
        routes.post("/ingest/again", ingest::again);
        routes.post("/ingest/delete", ingest::delete);
        routes.post("/ingest/cancel", ingest::cancel);
        routes.get("/ingest/jobs/{id}", ingest::job);
        var cases = new GoldenCases(site.engine().settings());
        routes.post("/cases", new CasePage(site, queries, cases)::add);
        var run = new EvaluationRun(site.engine());
        var evaluations = new Evaluations(site, run, cases);
        routes.get("/evaluation", evaluations::list);
        routes.post("/evaluation/run", evaluations::start);
        routes.get("/evaluation/compare", evaluations::compare);
        routes.get("/evaluation/state", ctx -> ctx.html(site.text("running", Map.of("run", run.state()))));
        routes.get("/evaluation/{id}", evaluations::show);
        var calls = new Calls(site);
        routes.get("/mcp", calls::show);
        routes.get("/mcp/tail", calls::tail);
        var live = new Live(site, jobs);
        routes.sse("/ingest/live", live::follow);
    }

    @Override
    public void close() {
        server.stop();
        jobs.close();
    }
}
