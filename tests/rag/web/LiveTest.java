package rag.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.javalin.http.Context;
import io.javalin.http.sse.SseClient;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import rag.engine.Corpus;
import rag.engine.Jobs;

/** A browser that leaves while it is sent something: what the server lends a request is gone with it. */
class LiveTest {

    @TempDir
    Path folder;

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private Corpus corpus;
    private CompletableFuture<?> ended = new CompletableFuture<>();

    @BeforeEach
    void listen() {
        corpus = new Corpus(folder, java.util.Map.of());
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void close() {
        System.setErr(before);
        corpus.close();
    }

    private Site site() {
        return new Site(corpus.engine(), new Guard("localhost"), Duration.ZERO);
    }

    /** A request as the server leaves it behind: every look at it fails as the server's own classes do. */
    private Context gone() {
        var loader = getClass().getClassLoader();
        var response = Proxy.newProxyInstance(loader, new Class<?>[] {HttpServletResponse.class}, (p, method, args) -> {
            throw new NullPointerException("the request is gone");
        });
        return (Context) Proxy.newProxyInstance(loader, new Class<?>[] {Context.class}, (p, method, args) -> {
            switch (method.getName()) {
                case "res":
                    return response;
                case "future":
                    ended = (CompletableFuture<?>) ((Supplier<?>) args[0]).get();
                    return null;
                default:
                    throw new NullPointerException("the request is gone");
            }
        });
    }

    @Test
    void eventsEndWithoutAWord() throws Exception {
        try (var jobs = new Jobs(corpus.engine())) {
            var thread = new Live(site(), jobs).follow(new SseClient(gone()));
            assertTrue(thread.join(Duration.ofSeconds(5)), "it still sends");
        }
        assertTrue(ended.isDone());
        assertEquals("", said.toString(StandardCharsets.UTF_8));
    }

    @Test
    void whatComesOfTheDeadRequestIsNotTold() {
        new Failures(site()).unexpected(new NullPointerException("the request is gone"), gone());

        assertEquals("", said.toString(StandardCharsets.UTF_8));
    }
}
