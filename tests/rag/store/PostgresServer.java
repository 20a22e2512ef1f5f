package rag.store;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import rag.config.StoreSettings;

/**
 * A private PostgreSQL with pgvector, as tests/engines/postgres.sh makes it, one for all tests of this process; gone when
 * it ends. Tests are skipped where it can't be had.
 */
public final class PostgresServer {

    private static final Path SCRIPT = Path.of("tests/engines/postgres.sh").toAbsolutePath();
    private static final String WHY_NOT = "there is no PostgreSQL with pgvector: ";

    private static final Started ONLY = start();

    /** @param host where it listens; empty when it could not be started, for the reason */
    private record Started(Optional<String> host, String reason) {}

    private PostgresServer() {}

    /** Where it listens, HOST:PORT; else the test is skipped. */
    public static String host() {
        assumeTrue(ONLY.host().isPresent(), WHY_NOT + ONLY.reason());
        return ONLY.host().orElseThrow();
    }

    /** A schema of its own for each folder. */
    public static StoreSettings settings(Path data) {
        var plain = StoreSettings.of("pgvector");
        return new StoreSettings(
                        plain.provider(),
                        plain.collectionName(),
                        List.of(),
                        "postgres",
                        "",
                        "",
                        "",
                        20,
                        1,
                        1,
                        plain.engine(),
                        plain.hnswM(),
                        plain.efConstruction(),
                        plain.efSearch())
                .at(List.of(host()), "test_" + data.getFileName());
    }

    private static Started start() {
        try {
            var folder = Files.createTempDirectory("postgres-test-");
            var said = new StringBuilder();
            var host = run(said, "start", folder.toString());
            if (host.isEmpty()) return new Started(host, said.toString().strip());
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(folder)));
            return new Started(host, "");
        } catch (IOException e) {
            return new Started(Optional.empty(), e.toString());
        }
    }

    /** The last line of a command that went well. @param said gets what it said on its way */
    private static Optional<String> run(StringBuilder said, String... arguments) throws IOException {
        var command = new java.util.ArrayList<>(List.of("bash", SCRIPT.toString()));
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

    private static void stop(Path folder) {
        try {
            run(new StringBuilder(), "stop", folder.toString(), "immediate");
            try (var files = Files.walk(folder)) {
                for (var file :
                        files.sorted(java.util.Comparator.reverseOrder()).toList()) Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
