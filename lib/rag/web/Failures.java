package rag.web;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import java.util.Map;
import org.eclipse.jetty.io.EofException;
import rag.config.Secrets;
import rag.model.Failure;

/** What a browser is answered when something goes wrong. */
final class Failures {

    private final Site site;

    Failures(Site site) {
        this.site = site;
    }

    void handle(JavalinConfig config) {
        config.routes.exception(Guard.Refused.class, (e, ctx) -> answer(ctx, 403, "Refused", Failure.words(e)));
        config.routes.exception(Failure.class, (e, ctx) -> answer(ctx, 400, "That did not work", Failure.words(e)));
        config.routes.exception(HttpResponseException.class, (e, ctx) -> {
            if (e.getStatus() == 503 && ctx.method() == HandlerType.GET) ctx.header("Refresh", "1");
            boolean missing = e.getStatus() == 404;
            var said = missing && Failure.words(e).startsWith("Endpoint") ? "There is no such page." : Failure.words(e);
            var title = missing ? "Not found" : e.getStatus() == 503 ? "One moment" : "That did not work";
            answer(ctx, e.getStatus(), title, said);
        });
        config.routes.exception(EofException.class, (e, ctx) -> {}); // the browser left, so nobody hears
        config.routes.exception(Exception.class, this::unexpected);
    }

    void unexpected(Exception e, Context ctx) {
        String asked;
        try {
            asked = ctx.method() + " " + ctx.path();
        } catch (RuntimeException gone) {
            return; // a request that can't be read any more ended before its answer: the browser has left
        }
        System.err.println(Secrets.mask("dashboard: " + asked + ": " + e));
        for (var cause = e.getCause(); cause != null; cause = cause.getCause()) {
            System.err.println(Secrets.mask("  because of " + cause));
        }
        answer(
                ctx,
                500,
                "Something broke",
                "An unexpected error: " + e + ". The terminal of dashboard.java says more.");
    }

    private void answer(Context ctx, int status, String title, String message) {
        ctx.status(status);
        site.show(ctx, "error", Map.of("title", title, "message", message, "back", "/"));
    }
}
