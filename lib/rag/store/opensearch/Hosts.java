package rag.store.opensearch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.opensearch.client.json.jackson.JacksonJsonpMapper;
import org.opensearch.client.opensearch.generic.Body;
import org.opensearch.client.opensearch.generic.OpenSearchGenericClient;
import org.opensearch.client.opensearch.generic.Requests;
import org.opensearch.client.opensearch.generic.Response;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5Options;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5Transport;
import org.opensearch.client.transport.httpclient5.ResponseException;
import org.opensearch.client.transport.httpclient5.internal.Node;
import org.opensearch.client.transport.httpclient5.internal.NodeSelector;
import rag.config.Json;
import rag.config.StoreSettings;
import rag.model.Failure;
import rag.text.Texts;

/**
 * The hosts of a cluster, one client each over one pool of connections: the client of several hosts would wait out its
 * limit at each in turn, and not say which was asked.
 */
final class Hosts implements AutoCloseable {

    /** How long a host that did not answer is passed over. */
    private static final long REST = TimeUnit.SECONDS.toNanos(15);

    private static final Timeout CONNECT = Timeout.ofSeconds(1);
    private static final int CONNECTIONS = 64;
    private static final int LONGEST_PAGE = 200;

    private final PoolingAsyncClientConnectionManager connections;
    private final CloseableHttpAsyncClient http;
    private final List<Host> hosts = new ArrayList<>();
    private final AtomicInteger turn = new AtomicInteger();

    /** One address. */
    static final class Host {

        private final String name;
        private final OpenSearchGenericClient client;
        private volatile long restsUntil = System.nanoTime();

        private Host(String name, OpenSearchGenericClient client) {
            this.name = name;
            this.client = client;
        }

        /** Passes it over for a while. */
        void rest() {
            restsUntil = System.nanoTime() + REST;
        }

        /** It answers again. */
        void wake() {
            restsUntil = System.nanoTime();
        }

        private boolean rests() {
            return System.nanoTime() - restsUntil < 0;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** What came of a request: an answer, or why there is none. */
    record Outcome(
            Host host, @Nullable Reply reply, @Nullable Throwable error) implements Question.Event {

        private Outcome of(Call call) {
            return reply == null ? this : new Outcome(host, call.answered(reply), error);
        }
    }

    Hosts(StoreSettings settings) {
        var pool = PoolingAsyncClientConnectionManagerBuilder.create()
                .setDefaultConnectionConfig(
                        ConnectionConfig.custom().setConnectTimeout(CONNECT).build())
                .setMaxConnPerRoute(CONNECTIONS)
                .setMaxConnTotal(CONNECTIONS * 4)
                .useSystemProperties();
        var certificates = settings.certificates();
        if (certificates != null) {
            pool.setTlsStrategy(ClientTlsStrategyBuilder.create()
                    .setSslContext(certificates)
                    .buildAsync());
        }
        connections = pool.build();
        http = HttpAsyncClients.custom()
                .setConnectionManager(connections)
                .disableAutomaticRetries() // a host that fails is not asked again before another
                .disableCookieManagement()
                .build();
        http.start();
        var credentials = credentials(settings);
        for (var address : settings.hosts().isEmpty() ? List.of("http://localhost:9200") : settings.hosts()) {
            var host = host(address);
            var transport = new ApacheHttpClient5Transport(
                    http,
                    credentials,
                    List.of(new Node(host)),
                    new JacksonJsonpMapper(),
                    ApacheHttpClient5Options.DEFAULT,
                    "",
                    new ApacheHttpClient5Transport.FailureListener(),
                    NodeSelector.ANY,
                    false,
                    false,
                    false);
            hosts.add(new Host(host.toURI(), new OpenSearchGenericClient(transport)));
        }
    }

    private static HttpHost host(String address) {
        try {
            var host = HttpHost.create(new URI(address.contains("://") ? address : "http://" + address));
            return host.getPort() > 0 ? host : new HttpHost(host.getSchemeName(), host.getHostName(), 9200);
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new Failure("vector_store.hosts: '%s' is no address such as https://search.example:9200"
                    .formatted(address.replaceAll("//.*@", "//")));
        }
    }

    private static Header[] credentials(StoreSettings settings) {
        if (!settings.apiKey().isEmpty()) return header("ApiKey " + settings.apiKey());
        if (settings.user().isEmpty()) return new Header[0];
        var pair = (settings.user() + ":" + settings.password()).getBytes(StandardCharsets.UTF_8);
        return header("Basic " + Base64.getEncoder().encodeToString(pair));
    }

    private static Header[] header(String value) {
        return new Header[] {new BasicHeader("Authorization", value, true)};
    }

    int size() {
        return hosts.size();
    }

    /** All, those that do not rest first, by turns; behind them the others, the one that has rested longest first. */
    List<Host> inOrder() {
        var order = new ArrayList<>(hosts);
        Collections.rotate(order, -Math.floorMod(turn.getAndIncrement(), hosts.size()));
        var resting = order.stream()
                .filter(Host::rests)
                .sorted((a, b) -> Long.signum(a.restsUntil - b.restsUntil))
                .toList();
        order.removeAll(resting);
        order.addAll(resting);
        return order;
    }

    /** Closes connections that nobody uses: the next request makes a new one. */
    void forget() {
        connections.closeIdle(TimeValue.ZERO_MILLISECONDS);
    }

    /** Sends a request; what comes never fails, an error is an outcome. */
    CompletableFuture<Outcome> send(Host host, Call asked, Duration limit) {
        var call = asked.sent();
        var config = RequestConfig.custom()
                .setResponseTimeout(Timeout.of(limit))
                .setConnectionRequestTimeout(Timeout.of(limit))
                .build();
        var options = ApacheHttpClient5Options.DEFAULT.toBuilder().setRequestConfig(config);
        var request =
                Requests.builder().endpoint(call.path()).method(call.method()).query(call.parameters());
        if (!call.text().isEmpty()) request.body(Body.from(call.bytes(), call.type()));
        return host.client
                .withTransportOptions(options.build())
                .executeAsync(request.build())
                .handle((response, error) -> error == null ? outcome(host, response) : outcome(host, error))
                .thenApply(outcome -> outcome.of(call));
    }

    private static Outcome outcome(Host host, Response response) {
        try (response) {
            return outcome(
                    host,
                    response.getStatus(),
                    response.getBody().map(Body::bodyAsString).orElse(""));
        } catch (IOException e) {
            return new Outcome(host, null, e);
        }
    }

    /** The transport throws some refusals, which are answers here. */
    private static Outcome outcome(Host host, Throwable error) {
        var cause = error;
        while (cause.getCause() != null && !(cause instanceof ResponseException || cause instanceof SSLException))
            cause = cause.getCause();
        if (!(cause instanceof ResponseException refusal)) return new Outcome(host, null, cause);
        var message = String.valueOf(
                refusal.getMessage()); // of the answer nothing else can be had: what was asked, then the body
        int body = message.indexOf("\n{");
        return outcome(host, refusal.status(), body < 0 ? "" : message.substring(body + 1));
    }

    private static Outcome outcome(Host host, int status, String text) {
        JsonNode body;
        try {
            body = Json.tree(text.isBlank() ? "{}" : text);
        } catch (JsonProcessingException e) { // a proxy's page
            body = Json.convert(Map.of("error", Texts.cut(text, LONGEST_PAGE)), JsonNode.class);
        }
        return new Outcome(host, new Reply(host.name, status, body), null);
    }

    /** Waits for nothing: a connection to a node that hangs would take seconds. */
    @Override
    public void close() {
        Thread.ofVirtual()
                .start(() -> http.close(CloseMode.GRACEFUL)); // at once, it reports its own selector as an error
    }
}
