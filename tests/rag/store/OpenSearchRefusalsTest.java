package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.config.Json;
import rag.config.StoreSettings;
import rag.model.Failure;
import rag.model.Filter;
import rag.store.opensearch.OpenSearchStore;

/** What is said when OpenSearch refuses, is silent, or is something else. */
class OpenSearchRefusalsTest {

    private static final String VERSION = "{\"version\": {\"distribution\": \"opensearch\", \"number\": \"3.5.0\"}}";

    private HttpServer server;
    private String address;

    /** Answers by the end of the path, the last that fits; a status other than 200 stands before the text. */
    private final Map<String, String> answers = new LinkedHashMap<>();

    /** Answers that are given once, before those. */
    private final Map<String, String> firstly = new ConcurrentHashMap<>();

    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            var path = exchange.getRequestURI().getPath();
            asked.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            var answer = "404 {\"error\": {\"type\": \"index_not_found_exception\"}}";
            for (var each : answers.entrySet()) if (path.endsWith(each.getKey())) answer = each.getValue();
            var first = firstly.keySet().stream().filter(path::endsWith).findFirst();
            if (first.isPresent()) answer = firstly.remove(first.get());
            int status = Character.isDigit(answer.charAt(0)) ? Integer.parseInt(answer.substring(0, 3)) : 200;
            var bytes = answer.substring(status == 200 ? 0 : 4).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        address = "127.0.0.1:" + server.getAddress().getPort();
        answers.put("/", VERSION);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static StoreSettings settings(String... hosts) {
        return StoreSettings.of("opensearch")
                .with(Map.of(
                        "hosts",
                        List.of(hosts),
                        "user",
                        "ann",
                        "password",
                        "secret-word",
                        "namespace",
                        "kh",
                        "timeout_s",
                        2,
                        "replicas",
                        0));
    }

    private static String refused(String... hosts) {
        var message = assertThrows(Failure.class, () -> new OpenSearchStore(settings(hosts)))
                .getMessage();
        assertFalse(message.contains("secret-word"), message);
        return message;
    }

    /** An address where nobody listens. */
    private static String nobody() throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "127.0.0.1:" + socket.getLocalPort();
        }
    }

    @Test
    void each_reason_is_told_with_the_host_and_what_to_do() throws Exception {
        var host = nobody();
        assertEquals(
                "OpenSearch at http://%s refuses connections; check vector_store.hosts, and that it runs"
                        .formatted(host),
                refused(host));
        answers.put("/", "401 {\"error\": \"Unauthorized\"}");
        var unknown = refused(address);
        assertTrue(unknown.contains("http://" + address) && unknown.contains("vector_store.user"), unknown);
        answers.put("/", "{\"version\": {\"number\": \"9.2.0\"}}");
        assertTrue(refused(address).contains("is Elasticsearch 9.2.0; vector_store.provider: opensearch needs"));
        answers.put("/", VERSION.replace("3.5.0", "1.3.2"));
        assertTrue(refused(address).contains("is opensearch 1.3.2"), refused(address));
        assertTrue(refused("a b").contains("'a b' is no address"));
    }

    @Test
    void user_and_password_or_a_key_are_sent() throws Exception {
        new OpenSearchStore(settings(address)).close();
        assertEquals("/ Basic YW5uOnNlY3JldC13b3Jk", asked.getFirst());
        asked.clear();
        new OpenSearchStore(settings(address).with(Map.of("user", "", "password", "", "api_key", "key"))).close();
        assertEquals("/ ApiKey key", asked.getFirst());
    }

    @Test
    void a_host_that_is_down_or_silent_is_passed_over() throws Exception {
        try (var store = new OpenSearchStore(settings(nobody(), address))) {
            for (int i = 0; i < 4; i++) assertEquals(List.of(), store.collections());
        }
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            long start = System.nanoTime();
            try (var store = new OpenSearchStore(settings("127.0.0.1:" + silent.getLocalPort(), address))) {
                assertEquals(List.of(), store.collections());
            }
            assertTrue(System.nanoTime() - start < 5e9, "half of the two seconds, and a look round");
            start = System.nanoTime();
            assertTrue(refused("127.0.0.1:" + silent.getLocalPort()).contains("no answer within 2 s"));
            assertTrue(System.nanoTime() - start < 4e9);
        }
    }

    @Test
    void what_a_shard_does_not_answer_is_told_and_never_left_out() throws Exception {
        answers.put("/_doc/c", state("c"));
        answers.put("/_search", "{\"_shards\": {\"failed\": 0}, \"hits\": {\"total\": {\"value\": 9}}}");
        try (var store = new OpenSearchStore(settings(address));
                var reader = store.reader(List.of("c"))) {
            assertEquals(9, reader.size());
            answers.put(
                    "/_search",
                    "{\"_shards\": {\"total\": 2, \"failed\": 1, \"failures\": [{\"index\": \"kh-c-1\", \"shard\": 1, "
                            + "\"node\": \"n7\", \"reason\": {\"reason\": \"gone\"}}]}, \"hits\": {\"hits\": []}}");
            var message = assertThrows(Failure.class, () -> reader.dense(Samples.at(0), Filter.NONE, 5))
                    .getMessage();
            assertTrue(message.contains("1 of 2 shards") && message.contains("kh-c-1[1] on node n7: gone"), message);
            answers.put("/_search", "{\"timed_out\": true, \"_shards\": {\"total\": 2, \"failed\": 0}}");
            assertThrows(Failure.class, () -> reader.dense(Samples.at(0), Filter.NONE, 5));
            answers.put("/_search", "404 {\"error\": {\"type\": \"index_not_found_exception\"}}");
            var gone = assertThrows(Failure.class, () -> reader.chunks(List.of("x")))
                    .getMessage();
            assertTrue(gone.contains("no longer there"), gone);
        }
        assertTrue(
                asked.stream()
                        .filter(each -> each.contains("_search"))
                        .allMatch(each ->
                                each.contains("preference=q") && each.contains("allow_partial_search_results=false")),
                asked.toString());
    }

    /** A node that asked another one which ended says so in many ways, and often in a shard's failure alone. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "500 {'error': {'type': 'search_phase_execution_exception', 'reason': '', 'root_cause': [],"
                    + " 'caused_by': {'type': 'node_not_connected_exception', 'reason': '[n2] Node not connected'}}}",
                "500 {'error': {'root_cause': [{'type': 'node_disconnected_exception', 'reason': '[n2]"
                        + " disconnected'}]}}",
                "404 {'error': {'type': 'search_phase_execution_exception', 'reason': 'all shards failed',"
                        + " 'failed_shards': [{'shard': 0, 'reason': {'type': 'search_context_missing_exception'}}]}}",
                "404 {'error': {'type': 'index_shard_closed_exception', 'reason': 'CurrentState[CLOSED]'}}",
                "503 {'error': {'type': 'cluster_block_exception'}}",
                "429 {'error': {'type': 'rejected_execution_exception'}}"
            })
    void what_a_node_that_ends_cuts_off_is_asked_again(String answer) throws Exception {
        answers.put("/_doc/c", state("c"));
        answers.put("/_search", "{'_shards': {'failed': 0}, 'hits': {'total': {'value': 9}}}".replace('\'', '"'));
        firstly.put("/_search", answer.replace('\'', '"'));
        try (var store = new OpenSearchStore(settings(address));
                var reader = store.reader(List.of("c"))) {
            assertEquals(9, reader.size());
        }
        assertTrue(firstly.isEmpty());
    }

    @Test
    void a_question_the_engine_does_not_understand_is_not_asked_again() throws Exception {
        answers.put("/_doc/c", state("c"));
        answers.put("/_search", "400 {\"error\": {\"type\": \"parsing_exception\", \"reason\": \"unknown query\"}}");
        try (var store = new OpenSearchStore(settings(address))) {
            var message = assertThrows(Failure.class, () -> store.reader(List.of("c")))
                    .getMessage();
            assertTrue(message.contains("400, parsing_exception: unknown query"), message);
        }
        assertEquals(1, asked.stream().filter(each -> each.contains("_search")).count());
    }

    private static String state(String collection) {
        return Json.line(Map.of(
                "_seq_no",
                1,
                "_primary_term",
                1,
                "_source",
                Map.of(
                        "collection",
                        collection,
                        "index",
                        "kh-" + collection + "-1",
                        "shards",
                        2,
                        "number",
                        1,
                        "claimed",
                        1,
                        "gaps",
                        List.of(),
                        "fingerprint",
                        Samples.PRINT,
                        "replaced",
                        List.of(),
                        "stale",
                        List.of(),
                        "old",
                        List.of())));
    }

    @Test
    void very_many_collections_are_named_in_the_body() {
        var names = new ArrayList<String>();
        for (int i = 0; i < 120; i++) names.add("collection_with_a_name_that_is_long_" + i);
        for (var name : names) answers.put("/_doc/" + name, state(name));
        answers.put("/_search", "400 {\"error\": {\"type\": \"too_long_http_line_exception\"}}");
        var answer = "{\"status\": 200, \"_shards\": {\"failed\": 0}, \"hits\": {\"total\": {\"value\": 9}}}";
        answers.put("/_msearch", "{\"responses\": [" + answer + "]}");
        try (var store = new OpenSearchStore(settings(address));
                var reader = store.reader(names)) {
            assertEquals(9, reader.size());
            answers.put(
                    "/_msearch",
                    "{\"responses\": [{\"status\": 404, \"error\": {\"type\": \"index_not_found_exception\"}}]}");
            var gone = assertThrows(Failure.class, () -> reader.chunks(List.of("x")))
                    .getMessage();
            assertTrue(gone.endsWith("no longer there; ask again"), gone);
            assertTrue(asked.stream().allMatch(line -> line.length() < 4_000), "that the engine would read");
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
