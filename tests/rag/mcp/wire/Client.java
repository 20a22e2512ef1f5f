package rag.mcp.wire;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import rag.config.Json;

/** The other end of a server that runs as a process of its own: sends what it is told, byte for byte, and waits. */
final class Client implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Process process;
    private final OutputStream in;
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final List<Map<String, Object>> passedOver = new ArrayList<>();
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private int lastId = 1000;

    private Client(Process process, boolean reads) {
        this.process = process;
        this.in = process.getOutputStream();
        if (reads) follow(process.inputReader(StandardCharsets.UTF_8), lines::add);
        follow(process.errorReader(StandardCharsets.UTF_8), errors::add);
    }

    private static void follow(BufferedReader reader, Predicate<String> taker) {
        Thread.ofVirtual().start(() -> {
            try {
                reader.lines().forEach(taker::test);
            } catch (UncheckedIOException e) {
                // closed by closeOutput
            }
        });
    }

    /** A server of fixtures. @param options of the JVM, as "-Dcall.seconds=1" */
    static Client ofFixtures(String... options) {
        return start(true, options);
    }

    /** One whose answers nobody reads. */
    static Client thatDoesNotRead() {
        return start(false);
    }

    private static Client start(boolean reads, String... options) {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(Arrays.asList(options));
        command.add(FixtureServer.class.getName());
        try {
            return new Client(new ProcessBuilder(command).start(), reads);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Opens a session of the older generation. */
    Client initialize() {
        send("""
            {"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25",\
            "capabilities":{},"clientInfo":{"name":"tester","version":"7"}}}\
            """);
        answer("init");
        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return this;
    }

    Client send(String line) {
        return send((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    Client send(byte[] bytes) {
        try {
            in.write(bytes);
            in.flush();
            return this;
        } catch (IOException e) {
            throw new IllegalStateException("the server has closed its input: " + errors, e);
        }
    }

    /** Sends a request and gives its id back. */
    int request(String method, Map<String, Object> params) {
        int id = ++lastId;
        send(Json.line(Rpc.request(id, method, params)));
        return id;
    }

    int call(String tool, Object... arguments) {
        return request("tools/call", Fixture.of("name", tool, "arguments", Fixture.of(arguments)));
    }

    /** The next message, whatever it is. */
    Map<String, Object> next() {
        return Objects.requireNonNull(next(PATIENCE), () -> "no message in " + PATIENCE + "; errors: " + errors);
    }

    /** The next message, or null if there is none for so long. */
    @Nullable
    Map<String, Object> next(Duration patience) {
        try {
            var line = lines.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (line == null) return null;
            if (Json.value(line) instanceof Map<?, ?> message && "2.0".equals(message.get("jsonrpc"))) {
                return Rpc.typed(message);
            }
            throw new AssertionError("not a message of the protocol: " + line);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The answer to a request; other messages are kept. */
    Map<String, Object> answer(Object id) {
        for (var message : passedOver) {
            if (id.equals(message.get("id"))) {
                passedOver.remove(message);
                return message;
            }
        }
        while (true) {
            var message = next();
            if (id.equals(message.get("id")) && !message.containsKey("method")) return message;
            passedOver.add(message);
        }
    }

    Map<String, Object> result(Object id) {
        var answer = answer(id);
        if (!answer.containsKey("result")) throw new AssertionError("no result: " + answer);
        return Rpc.object(answer, "result");
    }

    /** The text of a tool's result. */
    String text(Object id) {
        return text(result(id));
    }

    static String text(Map<String, Object> result) {
        return result.get("content") instanceof List<?> blocks && blocks.getFirst() instanceof Map<?, ?> block
                ? String.valueOf(block.get("text"))
                : "";
    }

    /** Notifications that came while answers were waited for. */
    List<Map<String, Object>> notifications(String method) {
        return passedOver.stream()
                .filter(message -> method.equals(message.get("method")))
                .toList();
    }

    boolean says(String error) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            if (errors.stream().anyMatch(line -> line.contains(error))) return true;
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        return false;
    }

    boolean hasSaid(String error) {
        return errors.stream().anyMatch(line -> line.contains(error));
    }

    void closeInput() {
        try {
            in.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Stops reading answers, as a client does that ends. */
    void closeOutput() {
        try {
            process.getInputStream().close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    Process process() {
        return process;
    }

    /** Waits for the server's end; its exit code, or -1 if it is still there. */
    int exitCode(Duration patience) {
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS) ? process.exitValue() : -1;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
