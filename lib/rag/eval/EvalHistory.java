package rag.eval;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import rag.config.Json;
import rag.config.Secrets;
import rag.config.Settings;
import rag.model.Failure;

/** The runs of a data folder, {@code logs/eval_history.jsonl}: one line a run, with the scores of each case. */
public final class EvalHistory {

    private static final Object PROCESS = new Object();

    private final Path file;

    public EvalHistory(Path file) {
        this.file = file;
    }

    /** Beside the traces. */
    public static EvalHistory of(Settings settings) {
        return new EvalHistory(settings.observability().traceFile().resolveSibling("eval_history.jsonl"));
    }

    public Path file() {
        return file;
    }

    public void add(EvaluationReport report) {
        var line = (Secrets.mask(Json.line(report.brief())) + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (PROCESS) {
            try {
                var folder = file.toAbsolutePath().getParent();
                if (folder != null) Files.createDirectories(folder);
                try (var out = FileChannel.open(file, CREATE, WRITE, APPEND);
                        var lock = out.lock()) {
                    var bytes = ByteBuffer.wrap(line);
                    while (lock.isValid() && bytes.hasRemaining()) out.write(bytes);
                }
            } catch (IOException e) {
                throw new Failure("the run can't be added to the history " + file + ": " + e.getMessage(), e);
            }
        }
    }

    /** Newest first; lines that hold no run are passed over. */
    public List<EvaluationReport> read(int limit) {
        if (!Files.exists(file)) return List.of();
        try {
            var lines = Files.readAllLines(file);
            var runs = new ArrayList<EvaluationReport>();
            for (int i = lines.size() - 1; i >= 0 && runs.size() < limit; i--)
                parse(lines.get(i)).ifPresent(runs::add);
            return runs;
        } catch (IOException e) {
            throw new Failure("the history " + file + " can't be read: " + e.getMessage(), e);
        }
    }

    /** A run that was saved. */
    public static EvaluationReport load(Path file) {
        try {
            return parse(Files.readString(file))
                    .orElseThrow(() -> new Failure(file + " holds no evaluation; --save FILE writes one"));
        } catch (IOException e) {
            throw new Failure("can't read " + file + ": " + (Files.exists(file) ? e : "it does not exist"), e);
        }
    }

    private static Optional<EvaluationReport> parse(String json) {
        try {
            var report = Json.read(json, EvaluationReport.class);
            boolean whole = report != null && report.id() != null && report.metrics() != null && report.cases() != null;
            return whole ? Optional.of(report) : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
