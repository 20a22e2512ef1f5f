package rag.eval;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import rag.config.Json;
import rag.model.Failure;

/**
 * The cases that a variant has answered, one line each, written as they are done: after a kill the next run goes on behind the
 * last whole line. What failed is known to this run only: the next one asks it again.
 */
final class ExperimentLog {

    private final Path file;
    private final Map<String, ExperimentReport.Case> done = new LinkedHashMap<>();

    /** @param key of all that the answers depend on */
    ExperimentLog(Path output, String variant, String key) {
        try {
            var folder = Files.createDirectories(output.resolve("work"));
            file = folder.resolve(variant + "-" + key + ".jsonl");
            if (Files.exists(file)) read();
        } catch (IOException e) {
            throw new Failure("can't write below " + output + ": " + e.getMessage(), e);
        }
    }

    private void read() throws IOException {
        var whole = new ArrayList<String>();
        for (var line : Files.readAllLines(file)) {
            try {
                var one = Json.read(line, ExperimentReport.Case.class);
                if (one == null || one.id() == null || one.scores() == null || one.degraded() == null) break;
                done.put(one.id(), one);
                whole.add(line);
            } catch (JsonProcessingException e) {
                break; // the kill came in the middle of it
            }
        }
        Files.write(file, whole);
    }

    Map<String, ExperimentReport.Case> done() {
        return done;
    }

    void add(ExperimentReport.Case one) {
        done.put(one.id(), one);
        if (!one.isDone()) return;
        try {
            Files.write(
                    file,
                    (Json.line(one) + "\n").getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new Failure("can't write " + file + ": " + e.getMessage(), e);
        }
    }
}
