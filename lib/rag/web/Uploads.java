package rag.web;

import io.javalin.http.UploadedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import rag.load.Loaders;
import rag.model.Failure;
import rag.store.CollectionNames;

/**
 * Files that a browser sends: kept below {@code <data>/uploads/<collection>/}. What a browser calls a file is never a
 * path here: only letters, digits and a few signs of it remain, in a folder that we choose.
 */
final class Uploads {

    /** Most bytes of a form without files. */
    static final long LONGEST_FORM = 2_000_000;

    private static final int MOST_FILES = 200;

    /** In bytes of UTF-8: file systems take 255, and encrypted ones less. */
    private static final int LONGEST_NAME = 140;

    /** What Windows takes for a device, whatever stands behind its first dot. */
    private static final Pattern DEVICE =
            Pattern.compile("(con|prn|aux|nul|(com|lpt)[0-9\u00b9\u00b2\u00b3])[ ]*(\\..*)?", Pattern.CASE_INSENSITIVE);

    private final Path data;
    private final Loaders loaders = Loaders.standard();

    Uploads(Path data) {
        this.data = data;
    }

    /** Endings that are taken, with the dot, as a file chooser wants them. */
    String accepted() {
        return String.join(
                ",", loaders.extensions().stream().sorted().map(e -> "." + e).toList());
    }

    /**
     * Keeps files. One with the name of an earlier upload replaces it.
     *
     * @throws Failure when one is of no kind that is read; then none is kept
     */
    List<Path> keep(String collection, List<UploadedFile> files) {
        if (files.isEmpty() || files.stream().allMatch(file -> file.filename().isEmpty())) {
            throw new Failure("choose at least one file");
        }
        if (files.size() > MOST_FILES)
            throw new Failure("at most " + MOST_FILES + " files at once; name a folder instead");
        var folder = data.resolve("uploads").resolve(CollectionNames.check(collection));
        var targets = new ArrayList<Path>();
        for (var file : files) {
            var target = folder.resolve(name(file.filename()));
            if (!loaders.supports(target)) {
                throw new Failure(
                        "'%s' is of no kind that is read; these are: %s".formatted(file.filename(), accepted()));
            }
            if (targets.contains(target))
                throw new Failure("two of the files are called '" + target.getFileName() + "'");
            targets.add(target);
        }
        try {
            Files.createDirectories(folder);
            for (int i = 0; i < targets.size(); i++) {
                var temporary = Files.createTempFile(folder, "upload", ".part");
                try (var in = files.get(i).content()) {
                    Files.copy(in, temporary, StandardCopyOption.REPLACE_EXISTING);
                    Files.move(temporary, targets.get(i), StandardCopyOption.REPLACE_EXISTING);
                } finally {
                    Files.deleteIfExists(temporary);
                }
            }
        } catch (IOException e) {
            throw new Failure("the files could not be kept below " + folder + ": " + e.getMessage(), e);
        }
        return targets;
    }

    /** A name for a file, made of what is harmless in the one that was given. */
    static String name(String given) {
        var last = given.substring(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
        var plain = Normalizer.normalize(last, Normalizer.Form.NFC)
                .replaceAll("[^\\p{L}\\p{M}\\p{N} ._()+-]", "_")
                .replaceAll("^[. ]+|[. ]+$", "");
        if (plain.isEmpty()) plain = "file";
        int dot = plain.lastIndexOf('.');
        var ending = dot > 0 ? plain.substring(dot).toLowerCase(Locale.ROOT) : "";
        var stem = dot > 0 ? plain.substring(0, dot) : plain;
        if (DEVICE.matcher(stem).matches()) stem = "_" + stem;
        return shortened(stem, LONGEST_NAME - bytes(ending)) + ending;
    }

    /** The beginning of a text that takes at most so many bytes; no letter is torn. */
    private static String shortened(String text, int most) {
        int end = text.length();
        while (end > 0 && bytes(text.substring(0, end)) > most) end = text.offsetByCodePoints(end, -1);
        return text.substring(0, end);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
