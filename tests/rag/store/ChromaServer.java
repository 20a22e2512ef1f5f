package rag.store;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import rag.config.StoreSettings;

/** A Chroma server as tests/engines/chroma.sh starts it. Tests are skipped where it can't be had. */
public final class ChromaServer {

    private static final Path SCRIPT = Path.of("tests/engines/chroma.sh").toAbsolutePath();

    private final Path folder;
    private String host = "";
    private String reason = "";

    private ChromaServer(Path folder) {
        this.folder = folder;
        start();
    }

    /** One for all tests of this process; gone when it ends. */
    private static final class Shared {

        private static final ChromaServer ONLY = new ChromaServer(folder());

        private static Path folder() {
            try {
                return Files.createTempDirectory("chroma-test-");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(ONLY::remove));
        }
    }

    /** Where the server of all tests listens, HOST:PORT; else the test is skipped. */
    public static String host() {
        return Shared.ONLY.needed();
    }

    /** A server of a test's own. */
    static ChromaServer own(Path folder) {
        var server = new ChromaServer(folder);
        server.needed();
        return server;
    }

    private String needed() {
        assumeTrue(reason.isEmpty(), "there is no Chroma: " + reason);
        return host;
    }

    /** A database of its own for each folder, on the server of all tests. */
    public static StoreSettings settings(Path data) {
        return settings(data, host());
    }

    static StoreSettings settings(Path data, String host) {
        return StoreSettings.of("chroma")
                .with(Map.of("hosts", List.of(host), "namespace", "test_" + data.getFileName()));
    }

    String address() {
        return host;
    }

    /** Starts it, the second time where it was before. */
    void start() {
        try {
            var said = run("start", folder.toString(), host.isEmpty() ? "" : host.substring(host.indexOf(':') + 1));
            if (said.startsWith("127.0.0.1:")) host = said;
            else reason = said;
        } catch (IOException e) {
            reason = e.toString();
        }
    }

    /** Kills it; its data stay. */
    void kill() {
        try {
            run("stop", folder.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void remove() {
        kill();
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The last line of what the script says; of one that fails, its last complaint. */
    private static String run(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of("bash", SCRIPT.toString()));
        command.addAll(List.of(arguments));
        var log = Files.createTempFile("chroma-test-", ".log");
        try {
            var process = new ProcessBuilder(command)
                    .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectError(log.toFile())
                    .start();
            var told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            var lines = (process.waitFor() == 0 ? told : Files.readString(log))
                    .lines()
                    .toList();
            return lines.isEmpty() ? "" : lines.getLast();
        } catch (InterruptedException e) {
            throw new IOException(e);
        } finally {
            Files.delete(log);
        }
    }
}
