package rag.load.web;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import rag.load.Encodings;
import rag.load.Loaders;

/** Puts a page into a file that the loaders know by its name. */
final class PageFile {

    private static final Map<String, String> BY_TYPE = Map.ofEntries(
            Map.entry("text/html", "html"),
            Map.entry("application/xhtml+xml", "xhtml"),
            Map.entry("text/markdown", "md"),
            Map.entry("text/csv", "csv"),
            Map.entry("text/tab-separated-values", "tsv"),
            Map.entry("application/pdf", "pdf"),
            Map.entry("application/json", "json"),
            Map.entry("application/rtf", "rtf"),
            Map.entry("text/rtf", "rtf"),
            Map.entry("application/epub+zip", "epub"),
            Map.entry("application/msword", "doc"),
            Map.entry("application/vnd.ms-powerpoint", "ppt"),
            Map.entry("application/vnd.ms-excel", "xls"),
            Map.entry("application/vnd.oasis.opendocument.text", "odt"),
            Map.entry("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"),
            Map.entry("application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx"),
            Map.entry("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"));

    /** What pages are made with; a link to it is no link to a document. */
    private static final Set<String> NO_DOCUMENTS = Set.of(("png jpg jpeg gif webp avif bmp tif tiff ico svg css js mjs"
                    + " map woff woff2 ttf otf eot mp3 mp4 m4a m4v ogg webm wav avi mov zip gz tgz bz2 xz 7z rar tar"
                    + " exe dmg iso jar apk deb rpm msi bin")
            .split(" "));

    private static final Pattern CHARSET = Pattern.compile("(?i)charset\\s*=\\s*[\"']?([\\w.:-]+)");

    private static final Set<String> KNOWN = Loaders.standard().extensions();

    private PageFile() {}

    /** Whether an address can lead to a document, as far as its ending tells. */
    static boolean mayBeDocument(String url) {
        return !NO_DOCUMENTS.contains(ending(url));
    }

    /** The ending for a content of this type; "" when it is of no kind that is read. */
    static String ending(String contentType, String url) {
        var type = contentType.replaceFirst(";.*$", "").strip().toLowerCase(Locale.ROOT);
        var known = BY_TYPE.get(type);
        if (known != null) return known;
        var own = ending(url);
        boolean open = type.isEmpty() || type.equals("application/octet-stream") || type.startsWith("text/");
        boolean readable = KNOWN.contains(own) && mayBeDocument(url) && !own.startsWith("htm");
        if (open && readable) return own;
        if (type.endsWith("/xml") || type.endsWith("+xml")) return type.startsWith("image/") ? "" : "xml";
        if (type.isEmpty()) return own.isEmpty() ? "html" : "";
        return type.startsWith("text/") && !type.matches("text/(css|javascript|x-component)") ? "txt" : "";
    }

    private static String ending(String url) {
        var name = name(url);
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
    }

    private static String name(String url) {
        var path = URI.create(url).getPath();
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** @param folder for this page alone @param ending as {@link #ending(String, String)} gives it */
    static Path write(Path folder, String url, String ending, String contentType, byte[] body) throws IOException {
        var name = name(url).replaceAll("[^\\p{L}\\p{Nd}_-]+", "-");
        int dot = name(url).lastIndexOf('.');
        if (dot > 0) name = name(url).substring(0, dot).replaceAll("[^\\p{L}\\p{Nd}_-]+", "-");
        if (name.isBlank() || name.equals("-")) name = URI.create(url).getHost().replace('.', '-');
        Files.createDirectories(folder);
        var file = folder.resolve(name.substring(0, Math.min(80, name.length())) + "." + ending);
        return Files.write(file, unicode(contentType, body));
    }

    /**
     * What the answer's header says of the letters goes before what the page says; a mark at the start carries it along.
     * Not where the bytes prove it wrong: many servers send one encoding for everything.
     */
    private static byte[] unicode(String contentType, byte[] body) {
        var label = CHARSET.matcher(contentType);
        boolean text = contentType.matches("(?is)\\s*(text/|application/([^;]*\\+)?(xml|json|xhtml)).*");
        if (!text || !label.find()) return body;
        var read = Encodings.decode(body, label.group(1));
        return read.sure() && read.in(label.group(1))
                ? ("\ufeff" + read.text()).getBytes(StandardCharsets.UTF_8)
                : body;
    }
}
