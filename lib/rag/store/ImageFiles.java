package rag.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import rag.model.Failure;
import rag.model.Image;

/**
 * The pictures of documents: {@code <data>/images/<collection>/<document id>/<image id>.<extension>}. An image id is
 * made of the picture's bytes, so a file is never changed, only written once and removed.
 */
public final class ImageFiles {

    private static final Pattern DOCUMENT = Pattern.compile("doc_[0-9a-f]{16}");
    private static final Pattern OURS = Pattern.compile("img_[0-9a-f]{16}\\.[a-z0-9]{2,5}(\\.tmp)?");

    private final Path data;
    private final Path root;

    public ImageFiles(Path data) {
        this.data = data;
        this.root = data.resolve("images");
    }

    /** Where a picture lies. */
    public Path path(ImageRow row) {
        return folder(row.collection(), row.documentId()).resolve(row.fileName());
    }

    /** A picture with its bytes. */
    public Image read(ImageRow row) {
        var path = path(row);
        try {
            return new Image(row.imageId(), row.extension(), Files.readAllBytes(path), row.page(), row.caption());
        } catch (NoSuchFileException e) {
            var words = "The picture %s is gone: %s. Ingest its document again with --force.";
            throw new Failure(words.formatted(row.imageId(), path), e);
        } catch (IOException e) {
            throw DiskFailure.of("Reading a picture", path, e);
        }
    }

    /**
     * Writes the pictures of a document beside those that are there; when this returns they have reached the disk.
     *
     * @param known names of files that an earlier publication has written
     */
    void write(String collection, String documentId, List<Image> images, Set<String> known, Consumer<String> checkpoint)
            throws IOException {
        if (images.isEmpty()) return;
        var folder = folder(collection, documentId);
        boolean fresh = !Files.isDirectory(folder);
        Files.createDirectories(folder);
        for (var image : images) {
            var target = folder.resolve(image.id() + "." + image.extension());
            if (known.contains(target.getFileName().toString()) && holds(target, image)) continue;
            var temporary = folder.resolve(target.getFileName() + ".tmp");
            try (var channel = FileChannel.open(
                    temporary,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING)) {
                var bytes = ByteBuffer.wrap(image.bytes());
                while (bytes.hasRemaining()) channel.write(bytes);
                channel.force(true);
            }
            checkpoint.accept("image-temporary");
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
            checkpoint.accept("image-written");
        }
        sync(folder);
        if (fresh) { // a new folder is durable when the one that names it is
            sync(folder(collection));
            sync(root);
            sync(data);
        }
    }

    private static boolean holds(Path file, Image image) throws IOException {
        return Files.exists(file) && Files.size(file) == image.bytes().length;
    }

    /** Makes the names in a folder durable. Windows has no such call, and needs none. */
    private static void sync(Path folder) throws IOException {
        if (folder.getFileSystem().getSeparator().equals("\\")) return;
        try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Removes the pictures of a document that are not to be kept, and half written ones; returns how many. */
    int sweep(String collection, String documentId, Set<String> keep) throws IOException {
        var folder = folder(collection, documentId);
        int swept = 0;
        for (var name : names(folder)) {
            if (keep.contains(name) || !OURS.matcher(name).matches()) continue;
            Files.deleteIfExists(folder.resolve(name));
            swept++;
        }
        removeIfEmpty(folder);
        removeIfEmpty(folder(collection));
        return swept;
    }

    /** Names of the files of every document of a collection, by document id. */
    SortedMap<String, Set<String>> list(String collection) throws IOException {
        var files = new TreeMap<String, Set<String>>();
        for (var document : names(folder(collection))) {
            if (DOCUMENT.matcher(document).matches()) {
                files.put(document, new TreeSet<>(names(folder(collection, document))));
            }
        }
        return files;
    }

    private Path folder(String collection) {
        var folder = root.resolve(collection).normalize();
        if (!root.equals(folder.getParent())) throw new IllegalArgumentException("bad collection: " + collection);
        return folder;
    }

    private Path folder(String collection, String documentId) {
        if (!DOCUMENT.matcher(documentId).matches()) throw new IllegalArgumentException("bad id: " + documentId);
        return folder(collection).resolve(documentId);
    }

    private static List<String> names(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) return List.of();
        try (Stream<Path> files = Files.list(folder)) {
            var names = new ArrayList<String>();
            files.forEach(file -> names.add(file.getFileName().toString()));
            Collections.sort(names);
            return names;
        }
    }

    private static void removeIfEmpty(Path folder) throws IOException {
        if (Files.isDirectory(folder) && names(folder).isEmpty()) Files.deleteIfExists(folder);
    }
}
