package rag.load;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import rag.model.Image;

/**
 * Pictures that a Markdown or HTML file names by a relative path or carries as base64. Nothing is read from the network,
 * and nothing outside the file's own folder, links included.
 */
final class LinkedImages {

    private static final long LARGEST = 32L << 20;

    /** Gives the bytes behind a link, null when there are none. */
    interface Bytes {
        byte @Nullable [] behind(String link) throws IOException;
    }

    private final Bytes bytes;

    /** Pictures beside a file. */
    LinkedImages(Source source) {
        var parent = source.path().toAbsolutePath().getParent();
        var folder = parent == null ? Path.of("").toAbsolutePath() : parent;
        this.bytes = link -> beside(folder, link);
    }

    /** Pictures within a packed file. */
    LinkedImages(Bytes bytes) {
        this.bytes = bytes;
    }

    /** The picture behind a link, null when there is none that may be read. */
    @Nullable
    Image find(String link, String caption) {
        try {
            byte[] found = link.startsWith("data:") ? inline(link) : bytes.behind(link);
            return found == null ? null : Rasters.image(found, null, Characters.oneLine(caption));
        } catch (IOException | IllegalArgumentException unreadable) {
            return null;
        }
    }

    private static byte @Nullable [] inline(String link) {
        int comma = link.indexOf(',');
        if (comma < 0 || !link.substring(0, comma).contains("base64")) return null;
        return Base64.getMimeDecoder().decode(link.substring(comma + 1));
    }

    private static byte @Nullable [] beside(Path folder, String link) throws IOException {
        if (link.contains("://") || link.startsWith("//") || link.startsWith("/") || link.startsWith("#")) return null;
        String plain = link.replaceAll("[?#].*$", "");
        Path path;
        try {
            path = folder.resolve(URLDecoder.decode(plain.replace("+", "%2B"), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException strange) {
            return null;
        }
        if (!Files.isRegularFile(path)) return null;
        path = path.toRealPath();
        if (!path.startsWith(folder.toRealPath()) || Files.size(path) > LARGEST) return null;
        return Files.readAllBytes(path);
    }
}
