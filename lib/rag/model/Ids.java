package rag.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Identities of documents and chunks: the same input gives the same id, everywhere and for ever. */
public final class Ids {

    private static final Pattern CHUNK = Pattern.compile("doc_[0-9a-f]{16}_([0-9]{4,9})_[0-9a-f]{8}");

    private Ids() {}

    /** {@code doc_<16 hex of sha256(collection, NUL, normalised source)>}. */
    public static String document(String collection, String source) {
        return "doc_"
                + sha256((collection + "\0" + source).getBytes(StandardCharsets.UTF_8))
                        .substring(0, 16);
    }

    /** {@code <document>_<index, 4 digits or more>_<8 hex of sha256(text)>}; the text is that before any model touched it. */
    public static String chunk(String documentId, int index, String text) {
        var hash = sha256(text.getBytes(StandardCharsets.UTF_8)).substring(0, 8);
        return String.format(Locale.ROOT, "%s_%04d_%s", documentId, index, hash);
    }

    /** The document a chunk id belongs to. */
    public static String documentOf(String chunkId) {
        return chunkId.substring(0, 20);
    }

    /** The place in its document that a chunk id names, counted from 0; empty for a text that is no chunk id. */
    public static OptionalInt indexOf(String chunkId) {
        var parts = CHUNK.matcher(chunkId);
        return parts.matches() ? OptionalInt.of(Integer.parseInt(parts.group(1))) : OptionalInt.empty();
    }

    /** 64 lower-case hex digits. */
    public static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(digest().digest(bytes));
    }

    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java platform has SHA-256
        }
    }
}
