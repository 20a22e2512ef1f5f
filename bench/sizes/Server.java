import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The server of a store, started by its script, and what it uses; of the embedded store, this process. */
record Server(String store, Path folder, String address) implements AutoCloseable {

    private static final Map<String, String> SCRIPTS =
            Map.of("pgvector", "postgres.sh", "opensearch", "opensearch.sh", "chroma", "chroma.sh");

    /** Bytes in memory. @param ofFiles those of them that are pages of files */
    record Memory(long resident, long ofFiles) {}

    static Server start(String store, Path folder) throws IOException {
        Files.createDirectories(folder);
        if (!SCRIPTS.containsKey(store)) return new Server(store, folder, "");
        boolean known = Files.exists(folder.resolve("server/1/settings")); // a node of OpenSearch
        var server = new Server(store, folder, script(store, known ? "again" : "start", folder.resolve("server")));
        Runtime.getRuntime().addShutdownHook(new Thread(server::end)); // who breaks off a run leaves no server behind
        return server;
    }

    private void end() {
        try {
            close();
        } catch (IOException e) {
            // it has been stopped already
        }
    }

    /** What the script says last. */
    private static String script(String store, String command, Path folder) throws IOException {
        var builder = new ProcessBuilder("bash", "tests/engines/" + SCRIPTS.get(store), command, folder.toString());
        if (command.equals("again")) builder.command().add("1");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putIfAbsent("OPENSEARCH_HEAP", "1g");
        builder.environment().putIfAbsent("OPENSEARCH_JAVA", "-XX:+TieredCompilation");
        var process = builder.redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .start();
        var lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        try {
            if (process.waitFor() != 0) throw new IOException(store + " did not " + command);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        return lines.isEmpty() ? "" : lines.getLast();
    }

    Map<String, Object> settings() {
        if (address.isEmpty()) return Map.of();
        return store.equals("pgvector")
                ? Map.of("hosts", List.of(address), "user", "postgres")
                : Map.of("hosts", List.of(address));
    }

    /** Its processes, and those that they started. */
    private List<ProcessHandle> processes() {
        if (address.isEmpty()) return List.of(ProcessHandle.current());
        var own = folder.resolve("server").toString();
        try (var all = ProcessHandle.allProcesses()) {
            return all.filter(process -> commandLine(process).contains(own))
                    .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
                    .distinct()
                    .toList();
        }
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
        } catch (IOException e) {
            return ""; // it has ended
        }
    }

    /** Of this process and the server's: who writes works, too. */
    double cpuSeconds() {
        return Stream.concat(Stream.of(ProcessHandle.current()), processes().stream())
                .distinct()
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .mapToDouble(each -> each.toMillis() / 1e3)
                .sum();
    }

    Memory memory() {
        long resident = 0, ofFiles = 0;
        for (var process : processes()) {
            try {
                for (var line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/smaps_rollup"))) {
                    if (line.startsWith("Pss:")) resident += kilobytes(line);
                    if (line.startsWith("Pss_File:")) ofFiles += kilobytes(line);
                }
            } catch (IOException e) {
                assert !process.isAlive() : e; // it has ended
            }
        }
        return new Memory(resident, ofFiles);
    }

    private static long kilobytes(String line) {
        return Long.parseLong(line.replaceAll("\\D+", "")) << 10;
    }

    /** Without PostgreSQL's log of changes, which is bounded. */
    long diskBytes() {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().contains("/pg_wal/"))
                    .mapToLong(Server::size)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path file) {
        try {
            return (long) Files.getAttribute(file, "unix:size");
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        if (!address.isEmpty()) script(store, "stop", folder.resolve("server"));
    }
}
