package rag.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import rag.config.Json;
import rag.config.WholeFile;
import rag.model.Failure;
import rag.store.ReadOnlyFolder;

/**
 * Texts that came without a file: kept as Markdown under {@code <data>/texts/<collection>/<name>.md}, and known by the
 * source {@code text:<name>}. From there they are read like any file, again and again.
 */
public final class PastedTexts {

    public static final String SCHEME = "text:";

    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{Nd}][\\p{L}\\p{M}\\p{Nd}_.-]{0,79}");
    private static final String ENDING = ".md";

    private final Path data;
    private final Path folder;

    PastedTexts(Path data) {
        this.data = data;
        this.folder = data.resolve("texts");
    }

    /**
     * Keeps a text, in place of one of that name.
     *
     * @param name letters, digits, "_", "-", ".", at most 80
     * @param metadata stands before the text as front matter: title, tags, and what filters shall know
     * @return the file to ingest
     */
    Path keep(String collection, String name, String text, Map<String, Object> metadata) {
        if (!NAME.matcher(name).matches() || name.endsWith(".")) {
            throw new Failure("'" + name + "' can't name a text: a name has 1 to 80 letters, digits, '_', '-' or '.', "
                    + "and begins with a letter or digit");
        }
        ReadOnlyFolder.refuse(data);
        var file = file(collection, name);
        try {
            WholeFile.write(file, draft -> Files.writeString(draft, front(metadata) + text));
            return file.toRealPath();
        } catch (IOException e) {
            throw new Failure("the text could not be kept in " + folder + ": " + Failure.words(e), e);
        }
    }

    /** Every JSON value is YAML too. */
    private static String front(Map<String, Object> metadata) {
        if (metadata.isEmpty()) return "---\n---\n"; // so that a text that begins with --- is text
        var lines = new StringBuilder("---\n");
        new LinkedHashMap<>(metadata)
                .forEach((key, value) -> lines.append(Json.line(key))
                        .append(": ")
                        .append(Json.line(value))
                        .append('\n'));
        return lines.append("---\n").toString();
    }

    private Path file(String collection, String name) {
        return folder.resolve(collection).resolve(name + ENDING);
    }

    /** The source of a file that lies here; empty of any other. */
    Optional<String> source(Path file) {
        if (!file.startsWith(folder) || file.getNameCount() != folder.getNameCount() + 2) return Optional.empty();
        var name = file.getFileName().toString();
        return name.endsWith(ENDING)
                ? Optional.of(SCHEME + name.substring(0, name.length() - ENDING.length()))
                : Optional.empty();
    }

    /** Forgets a text whose document was deleted; nothing happens for other sources. */
    void forget(String collection, String source) {
        if (!source.startsWith(SCHEME)) return;
        try {
            Files.deleteIfExists(file(collection, source.substring(SCHEME.length())));
        } catch (IOException e) {
            throw new Failure("the kept text of " + source + " could not be removed: " + Failure.words(e), e);
        }
    }

    /** Forgets all texts of a collection. */
    void forget(String collection) {
        var texts = folder.resolve(collection);
        if (!Files.isDirectory(texts)) return;
        try (var files = Files.walk(texts)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        } catch (IOException e) {
            throw new Failure("the kept texts of " + collection + " could not be removed: " + Failure.words(e), e);
        }
    }
}
