package rag.web;

import io.javalin.http.ConflictResponse;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Ids;
import rag.store.HistoryRow;

/**
 * The files that documents were made of. A path never comes from the address but from the ledger; where links lead now is
 * looked up, and must be where they led; the bytes must be those that were ingested. So a file that was swapped
 * for another since is not shown.
 */
final class Originals {

    private static final int BLOCK = 1 << 16;

    private final DataBrowser data;

    Originals(DataBrowser data) {
        this.data = data;
    }

    /** The address of the file; "" when the document came from no file, or it is not there any more. */
    static String address(HistoryRow row) {
        var file = file(row.source());
        if (file == null || !Files.isRegularFile(file)) return "";
        return address(row.collection(), row.documentId());
    }

    /** The address of the page of a PDF that a passage stands on; "" when it stands on none. */
    static String address(Chunk chunk) {
        var pages = chunk.pages();
        if (pages == null || !isPdf(chunk.source()) || file(chunk.source()) == null) return "";
        return address(chunk.collection(), chunk.documentId()) + "#page=" + pages.first();
    }

    private static String address(String collection, String document) {
        return Url.path("originals", collection, document);
    }

    /** Whether a browser shows it; all else is for the program that made it. */
    static boolean isPdf(String source) {
        return source.toLowerCase(Locale.ROOT).endsWith(".pdf");
    }

    /** Sends a file. A PDF is shown, anything else is kept by the browser: what it holds is never run here. */
    void send(Context ctx) {
        var row = data.row(ctx.pathParam("collection"), ctx.pathParam("document"));
        var name = Filters.file(row.source());
        FileChannel channel = null;
        try {
            channel = FileChannel.open(allowed(row), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
            boolean shown = isPdf(row.source()) && isPdf(channel);
            if (channel.size() != row.bytes() || !hash(channel).equals(row.contentHash())) {
                channel.close();
                throw new ConflictResponse(
                        "%s was changed since it was ingested, so its passages may not be in it. Ingest it again, then open it."
                                .formatted(name));
            }
            ctx.header("Content-Security-Policy", Guard.SANDBOX)
                    .header("Content-Disposition", disposition(shown, name))
                    .contentType(shown ? "application/pdf" : "application/octet-stream")
                    .result(body(channel));
            ctx.disableCompression(); // packed, it would be shorter than it says
            ctx.res().setContentLengthLong(row.bytes());
        } catch (NoSuchFileException e) {
            throw new NotFoundResponse(
                    "The file %s is gone: it was moved or deleted since it was ingested. Its passages are still here."
                            .formatted(row.source()));
        } catch (IOException e) {
            close(channel);
            throw new Failure("the file %s can't be read (%s)".formatted(row.source(), e.getMessage()), e);
        }
    }

    /** Where the file is now. */
    private static Path allowed(HistoryRow row) throws IOException {
        var file = file(row.source());
        if (file == null) {
            throw new NotFoundResponse(row.source() + " was ingested from no file, so there is none to open.");
        }
        var real = file.toRealPath();
        // Its path was noted without links, so it must still have none: not even the folder may be another one now.
        if (!real.equals(file) || !Files.isRegularFile(real)) {
            throw new Guard.Refused(row.source() + " now leads out of the folder that was ingested. It is not opened.");
        }
        return real;
    }

    private static @Nullable Path file(String source) {
        try {
            var path = Path.of(source);
            return path.isAbsolute() ? path : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** The name alone would let a web page that is called so in. */
    private static boolean isPdf(FileChannel channel) throws IOException {
        var head = ByteBuffer.allocate(1024);
        int read = channel.read(head, 0);
        return read > 0 && new String(head.array(), 0, read, StandardCharsets.ISO_8859_1).contains("%PDF-");
    }

    private static String hash(FileChannel channel) throws IOException {
        var digest = Ids.digest();
        var block = ByteBuffer.allocate(BLOCK);
        while (channel.read(block) >= 0) {
            digest.update(block.flip());
            block.clear();
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The same open file from its beginning: what was compared is what is sent. */
    private static InputStream body(FileChannel channel) throws IOException {
        return Channels.newInputStream(channel.position(0));
    }

    private static void close(@Nullable FileChannel channel) {
        try {
            if (channel != null) channel.close();
        } catch (IOException e) {
            // the first trouble is the one to tell
        }
    }

    private static String disposition(boolean shown, String name) {
        var plain = name.replaceAll("[^A-Za-z0-9 ._()+-]", "_");
        return "%s; filename=\"%s\"; filename*=UTF-8''%s"
                .formatted(
                        shown ? "inline" : "attachment",
                        plain,
                        Url.encode(name).replace("+", "%20").replace("*", "%2A"));
    }
}
