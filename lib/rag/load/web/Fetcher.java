package rag.load.web;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.Proxy;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.CookieJar;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import rag.config.CrawlSettings;

/**
 * Gets one page at a time, without following redirects: whoever crawls decides on each. Connects to what {@link Addresses}
 * allows, never through a proxy, which would choose the address itself.
 */
final class Fetcher implements AutoCloseable {

    private static final String ACCEPT = "text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,*/*;q=0.5";

    private final OkHttpClient client;
    private final String agent;
    private final long mostBytes;

    /**
     * An answer.
     *
     * @param contentType "" when there is none
     * @param location of a redirect, as it is written; "" for none
     * @param robots the headers that say what a crawler may do with the page
     * @param body empty of all but a success, and when it was too large
     * @param tooLarge whether it was over the bound, and was not read to its end
     */
    record Answer(
            int status,
            String contentType,
            String location,
            String etag,
            String lastModified,
            String retryAfter,
            List<String> robots,
            byte[] body,
            boolean tooLarge) {}

    Fetcher(CrawlSettings settings) {
        this.agent = settings.userAgent();
        this.mostBytes = settings.maxPageMb() * 1024L * 1024L;
        this.client = new OkHttpClient.Builder()
                .socketFactory(new GuardedSockets(new Addresses(settings.privateHosts())))
                .proxy(Proxy.NO_PROXY)
                .cookieJar(CookieJar.NO_COOKIES)
                .followRedirects(false)
                .followSslRedirects(false)
                .connectTimeout(Duration.ofSeconds(Math.min(10, settings.timeoutS())))
                .callTimeout(Duration.ofSeconds(settings.timeoutS()))
                .readTimeout(Duration.ofSeconds(settings.timeoutS()))
                .build();
    }

    /**
     * @param etag, lastModified of the version that is known; "" for none
     * @throws ForbiddenAddress when the host is none that may be asked
     * @throws IOException in words for a person
     */
    Answer get(String url, String etag, String lastModified) throws IOException {
        var request = new Request.Builder().url(url).header("User-Agent", agent).header("Accept", ACCEPT);
        if (!etag.isEmpty()) request.header("If-None-Match", etag);
        if (!lastModified.isEmpty()) request.header("If-Modified-Since", lastModified);
        try (var response = client.newCall(request.build()).execute()) {
            return answer(response);
        } catch (InterruptedIOException e) {
            throw new IOException("no answer within " + client.callTimeoutMillis() / 1000 + " s", e);
        } catch (UnknownHostException e) {
            throw new IOException("there is no host of that name", e);
        } catch (IOException e) {
            throw forbidden(e);
        }
    }

    /** Of a name with several addresses, the refusal of one may hide behind the failure of another. */
    private static IOException forbidden(IOException e) {
        if (e instanceof ForbiddenAddress) return e;
        for (var other : e.getSuppressed()) if (other instanceof ForbiddenAddress refused) return refused;
        return e;
    }

    private Answer answer(Response response) throws IOException {
        byte[] body = {};
        boolean tooLarge = false;
        if (response.code() == 200 && response.body() != null) {
            tooLarge = response.body().contentLength() > mostBytes;
            if (!tooLarge) {
                // what it unpacks to counts, so a small answer that unpacks to much is cut as well
                body = response.body().byteStream().readNBytes((int) Math.min(Integer.MAX_VALUE - 8, mostBytes + 1));
                tooLarge = body.length > mostBytes;
            }
        }
        return new Answer(
                response.code(),
                response.header("Content-Type", ""),
                response.header("Location", ""),
                response.header("ETag", ""),
                response.header("Last-Modified", ""),
                response.header("Retry-After", ""),
                response.headers("X-Robots-Tag"),
                tooLarge ? new byte[0] : body,
                tooLarge);
    }

    @Override
    public void close() {
        client.connectionPool().evictAll();
        client.dispatcher().executorService().shutdown();
        try {
            var _ = client.dispatcher().executorService().awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
