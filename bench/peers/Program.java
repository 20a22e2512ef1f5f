import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import rag.model.Failure;

/**
 * A program with its first arguments and its environment.
 *
 * @param words program and arguments
 * @param folder where it runs
 * @param environment what is set beyond our own environment
 */
record Program(List<String> words, Path folder, Map<String, String> environment) {

    /** What a shell's {@code times} prints of its children: minutes and seconds of user and of system time. */
    private static final Pattern TIMES = Pattern.compile("(\\d+)m([\\d.]+)s");

    Program {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    /** @param line words with blanks between them; a word cannot hold a blank */
    static Program of(String line, Path folder) {
        return new Program(List.of(line.strip().split("\\s+")), folder, Map.of());
    }

    Program with(String... more) {
        var all = new ArrayList<>(words);
        all.addAll(List.of(more));
        return new Program(all, folder, environment);
    }

    Program set(Map<String, String> more) {
        var all = new LinkedHashMap<>(environment);
        all.putAll(more);
        return new Program(words, folder, all);
    }

    /** How a whole process went. @param cpu seconds of all processors, those of its children included */
    record Run(double seconds, double cpu, String out, String err) {}

    /**
     * Runs it to its end.
     *
     * @throws Failure with the end of what it said, when its exit code is not 0
     */
    Run run() throws IOException, InterruptedException {
        var out = Files.createTempFile("bench", ".out");
        var err = Files.createTempFile("bench", ".err");
        try {
            // The shell knows the time of all that ran below it, which Java does not.
            var script = "out=$1; err=$2; shift 2; \"$@\" >\"$out\" 2>\"$err\" </dev/null; code=$?; times; exit $code";
            var shell = new ArrayList<>(List.of("sh", "-c", script, "sh", out.toString(), err.toString()));
            shell.addAll(words);
            long start = System.nanoTime();
            var process = builder(shell).start();
            var times = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            int code = process.waitFor();
            double seconds = (System.nanoTime() - start) / 1e9;
            var said = Files.readString(err);
            if (code != 0) throw new Failure("%s ended with %d: %s".formatted(words, code, end(said)));
            return new Run(seconds, cpu(times.lines().toList().getLast()), Files.readString(out), said);
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** Starts it to talk to it; what it says beside goes to a file. */
    Process talk(Path err) throws IOException {
        return mortal(builder(words).redirectError(err.toFile()).start());
    }

    /** Starts it; all that it says goes to a file. */
    Process start(Path log) throws IOException {
        return mortal(builder(words)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start());
    }

    /** Does not outlive us, however we end. */
    private static Process mortal(Process process) {
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return process;
    }

    private ProcessBuilder builder(List<String> line) {
        var builder = new ProcessBuilder(line).directory(folder.toAbsolutePath().toFile());
        builder.environment().keySet().removeAll(List.of("RAG_CONFIG", "RAG_DATA"));
        builder.environment().putAll(environment);
        return builder;
    }

    private static double cpu(String line) {
        double sum = 0;
        for (var time = TIMES.matcher(line); time.find(); ) {
            sum += 60 * Double.parseDouble(time.group(1)) + Double.parseDouble(time.group(2));
        }
        return sum;
    }

    private static String end(String text) {
        return text.substring(Math.max(0, text.length() - 2000));
    }
}
