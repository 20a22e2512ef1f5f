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
import java.util.Set;
import rag.config.Json;
import rag.load.Loaders;
import rag.model.Failure;

/**
 * The metadata of documents in one file: UTF-8, one JSON object a line, one line a document. {@code document_path} is
 * relative to the file; all else is metadata. Every mistake is found before anything is written, and all are told at once.
 */
final class Manifest {

    static final String PATH = "document_path";

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
            throw new Failure("the manifest " + named + " can't be read: " + Routes.words(e), e);
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
            if (file.getParent() != null && !path.startsWith(file.getParent())) {
                mistakes.add(new Mistake(number, PATH + " leads out of the manifest's folder: " + written));
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
        for (var found : scan.files().values()) {
            if (given.containsKey(found.source()) || !loaders.supports(found.path())) continue;
            all.add(new Mistake(0, shown(found.path()) + " has no line"));
        }
        if (all.isEmpty()) return given;
        all.sort(Comparator.comparingInt(mistake -> mistake.line == 0 ? Integer.MAX_VALUE : mistake.line));
        var told = new ArrayList<String>();
        for (var mistake : all) {
            told.add((mistake.line == 0 ? file.getFileName() + ": " : file.getFileName() + ":" + mistake.line + ": ")
                    + mistake.what);
        }
        throw new Failure("%s in the manifest; nothing was written:\n%s"
                .formatted(all.size() == 1 ? "1 mistake" : all.size() + " mistakes", String.join("\n", told)));
    }

    private String missing(Path path) {
        if (Files.isDirectory(path)) return shown(path) + " is a folder";
        return shown(path)
                + (Files.exists(path)
                        ? " is not among the files to ingest: it is a link, excluded by a setting, or elsewhere"
                        : " is not there");
    }

    private String shown(Path path) {
        var folder = file.getParent();
        return folder != null && path.startsWith(folder)
                ? folder.relativize(path).toString()
                : path.toString();
    }
}
