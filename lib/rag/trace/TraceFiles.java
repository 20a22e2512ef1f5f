package rag.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The files of one trace log: {@code traces.jsonl}, which grows, and those it was before, {@code traces.1.jsonl} the
 * newest of them.
 */
record TraceFiles(Path current) {

    Path folder() {
        return Objects.requireNonNull(current.toAbsolutePath().getParent(), "a file stands in a folder");
    }

    /** {@code traces.jsonl.lock}: held while the log is written to or its files change their names. */
    Path lock() {
        return current.resolveSibling(current.getFileName() + ".lock");
    }

    /** The full files by their numbers, newest first. */
    TreeMap<Integer, Path> full() throws IOException {
        var name = current.getFileName().toString();
        int dot = name.lastIndexOf('.') < 0 ? name.length() : name.lastIndexOf('.');
        var pattern = Pattern.compile(
                Pattern.quote(name.substring(0, dot)) + "\\.([0-9]{1,6})" + Pattern.quote(name.substring(dot)));
        var found = new TreeMap<Integer, Path>();
        try (var files = Files.list(folder())) {
            files.forEach(file -> {
                var match = pattern.matcher(file.getFileName().toString());
                if (match.matches()) found.put(Integer.valueOf(match.group(1)), file);
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return found;
    }

    /** All files, newest first. */
    List<Path> all() throws IOException {
        var all = new ArrayList<Path>();
        if (Files.exists(current)) all.add(current);
        all.addAll(full().values());
        return all;
    }

    /** Makes room for a line: starts a new file when this one is full, drops the oldest while all exceed the total. */
    void makeRoom(int line, long fileBytes, long totalBytes) throws IOException {
        long size = Files.exists(current) ? Files.size(current) : 0;
        if (size > 0 && size + line > fileBytes) {
            for (var file : full().descendingMap().entrySet()) {
                Files.move(file.getValue(), numbered(file.getKey() + 1));
            }
            Files.move(current, numbered(1));
            size = 0;
        }
        for (var file : full().values()) {
            size += Files.size(file);
            if (size + line > totalBytes) Files.delete(file);
        }
    }

    private Path numbered(int number) {
        var name = current.getFileName().toString();
        int dot = name.lastIndexOf('.') < 0 ? name.length() : name.lastIndexOf('.');
        return current.resolveSibling(name.substring(0, dot) + "." + number + name.substring(dot));
    }
}
