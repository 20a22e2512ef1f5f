package rag.web;

import io.javalin.http.Context;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The address of a page with its state; each change gives another one, so that every view can be linked to. */
public final class Url {

    private final String path;
    private final Map<String, String> state;

    private Url(String path, Map<String, String> state) {
        this.path = path;
        this.state = state;
    }

    static Url to(String path) {
        return new Url(path, Map.of());
    }

    /** The page that is asked for. */
    static Url of(Context ctx) {
        var state = new LinkedHashMap<String, String>();
        ctx.queryParamMap().forEach((key, values) -> state.put(key, values.getFirst()));
        return new Url(ctx.path(), state);
    }

    /** The same state at another page. */
    Url at(String path) {
        return new Url(path, state);
    }

    /** The same page with another value; "" takes it away. Whatever changes, the list begins at its first page again. */
    public Url with(String key, Object value) {
        var changed = new LinkedHashMap<>(state);
        changed.remove(Paging.KEY);
        changed.remove(key);
        if (!value.toString().isEmpty()) changed.put(key, value.toString());
        return new Url(path, changed);
    }

    /** Whether anything but the page's number is chosen. */
    boolean filtered() {
        return state.entrySet().stream()
                .anyMatch(e -> !e.getKey().equals(Paging.KEY) && !e.getValue().isBlank());
    }

    @Override
    public String toString() {
        if (state.isEmpty()) return path;
        return path + "?"
                + state.entrySet().stream()
                        .map(e -> encode(e.getKey()) + "=" + encode(e.getValue()))
                        .collect(Collectors.joining("&"));
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** A path made of parts that may hold any sign. */
    static String path(String... parts) {
        return List.of(parts).stream()
                .map(part -> encode(part).replace("+", "%20"))
                .collect(Collectors.joining("/", "/", ""));
    }
}
