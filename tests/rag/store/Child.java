package rag.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A process of its own that runs a class of the tests; its errors go to this one's. */
final class Child implements AutoCloseable {

    private final Process process;
    private final BufferedReader out;

    private Child(Process process) {
        this.process = process;
        this.out = process.inputReader();
    }

    static Child run(Class<?> main, Object... arguments) throws IOException {
        return start(command(main, arguments));
    }

    static Child start(List<String> command) throws IOException {
        return new Child(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    static List<String> command(Class<?> main, Object... arguments) {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.util.logging.config.file=/dev/null", // Lucene's advice on JVM options
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        for (var argument : arguments) command.add(argument.toString());
        return command;
    }

    /** The next line that it prints; empty when it has ended. */
    Optional<String> line() throws IOException {
        return Optional.ofNullable(out.readLine());
    }

    /** All that it still prints. */
    List<String> lines() throws IOException {
        var lines = new ArrayList<String>();
        for (var line = line(); line.isPresent(); line = line()) lines.add(line.get());
        return lines;
    }

    void say(String line) throws IOException {
        var in = process.outputWriter();
        in.write(line + "\n");
        in.flush();
    }

    /** As {@code kill -9}; it is dead when this returns. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    boolean runs() {
        return process.isAlive();
    }

    int exit() throws InterruptedException {
        if (!process.waitFor(5, TimeUnit.MINUTES)) throw new AssertionError("still running: " + process);
        return process.exitValue();
    }

    @Override
    public void close() {
        kill();
    }
}
