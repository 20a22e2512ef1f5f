package rag.store;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rag.config.StoreSettings;

/**
 * A private PostgreSQL with pgvector, as tests/engines/postgres.sh makes it: one for all tests of this process, or one of
 * a test's own; gone when the process ends. Tests are skipped where it can't be had.
 */
public final class PostgresServer {

    private static final Path SCRIPT = Path.of("tests/engines/postgres.sh").toAbsolutePath();
    private static final String WHY_NOT = "there is no PostgreSQL with pgvector: ";

    private final Path folder;
    private final Optional<String> host;
    private final String said;

    /** Started when it is first asked for. */
    private static final class Shared {
        private static final PostgresServer ONLY = started();
    }

    private PostgresServer(Path folder) throws IOException {
        this.folder = folder;
        var words = new StringBuilder();
        this.host = run(words, "start", folder.toString());
        this.said = words.toString().strip();
    }

    static PostgresServer started() {
        try {
            var server = new PostgresServer(Files.createTempDirectory("postgres-test-"));
            Runtime.getRuntime().addShutdownHook(new Thread(server::end));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where the shared one listens, HOST:PORT; else the test is skipped. */
    public static String host() {
        return Shared.ONLY.at();
    }

    /** Where it listens, HOST:PORT; else the test is skipped. */
    String at() {
        assumeTrue(host.isPresent(), WHY_NOT + said);
        return host.orElseThrow();
    }

    /** A schema of its own for each folder. */
    public static StoreSettings settings(Path data) {
        return settings(data, host());
    }

    static StoreSettings settings(Path data, String host) {
        return StoreSettings.of("pgvector")
                .with(Map.of(
                        "hosts",
                        List.of(host),
                        "user",
                        "postgres",
                        "namespace",
                        "test_" + data.getFileName(),
                        "timeout_s",
                        60));
    }

    /** As if the power went: no process of it lives to write anything. */
    void crash() throws IOException {
        run(new StringBuilder(), "stop", folder.toString(), "immediate");
    }

    /** Starts it where it was. */
    void startAgain() throws IOException {
        run(new StringBuilder(), "start", folder.toString());
    }

    /** The last line of a command that went well. @param said gets what it said on its way */
    private static Optional<String> run(StringBuilder said, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of("bash", SCRIPT.toString()));
        command.addAll(List.of(arguments));
        var log = Files.createTempFile("postgres-test-", ".log");
        try {
            var process = new ProcessBuilder(command)
                    .redirectError(log.toFile())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .start();
            var lines =
                    new String(process.getInputStream().readAllBytes()).lines().toList();
            int exit = process.waitFor();
            Files.readAllLines(log).stream().reduce((a, b) -> b).ifPresent(said::append);
            return exit == 0 && !lines.isEmpty() ? Optional.of(lines.getLast()) : Optional.empty();
        } catch (InterruptedException e) {
            throw new IOException(e);
        } finally {
            Files.delete(log);
        }
    }

    private void end() {
        try {
            if (host.isPresent()) crash();
            try (var files = Files.walk(folder)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
