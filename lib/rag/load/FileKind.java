package rag.load;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.poi.poifs.filesystem.FileMagic;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;

/**
 * What a file is by its first bytes, which tell more than its name.
 *
 * @param key format as loaders name it: pdf, docx, html …; "text" for any text, "html", "xml" and "eml" for text that is told from it, "" where no format is known
 * @param words the same for a person
 */
record FileKind(String key, String words) {

    private static final int HEAD = 8192;

    /** Bytes that may stand before the head of a PDF, as readers of PDF take it. */
    private static final int BEFORE_PDF = 1024;

    /** @param text whether nothing but its bytes tells that it may be a PDF: its name is that of a text, or of no format */
    static FileKind of(Path path, boolean text) throws IOException {
        byte[] head;
        try (InputStream in = Files.newInputStream(path)) {
            head = in.readNBytes(HEAD);
        }
        String start = new String(head, StandardCharsets.ISO_8859_1);
        if (pdf(head, start.indexOf("%PDF-"), text)) return new FileKind("pdf", "a PDF document");
        if (start.startsWith("PK\3\4") || start.startsWith("PK\5\6")) return zip(path);
        if (FileMagic.valueOf(head) == FileMagic.OLE2) return ole(path);
        if (start.startsWith("{\\rtf")) return new FileKind("rtf", "a Rich Text document");
        if (start.startsWith("BZh") && start.startsWith("1AY&SY", 4)) return new FileKind("", "a bzip2 archive");
        for (String[] magic : MAGIC) if (start.startsWith(magic[0])) return new FileKind(magic[1], magic[2]);
        if (start.startsWith("RIFF") && start.startsWith("WEBPVP8", 8)) return new FileKind("webp", "a WebP picture");
        if (start.startsWith("\0\0") && start.startsWith("ftyp", 4))
            return new FileKind("", "a video or picture (MP4, HEIC)");
        if (binary(head)) return new FileKind("", "binary data");
        return text(head);
    }

    private static final Pattern MICROSOFT =
            Pattern.compile("<(?:\\w+:)?(?:workbook|worddocument)\\b[^>]*urn:schemas-microsoft-com|<w:worddocument\\b");

    private static final String[][] MAGIC = {
        {"\u0089PNG\r\n", "png", "a PNG picture"},
        {"\u00ff\u00d8\u00ff", "jpg", "a JPEG picture"},
        {"GIF87a", "gif", "a GIF picture"},
        {"GIF89a", "gif", "a GIF picture"},
        {"II*\0", "tiff", "a TIFF picture"},
        {"MM\0*", "tiff", "a TIFF picture"},
        {"\u001f\u008b", "", "a gzip archive"},
        {"7z\u00bc\u00af", "", "a 7-Zip archive"},
        {"Rar!\u001a", "", "a RAR archive"},
        {"\u00fd7zXZ", "", "an xz archive"},
        {"\u007fELF", "", "a program"},
        {"MZ\u0090\0", "", "a program"},
        {"\u00ca\u00fe\u00ba\u00be", "", "a Java class or a program"},
        {"SQLite format 3\0", "", "an SQLite database"},
        {"OggS\0", "", "a sound or video"},
        {"ID3\2", "", "a sound"},
        {"ID3\3", "", "a sound"},
        {"ID3\4", "", "a sound"},
    };

    /** Mails, notes and programs speak of PDFs before they begin one; only what is no text may stand before a real one. */
    private static boolean pdf(byte[] head, int at, boolean text) {
        if (at < 0 || at >= BEFORE_PDF) return false;
        byte[] before = Arrays.copyOf(head, at);
        return !text || binary(before) || Encodings.decode(before).text().isBlank();
    }

    private static FileKind zip(Path path) {
        try (var zip = ZipFile.builder().setPath(path).get()) {
            var type = zip.getEntry("mimetype");
            if (type != null) {
                String words = new String(zip.getInputStream(type).readNBytes(100), StandardCharsets.US_ASCII).strip();
                if (words.equals("application/epub+zip")) return new FileKind("epub", "an EPUB book");
                if (words.contains("opendocument.text")) return new FileKind("odt", "an OpenDocument text");
                if (words.contains("opendocument")) return new FileKind("", "an OpenDocument file (" + words + ")");
            }
            if (zip.getEntry("[Content_Types].xml") != null) {
                for (var entries = zip.getEntries(); entries.hasMoreElements(); ) {
                    String name = entries.nextElement().getName().toLowerCase(Locale.ROOT);
                    if (name.startsWith("word/")) return new FileKind("docx", "a Word document");
                    if (name.startsWith("ppt/")) return new FileKind("pptx", "a PowerPoint presentation");
                    if (name.startsWith("xl/")) return new FileKind("xlsx", "an Excel workbook");
                }
            }
            return new FileKind("", "a zip archive");
        } catch (IOException | RuntimeException broken) {
            return new FileKind("", "a broken zip archive");
        }
    }

    private static FileKind ole(Path path) {
        try (var files = new POIFSFileSystem(path.toFile(), true)) {
            Set<String> names = new TreeSet<>(files.getRoot().getEntryNames());
            if (names.contains("EncryptedPackage")) return new FileKind("encrypted", "an encrypted Office document");
            if (names.contains("WordDocument")) return new FileKind("doc", "an old Word document");
            if (names.contains("Workbook") || names.contains("Book"))
                return new FileKind("xls", "an old Excel workbook");
            if (names.contains("PowerPoint Document")) return new FileKind("ppt", "an old PowerPoint presentation");
            return new FileKind("", "an OLE2 file");
        } catch (IOException | RuntimeException broken) {
            return new FileKind("", "a broken OLE2 file");
        }
    }

    private static FileKind text(byte[] head) {
        String start = Encodings.decode(whole(head)).text().stripLeading().toLowerCase(Locale.ROOT);
        while (start.startsWith("<?")) // the declaration, and Office's <?mso-application …?>
        start = start.substring(start.contains("?>") ? start.indexOf("?>") + 2 : start.length())
                .stripLeading();
        while (start.startsWith("<!--") && start.contains("-->")) {
            start = start.substring(start.indexOf("-->") + 3).stripLeading();
        }
        if (start.startsWith("mime-version:") || start.startsWith("from: <saved by") || start.startsWith("date:")) {
            boolean parts = start.contains("content-type: multipart/");
            if (parts) return new FileKind("eml", "a mail or a web archive");
        }
        if (MICROSOFT.matcher(start).lookingAt()) return new FileKind("xml", "an Office document of 2003 in XML");
        boolean html = start.startsWith("<!doctype html") || start.startsWith("<html");
        return html ? new FileKind("html", "an HTML page") : new FileKind("text", "plain text");
    }

    /** NULs that no Unicode encoding explains; a few among much text are dirt, not a sign. */
    private static boolean binary(byte[] head) {
        int nuls = 0;
        int controls = 0;
        for (byte b : head) {
            if (b == 0) nuls++;
            else if (b > 0 && b < 0x20 && b != '\n' && b != '\r' && b != '\t' && b != '\f' && b != 0x1b) controls++;
        }
        if (controls * 10 > head.length) return true;
        return nuls * 50 > head.length && !Encodings.unicode(whole(head));
    }

    /** The first bytes, cut where no unit of UTF-16 or UTF-32 and no line is torn. */
    private static byte[] whole(byte[] head) {
        if (head.length < HEAD) return head;
        int end = HEAD;
        for (int i = HEAD - 1; i > HEAD / 2; i--) {
            if (head[i] == '\n') {
                end = i + 1;
                break;
            }
        }
        return Arrays.copyOf(head, end & ~3);
    }
}
