package rag.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Identities of documents and chunks: the same input gives the same id, everywhere and for ever. */
public final class Ids {

    private Ids() {}

    /** {@code doc_<16 hex of sha256(collection, NUL, normalised source)>}. */
    public static String document(String collection, String source) {
        return "doc_"
                + sha256((collection + "\0" + source).getBytes(StandardCharsets.UTF_8))
                        .substring(0, 16);
    }

    /** {@code <document>_<index, 4 digits>_<8 hex of sha256(text)>}; the text is that before any model touched it. */
    public static String chunk(String documentId, int index, String text) {
        return "%s_%04d_%s"
                .formatted(
                        documentId,
                        index,
                        sha256(text.getBytes(StandardCharsets.UTF_8)).substring(0, 8));
    }

    /** The document a chunk id belongs to. */
    public static String documentOf(String chunkId) {
        return chunkId.substring(0, 20);
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
