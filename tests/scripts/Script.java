package scripts;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program to be run as a process of its own: what it is called with, where, and for how long at most. For tests
 * tagged "process".
 *
 * <pre>
 *   var result = Script.of("query").in(folder).env("RAG_DATA", folder).run("--json", "what is a posting?");
 *   assertEquals(0, result.code(), result.err());
 * </pre>
 */
public record Script(
        List<String> command, Path folder, Map<String, String> env, List<String> unset, String input, Duration limit) {

    /** The folder of the project, which is where the tests run. */
    public static final Path PROJECT = Path.of("").toAbsolutePath();

    /** What a process left: its exit code and all it printed. */
    public record Result(int code, String out, String err) {}

    private static final Set<String> STARTED_OFTEN = Set.of("ingest", "query", "mcp_server");
    private static final Set<String> BUILT = new HashSet<>();

    /** One of the scripts at the top, by its name without ".java"; built when this is first asked for, limit or not. */
    public static synchronized Script of(String name) {
        var launcher = PROJECT.resolve("jbang");
        var script = PROJECT.resolve(name + ".java");
        var program = program(launcher, script);
        // A cache of its classes takes longer to make than the few starts of a test save.
        if (!STARTED_OFTEN.contains(name)) program = program.env("JBANG_AOT", "off");
        if (BUILT.add(name)) {
            try {
                var build = new Script(
                                strings(launcher, "build", script),
                                PROJECT,
                                program.env(),
                                List.of(),
                                "",
                                Duration.ofMinutes(5))
                        .limit(Duration.ofMinutes(20))
                        .run();
                if (build.code() != 0) throw new AssertionError(name + " can't be built: " + build.err());
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return program;
    }

    public static Script program(Object... command) {
        return new Script(strings(command), PROJECT, Map.of(), List.of(), "", Duration.ofMinutes(5));
    }

    public Script in(Path folder) {
        return new Script(command, folder, env, unset, input, limit);
    }

    public Script env(String name, Object value) {
        var more = new LinkedHashMap<>(env);
        more.put(name, value.toString());
        return new Script(command, folder, more, unset, input, limit);
    }

    /** Without these variables of the tests' own environment. */
    public Script without(String... names) {
        return new Script(command, folder, env, List.of(names), input, limit);
    }

    public Script input(String text) {
        return new Script(command, folder, env, unset, text, limit);
    }

    public Script limit(Duration longest) {
        return new Script(command, folder, env, unset, input, longest);
    }

    /** Starts it and returns at once. Standard input stays open; who starts it ends it. */
    public Process start(Object... arguments) throws IOException {
        var words = new ArrayList<>(command);
        words.addAll(strings(arguments));
        var builder = new ProcessBuilder(words).directory(folder.toFile());
        unset.forEach(builder.environment()::remove);
        builder.environment().putAll(env);
        return builder.start();
    }

    /** Runs it to its end; fails when it takes longer than the limit. */
    public Result run(Object... arguments) throws IOException, InterruptedException {
        var process = start(arguments);
        var out = new Reading(process.getInputStream());
        var err = new Reading(process.getErrorStream());
        try (var stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // A program that ends without having read its input closes the pipe: no fault of the test.
        }
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError("not done after %s: %s%n%s%n%s".formatted(limit, command, out.text(), err.text()));
        }
        return new Result(process.exitValue(), out.text(), err.text());
    }

    private static List<String> strings(Object... words) {
        return Stream.of(words).map(Object::toString).toList();
    }

    /** Reads a stream to its end, in a thread of its own, so that no full pipe holds the process up. */
    private static final class Reading {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final Thread thread;

        Reading(InputStream stream) {
            thread = Thread.ofVirtual().start(() -> {
                try (stream) {
                    stream.transferTo(bytes);
                } catch (IOException e) {
                    // The process was ended; what was read until then is what there is.
                }
            });
        }

        String text() throws InterruptedException {
            thread.join();
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }
}
