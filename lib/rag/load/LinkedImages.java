package rag.load;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import rag.model.Image;

/**
 * Pictures that a document names by a path or carries as base64. Nothing is read from the network, and nothing outside
 * the folder that is ingested, links included. What is named and not read is counted, to be told.
 */
final class LinkedImages {

    private static final long LARGEST = 32L << 20;

    /** Addresses elsewhere, and places within the document; parts of a mail or a notebook are no addresses. */
    private static final Pattern ELSEWHERE = Pattern.compile("(?is)#.*|//.*|(?!cid:|attachment)[a-z][a-z0-9+.-]+:.*");

    /** Gives the bytes behind a link, null when there are none. */
    interface Bytes {
        byte @Nullable [] behind(String link) throws IOException, Unread;
    }

    /** Why a picture is not read. */
    static final class Unread extends Exception {

        private static final long serialVersionUID = 1L;

        private Unread(String reason) {
            super(reason);
        }
    }

    private final @Nullable Bytes bytes;
    private final Map<String, Set<Integer>> unread = new TreeMap<>(); // hashes of links by the reason

    /** Pictures beside a file. */
    LinkedImages(Source source) {
        var root = source.root();
        this.bytes = root == null ? null : link -> beside(source.path(), root, link);
    }

    /** Pictures within a packed file. */
    LinkedImages(Bytes bytes) {
        this.bytes = bytes;
    }

    /** The picture behind a link, null when there is none that may be read. */
    @Nullable
    Image find(String link, String caption) {
        if (link.isBlank()) return null;
        try {
            boolean inline = link.startsWith("data:");
            byte[] found = inline ? inline(link) : bytes == null ? null : bytes.behind(link);
            if (found == null
                    && (inline || bytes == null || ELSEWHERE.matcher(link).matches())) return null;
            if (found == null) throw new Unread("missing");
            var image = Rasters.image(found, null, Characters.oneLine(caption));
            if (image == null && !Rasters.known(found) && !drawing(link)) throw new Unread("in no format that is read");
            return image;
        } catch (IOException | IllegalArgumentException broken) {
            count("broken", link);
        } catch (Unread known) {
            count(String.valueOf(known.getMessage()), link);
        }
        return null;
    }

    private void count(String reason, String link) {
        unread.computeIfAbsent(reason, r -> new HashSet<>()).add(link.hashCode());
    }

    void tell(DocumentBuilder builder) {
        tell(builder, "");
    }

    /** Tells what was named and not read. @param where in words, before the rest */
    void tell(DocumentBuilder builder, String where) {
        int all = unread.values().stream().mapToInt(Set::size).sum();
        if (all == 0) return;
        builder.problem(
                where + all + (all == 1 ? " picture that it names was" : " pictures that it names were") + " not read: "
                        + unread.entrySet().stream()
                                .map(entry -> entry.getValue().size() + " " + entry.getKey())
                                .collect(Collectors.joining(", ")));
    }

    /** Drawings are text: as files they are read for themselves, within a page they are icons. */
    private static boolean drawing(String link) {
        return link.startsWith("data:image/svg")
                || link.replaceAll("[?#].*", "").endsWith(".svg");
    }

    private static byte @Nullable [] inline(String link) {
        int comma = link.indexOf(',');
        if (comma < 0 || !link.substring(0, comma).contains("base64")) return null;
        return Base64.getMimeDecoder().decode(link.substring(comma + 1));
    }

    /** Looked for beside the file and, as sites and note vaults name their pictures, from the root on. */
    private static byte @Nullable [] beside(Path file, Path root, String link) throws IOException, Unread {
        if (ELSEWHERE.matcher(link).matches()) return null;
        var top = root.toRealPath();
        var folder = file.toRealPath().getParent();
        String plain = decoded(link.replaceAll("[?#].*$", ""));
        boolean within = false;
        for (var from : plain.startsWith("/") || folder == null ? List.of(top) : List.of(folder, top)) {
            var path = from.resolve(plain.replaceFirst("^/+", "")).normalize();
            if (!path.startsWith(top)) continue;
            within = true;
            if (!Files.isRegularFile(path)) continue;
            path = path.toRealPath();
            if (!path.startsWith(top)) throw new Unread("outside the folder");
            if (Files.size(path) > LARGEST) throw new Unread("over " + (LARGEST >> 20) + " MB");
            return Files.readAllBytes(path);
        }
        throw new Unread(within ? "missing" : "outside the folder (ingest one that holds both)");
    }

    private static String decoded(String path) {
        try {
            return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException plain) {
            return path; // a name with a percent sign
        }
    }
}
