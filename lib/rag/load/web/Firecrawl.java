package rag.load.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import rag.config.CrawlSettings;
import rag.config.Json;
import rag.load.web.Crawl.Outcome;
import rag.load.web.Crawl.WebPage;

/**
 * Has a site crawled by the Firecrawl service, or a server of one's own that speaks its protocol (version 2): for pages that
 * are made by scripts. Pages come as Markdown; whether one has changed is told by its content.
 */
final class Firecrawl implements Crawler {

    private static final String SERVICE = "https://api.firecrawl.dev";
    private static final MediaType JSON = MediaType.get("application/json");
    private static final long POLL_MS = 1000;
    private static final long SLICE_MS = 50;

    /** A crawl that makes no progress for so long is given up. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final CrawlSettings settings;
    private final String base;
    private final OkHttpClient client;

    Firecrawl(CrawlSettings settings) {
        this.settings = settings;
        this.base = (settings.baseUrl().isEmpty() ? SERVICE : settings.baseUrl()).replaceFirst("/+$", "");
        this.client = new OkHttpClient.Builder()
                .callTimeout(Duration.ofSeconds(Math.max(60, settings.timeoutS())))
                .readTimeout(Duration.ofSeconds(Math.max(60, settings.timeoutS())))
                .build();
    }

    @Override
    public Crawl crawl(CrawlOrder order, Path folder, Listener listener, BooleanSupplier cancelled) throws IOException {
        var body = new LinkedHashMap<String, Object>();
        body.put("url", order.start());
        body.put("limit", order.maxPages());
        body.put("maxDiscoveryDepth", order.maxPages() == 1 ? 0 : settings.maxDepth());
        body.put("crawlEntireDomain", true);
        body.put("scrapeOptions", Map.of("formats", List.of("markdown"), "timeout", settings.timeoutS() * 1000));
        var id = send("POST", base + "/v2/crawl", body).path("id").asText();
        if (id.isEmpty()) throw new IOException("the crawl service named no crawl");
        var job = base + "/v2/crawl/" + id;
        var state = await(job, order, listener, cancelled);
        if (cancelled.getAsBoolean()) {
            send("DELETE", job, Map.of());
            return new Crawl(List.of(), 0, List.of());
        }
        var pages = new LinkedHashMap<String, WebPage>();
        while (true) {
            for (var page : state.path("data")) take(page, order, folder, pages);
            var next = state.path("next").asText("");
            // the key goes to nobody but the service
            if (next.isEmpty()
                    || next.equals("null")
                    || !WebAddress.origin(next).equals(WebAddress.origin(base))) break;
            state = send("GET", next, Map.of());
        }
        return new Crawl(List.copyOf(pages.values()), 0, List.of());
    }

    private JsonNode await(String job, CrawlOrder order, Listener listener, BooleanSupplier cancelled)
            throws IOException {
        int done = -1;
        long since = System.nanoTime();
        while (true) {
            var state = send("GET", job, Map.of());
            int now = state.path("completed").asInt();
            if (now > done) since = System.nanoTime();
            done = Math.max(done, now);
            listener.page(order.start(), done, order.maxPages());
            switch (state.path("status").asText()) {
                case "completed" -> {
                    return state;
                }
                case "failed", "cancelled" ->
                    throw new IOException("the crawl service says '%s': %s"
                            .formatted(
                                    state.path("status").asText(),
                                    state.path("error").asText("no reason")));
                default -> {
                    if (System.nanoTime() - since > PATIENCE.toNanos())
                        throw new IOException("the crawl service made no progress within 5 minutes");
                }
            }
            for (long ms = 0; ms < POLL_MS; ms += SLICE_MS) {
                if (cancelled.getAsBoolean()) return state;
                sleep();
            }
        }
    }

    private static void sleep() throws IOException {
        try {
            Thread.sleep(SLICE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    private static void take(JsonNode page, CrawlOrder order, Path folder, Map<String, WebPage> pages)
            throws IOException {
        var about = page.path("metadata");
        var named = about.path("url").asText(about.path("sourceURL").asText(""));
        var url = WebAddress.of(named).orElse("");
        if (url.isEmpty() || pages.containsKey(url)) return;
        int status = about.path("statusCode").asInt(200);
        var text = page.path("markdown").asText("");
        if (status != 200 || text.isBlank()) {
            var error = about.path("error").asText("");
            var reason = status != 200 ? "HTTP " + status : error.isEmpty() ? "no text in it" : error;
            boolean known =
                    order.known().stream().anyMatch(before -> before.url().equals(url));
            boolean gone = known && (status == 404 || status == 410);
            pages.put(url, WebPage.without(url, url, gone ? Outcome.GONE : Outcome.FAILED, reason));
            return;
        }
        var front = new ArrayList<String>(List.of("---"));
        for (var key : List.of("title", "description", "language")) {
            var value = about.path(key).asText("");
            if (!value.isBlank()) front.add(key + ": " + Json.line(value));
        }
        front.add("---\n\n");
        var file = PageFile.write(
                folder.resolve(String.format(Locale.ROOT, "%04d", pages.size())), url, "md", "", new byte[0]);
        Files.writeString(file, String.join("\n", front) + text);
        pages.put(url, new WebPage(url, url, Outcome.FETCHED, file, "", "", "", List.of()));
    }

    private JsonNode send(String method, String url, Map<String, Object> body) throws IOException {
        var content = method.equals("POST") ? RequestBody.create(Json.line(body), JSON) : null;
        var request = new Request.Builder().url(url).method(method, content);
        if (!settings.apiKey().isEmpty()) request.header("Authorization", "Bearer " + settings.apiKey());
        try (var answer = client.newCall(request.build()).execute()) {
            var text = answer.body() == null ? "" : answer.body().string();
            if (answer.isSuccessful()) return Json.tree(text);
            throw new IOException(trouble(answer.code(), text));
        } catch (JsonProcessingException e) {
            throw new IOException("the crawl service answers with what is no JSON", e);
        } catch (InterruptedIOException e) {
            throw new IOException("the crawl service did not answer in time", e);
        }
    }

    private static String trouble(int status, String text) {
        var mend = switch (status) {
            case 401, 403 -> "; check crawl.api_key";
            case 402 -> "; its credits are used up";
            case 429 -> "; it is asked too often, try again later";
            default -> "";
        };
        var words = text.replaceAll("\\s+", " ");
        return "the crawl service answers HTTP %d%s: %s"
                .formatted(status, mend, words.substring(0, Math.min(200, words.length())));
    }

    @Override
    public void close() {
        client.connectionPool().evictAll();
        client.dispatcher().executorService().shutdown();
    }
}
