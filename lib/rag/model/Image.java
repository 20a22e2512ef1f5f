package rag.model;

import org.jspecify.annotations.Nullable;

/**
 * A raster picture of a document; its place in the text is the mark {@code [IMAGE: id]}.
 *
 * @param id {@code img_<16 hex of the bytes' sha256>}
 * @param extension file ending without the dot: png, jpg
 * @param bytes the encoded picture
 * @param page page it stands on, from 1; null where a format has no pages
 * @param caption the document's own words for it, "" when it has none
 */
public record Image(
        String id, String extension, byte[] bytes, @Nullable Integer page, String caption) {

    public Image {
        if (!id.matches("img_[0-9a-f]{16}")) throw new IllegalArgumentException("bad image id: " + id);
        if (!extension.matches("[a-z0-9]{2,5}")) throw new IllegalArgumentException("bad extension: " + extension);
    }

    public static Image of(byte[] bytes, String extension, @Nullable Integer page, String caption) {
        return new Image("img_" + Ids.sha256(bytes).substring(0, 16), extension, bytes, page, caption);
    }

    /** The mark that stands for the picture in the text. */
    public String mark() {
        return "[IMAGE: " + id + "]";
    }
}
