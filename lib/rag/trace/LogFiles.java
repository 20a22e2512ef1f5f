package rag.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The logs that this product writes: what is ingested never holds them, or each run would find its own trace new. */
public final class LogFiles {

    private final Path folder;
    private final List<String> stems;

    /** @param traceFile the file of the trace log; the others lie beside it */
    public LogFiles(Path traceFile) {
        var files = new TraceFiles(traceFile);
        this.folder = real(files.folder());
        var name = traceFile.getFileName().toString();
        int dot = name.lastIndexOf('.');
        this.stems = List.of(dot < 0 ? name : name.substring(0, dot), "mcp_calls", "eval_history");
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            return folder; // nothing was written there yet
        }
    }

    /** Whether a file, named without links, is one of a log: the one that grows, an older one, or its lock. */
    public boolean hold(Path file) {
        if (!folder.equals(file.getParent())) return false;
        var name = file.getFileName().toString();
        return stems.stream().anyMatch(stem -> name.equals(stem) || name.startsWith(stem + "."));
    }
}
