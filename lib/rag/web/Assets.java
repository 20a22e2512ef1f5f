package rag.web;

import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import rag.model.Ids;

/** Styles and scripts, served from the program itself: by names that are known beforehand, nothing else. */
final class Assets {

    private static final String WEBJARS = "/META-INF/resources/webjars/";

    /** What a page may load, and where it stands. */
    private static final Map<String, String> PLACES = Map.of(
            "pico.css",
            WEBJARS + "picocss__pico/2.1.1/css/pico.min.css",
            "htmx.js",
            WEBJARS + "htmx.org/2.0.10/dist/htmx.min.js",
            "sse.js",
            WEBJARS + "htmx-ext-sse/2.2.2/sse.js",
            "app.css",
            "/rag/web/app.css",
            "app.js",
            "/rag/web/app.js",
            "icon.svg",
            "/rag/web/icon.svg");

    private final Map<String, Asset> loaded = new ConcurrentHashMap<>();

    private record Asset(byte[] bytes, String tag) {}

    void serve(Context ctx) {
        var name = ctx.pathParam("name");
        if (!PLACES.containsKey(name)) throw new NotFoundResponse("There is no file '" + name + "' here.");
        var asset = loaded.computeIfAbsent(name, Assets::load);
        ctx.header("Cache-Control", "no-cache").header("ETag", asset.tag());
        if (asset.tag().equals(ctx.header("If-None-Match"))) ctx.status(304);
        else ctx.contentType(type(name)).result(asset.bytes());
    }

    private static String type(String name) {
        var ending = name.substring(name.lastIndexOf('.'));
        return switch (ending) {
            case ".css" -> "text/css; charset=utf-8";
            case ".js" -> "text/javascript; charset=utf-8";
            default -> "image/svg+xml";
        };
    }

    private static Asset load(String name) {
        var place = PLACES.get(name);
        try (var in = Assets.class.getResourceAsStream("" + place)) {
            if (in == null) throw new IllegalStateException("not built in: " + place);
            var bytes = in.readAllBytes();
            return new Asset(bytes, '"' + Ids.sha256(bytes).substring(0, 16) + '"');
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the built-in " + place, e);
        }
    }
}
