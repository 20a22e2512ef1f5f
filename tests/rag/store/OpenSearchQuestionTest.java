package rag.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import rag.config.StoreSettings;
import rag.model.Failure;
import rag.store.opensearch.OpenSearchStore;

/** One host that takes connections and never answers, as a stopped process does, and one that answers when it pleases. */
class OpenSearchQuestionTest {

    private static final String VERSION = "{\"version\": {\"distribution\": \"opensearch\", \"number\": \"3.5.0\"}}";
    private static final String ONE_MISSING = "{\"_nodes\": {\"failed\": 1}, \"nodes\": {\"n2\": {}, \"n3\": {}}}";
    private static final String ALL_THERE = "{\"_nodes\": {\"failed\": 0}, \"nodes\": {\"n1\": {}, \"n2\": {}}}";
    private static final String NOT_FOUND = "{\"found\": false}";
    private static final String CUT_OFF =
            "{\"error\": {\"root_cause\": [{\"type\": \"node_disconnected_exception\", \"reason\": \"[n2]"
                    + " disconnected\"}]}}";
    private static final int LIMIT_S = 2;

    private HttpServer server;
    private ServerSocket silent;
    private volatile String nodes = ALL_THERE;

    /** Which requests wait for a node that hangs. */
    private volatile Predicate<String> hanging = request -> false;

    /** How many answers say that a node ended. */
    private final AtomicInteger cutOff = new AtomicInteger();

    private final AtomicInteger dropped = new AtomicInteger();
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void start() throws Exception {
        silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop(0);
        silent.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        var request = exchange.getRequestURI().toString();
        asked.add(request);
        boolean rollCall = request.startsWith("/_nodes");
        if (!rollCall && dropped.getAndDecrement() > 0) {
            exchange.close();
            return;
        }
        if (!rollCall && hanging.test(request)) return;
        if (!rollCall && cutOff.getAndDecrement() > 0) {
            send(exchange, 500, CUT_OFF);
            return;
        }
        var text = rollCall ? nodes : request.equals("/") ? VERSION : NOT_FOUND;
        int status = request.contains("_doc") ? 404 : text.isEmpty() ? 403 : 200;
        send(exchange, status, text.isEmpty() ? "{}" : text);
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String here() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private String hung() {
        return "127.0.0.1:" + silent.getLocalPort();
    }

    private static OpenSearchStore store(String... hosts) {
        return new OpenSearchStore(StoreSettings.of("opensearch")
                .with(Map.of("hosts", List.of(hosts), "namespace", "kh", "timeout_s", LIMIT_S)));
    }

    private static long ms(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / 1_000_000;
    }

    private List<String> states() {
        return asked.stream().filter(request -> request.contains("_doc")).toList();
    }

    @Test
    void a_host_that_hangs_costs_one_question_a_quarter_of_the_limit_and_the_next_ones_nothing() {
        nodes = ONE_MISSING;
        var opened = new ArrayList<OpenSearchStore>();
        long first = ms(() -> opened.add(store(hung(), here())));
        assertTrue(first >= 500 && first < 1_900, first + " ms");
        try (var store = opened.getFirst()) {
            for (int i = 0; i < 4; i++) {
                long next = ms(() -> assertTrue(store.fingerprint("c").isEmpty()));
                assertTrue(next < 500, next + " ms");
            }
        }
        assertEquals(4, states().size());
        assertTrue(states().getFirst().contains("preference=_prefer_nodes%3An2%2Cn3"), states()::getFirst);
    }

    @Test
    void a_host_that_waits_for_a_node_is_asked_for_copies_on_nodes_that_answer() {
        hanging = request -> request.contains("_doc") && !request.contains("_prefer_nodes");
        try (var store = store(here())) {
            nodes = ONE_MISSING;
            long took = ms(() -> assertTrue(store.fingerprint("c").isEmpty()));
            assertTrue(took >= 500 && took < 1_900, took + " ms");
            assertEquals(2, states().size());
            assertFalse(states().getFirst().contains("_prefer_nodes"));
            assertTrue(ms(() -> store.fingerprint("c")) < 500);
        }
    }

    @Test
    void who_may_not_ask_about_nodes_asks_a_second_time_after_half_the_limit() {
        nodes = "";
        hanging = request -> request.contains("_doc") && request.contains("preference=state&")
                || request.endsWith("preference=state");
        try (var store = store(here())) {
            long took = ms(() -> assertTrue(store.fingerprint("c").isEmpty()));
            assertTrue(took >= 1_000 && took < 1_900, took + " ms");
            assertEquals(2, states().size());
        }
    }

    @Test
    void a_slow_cluster_whose_nodes_are_all_there_is_not_asked_more_and_more() {
        hanging = request -> request.contains("_doc");
        try (var store = store(here())) {
            var said = assertThrows(Failure.class, () -> store.fingerprint("c")).getMessage();
            assertTrue(
                    said.startsWith("OpenSearch gave no answer within 2 s (2 tries at http://" + here() + ")"), said);
            assertEquals(2, states().size());
        }
    }

    /** A question is asked again while a fault passes; of one that stays, the failure tells. */
    private void isAskedAgain(AtomicInteger fault, int passing, int staying, String words) {
        try (var store = store(here())) {
            fault.set(passing);
            assertTrue(store.fingerprint("c").isEmpty());
            assertEquals(passing + 1, states().size());
            fault.set(staying);
            var said = assertThrows(Failure.class, () -> store.fingerprint("c")).getMessage();
            assertTrue(said.contains(words), said);
        }
    }

    @Test
    void a_connection_that_broke_is_no_answer_yet() {
        isAskedAgain(dropped, 1, 2, "OpenSearch at http://" + here() + " broke off");
    }

    @Test
    void a_node_that_ends_while_it_works_for_another_is_no_answer_yet() {
        isAskedAgain(cutOff, 2, 1_000, "500, node_disconnected_exception: [n2] disconnected");
    }
}
