package rag.load;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/** Parts of a zipped document by their names, each and all together within a bound. */
final class ZipParts implements AutoCloseable {

    private static final long LARGEST_PART = 48L << 20;
    private static final long MOST_BYTES = 400L << 20;

    private final ZipFile zip;
    private long bytes;

    ZipParts(Source source) throws IOException {
        this.zip = new ZipFile(source.path().toFile());
    }

    boolean has(String name) {
        return zip.getEntry(name) != null;
    }

    /** Null when there is no such part. */
    byte @Nullable [] bytes(String name) throws IOException {
        var entry = zip.getEntry(name);
        if (entry == null || entry.isDirectory()) return null;
        try (var in = new BoundedStream(zip.getInputStream(entry), Math.min(LARGEST_PART, MOST_BYTES - bytes))) {
            byte[] whole = in.readAllBytes();
            bytes += whole.length;
            return whole;
        }
    }

    @Nullable
    Element xml(String name) throws IOException {
        byte[] whole = bytes(name);
        return whole == null ? null : Xml.root(new java.io.ByteArrayInputStream(whole));
    }

    /** The name of the part that a link in another one leads to, without its fragment. */
    static String resolve(String from, String link) {
        String path = link.replaceAll("[#?].*$", "");
        try {
            path = URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException strange) {
            // taken as it is
        }
        String base = path.startsWith("/") ? "" : from.substring(0, from.lastIndexOf('/') + 1);
        var parts = new java.util.ArrayDeque<String>();
        for (String part : (base + path).split("/")) {
            if (part.equals("..")) parts.pollLast();
            else if (!part.isEmpty() && !part.equals(".")) parts.add(part);
        }
        return String.join("/", parts);
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
