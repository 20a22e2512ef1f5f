package rag.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import rag.config.Json;
import rag.load.Loaders;
import rag.model.Failure;

/**
 * The metadata of documents in one file: UTF-8, one JSON object a line, one line a document. {@code document_path} is
 * relative to the file and leads to nothing outside its folder; all else is metadata. Every mistake is found before anything is written, and all are told at once.
 */
final class Manifest {

    static final String PATH = "document_path";

    /** Of more files without a line only the number is told, so that they do not bury what is wrong with the lines. */
    private static final int MOST_WITHOUT_LINE = 10;

    private final Path file;
    private final ManifestRules rules;
    private final Map<Path, Line> lines = new LinkedHashMap<>();
    private final List<Mistake> mistakes = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** What a line says of its document. @param number from 1 */
    private record Line(int number, Map<String, Object> given) {}

    /** @param line from 1; 0 where it is about none */
    private record Mistake(int line, String what) {}

    private Manifest(Path file, ManifestRules rules) {
        this.file = file;
        this.rules = rules;
    }

    /** @throws Failure when there is no such file; mistakes in it are told by {@link #given} */
    static Manifest read(Path named, ManifestRules rules) {
        try {
            var manifest = new Manifest(named.toRealPath(), rules);
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Files.readAllBytes(named)))
                    .toString();
            manifest.lines(text.startsWith("\uFEFF") ? text.substring(1) : text);
            return manifest;
        } catch (CharacterCodingException e) {
            throw new Failure("the manifest " + named + " is not UTF-8; save it in that encoding", e);
        } catch (IOException e) {
            throw new Failure("the manifest " + named + " can't be read: " + Failure.words(e), e);
        }
    }

    private void lines(String text) {
        int number = 0;
        for (var line : text.split("\n", -1)) {
            number++;
            if (!line.isBlank()) line(number, line);
        }
        if (lines.isEmpty() && mistakes.isEmpty()) mistakes.add(new Mistake(0, "it has no line"));
    }

    private void line(int number, String text) {
        if (!text.strip().startsWith("{")) {
            mistakes.add(new Mistake(number, "must be one JSON object such as {\"" + PATH + "\": \"guide.pdf\"}"));
            return;
        }
        Map<String, Object> values;
        try {
            values = Json.object(text);
        } catch (JsonProcessingException e) {
            var why = e.getOriginalMessage().lines().findFirst().orElse("");
            mistakes.add(new Mistake(number, "not one JSON object: " + why));
            return;
        }
        var given = rules.check(
                values,
                what -> mistakes.add(new Mistake(number, what)),
                note -> notes.add("%s:%d: %s".formatted(file.getFileName(), number, note)));
        if (!(values.get(PATH) instanceof String written) || written.isBlank()) {
            mistakes.add(new Mistake(number, PATH + " is missing: the document's path, relative to the manifest"));
            return;
        }
        try {
            if (Path.of(written).isAbsolute()) {
                mistakes.add(new Mistake(number, PATH + " must be relative to the manifest, not " + written));
                return;
            }
            var path = real(file.resolveSibling(written).normalize());
            if (!path.startsWith(folder())) {
                mistakes.add(new Mistake(number, leadsOut(written)));
                return;
            }
            var first = lines.putIfAbsent(path, new Line(number, given));
            if (first != null) {
                mistakes.add(new Mistake(number, "%s has a line already: line %d".formatted(written, first.number)));
            }
        } catch (InvalidPathException e) {
            mistakes.add(new Mistake(number, PATH + " is no path: " + written));
        }
    }

    private String leadsOut(String written) {
        boolean link = file.resolveSibling(written).normalize().startsWith(folder());
        return "%s %s leads out of the manifest's folder%s; put the manifest into a folder that holds all its documents"
                .formatted(PATH, written, link ? " through a link" : "");
    }

    /** A file has one: it is a real path. */
    private Path folder() {
        return Objects.requireNonNull(file.getParent());
    }

    /** The path as a scan names it: through no link but the document's own, which is not followed. */
    private static Path real(Path path) {
        var folder = path.getParent();
        var name = path.getFileName();
        if (folder == null || name == null) return path;
        try {
            return folder.toRealPath().resolve(name);
        } catch (IOException e) {
            return path; // its folder is not there, which is told with the line
        }
    }

    /** What a user should know of lines that are taken all the same. */
    List<String> notes() {
        return notes;
    }

    /** The folders that its documents lie in: what there is to ingest when nobody says. */
    Set<Path> folders() {
        var folders = new LinkedHashSet<Path>();
        for (var path : lines.keySet()) {
            var folder = path.getParent();
            if (folder != null && Files.isDirectory(folder)) folders.add(folder);
        }
        return folders;
    }

    /**
     * The metadata of the files that a scan found, by source.
     *
     * @throws Failure with all mistakes: of lines, files without a line, lines without a file
     */
    Map<String, Map<String, Object>> given(FileScan scan, Loaders loaders) {
        scan.leaveOut(file);
        var all = new ArrayList<>(mistakes);
        var given = new LinkedHashMap<String, Map<String, Object>>();
        lines.forEach((path, line) -> {
            var source = FileScan.source(path);
            if (scan.files().containsKey(source)) given.put(source, line.given);
            else all.add(new Mistake(line.number, missing(path)));
        });
        var without = scan.files().values().stream()
                .filter(found -> !given.containsKey(found.source()) && loaders.supports(found.path()))
                .map(found -> shown(found.path()))
                .toList();
        if (all.isEmpty() && without.isEmpty()) return given;
        throw refusal(all, without);
    }

    /** What is wrong with lines first, by their numbers. @param without files that have none */
    private Failure refusal(List<Mistake> wrong, List<String> without) {
        wrong.sort(Comparator.comparingInt(Mistake::line));
        var told = new ArrayList<String>();
        for (var mistake : wrong) {
            var line = mistake.line == 0 ? "" : ":" + mistake.line;
            told.add("%s%s: %s".formatted(file.getFileName(), line, mistake.what));
        }
        without.stream()
                .limit(MOST_WITHOUT_LINE)
                .forEach(name -> told.add(file.getFileName() + ": " + name + " has no line"));
        int more = without.size() - MOST_WITHOUT_LINE;
        if (more > 0) told.add("%s: %d more files have no line".formatted(file.getFileName(), more));
        int all = wrong.size() + without.size();
        return new Failure("%s in the manifest; nothing was written:\n%s"
                .formatted(all == 1 ? "1 mistake" : all + " mistakes", String.join("\n", told)));
    }

    private String missing(Path path) {
        if (Files.isDirectory(path)) return shown(path) + " is a folder";
        return shown(path)
                + (Files.exists(path)
                        ? " is not among the files to ingest: it is a link, excluded by a setting, or elsewhere"
                        : " is not there");
    }

    private String shown(Path path) {
        return path.startsWith(folder()) ? folder().relativize(path).toString() : path.toString();
    }
}
