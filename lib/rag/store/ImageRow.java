package rag.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import rag.model.Image;

/**
 * A picture of a document that lies under the data folder: a row of {@code image_index}.
 *
 * @param page page it stands on, from 1; null where the format has no pages
 * @param bytes length of the file
 */
public record ImageRow(
        String collection,
        String documentId,
        String imageId,
        String extension,
        @Nullable Integer page,
        String caption,
        long bytes) {

    public ImageRow {
        Objects.requireNonNull(caption);
    }

    static ImageRow of(String collection, String documentId, Image image) {
        return new ImageRow(
                collection,
                documentId,
                image.id(),
                image.extension(),
                image.page(),
                image.caption(),
                image.bytes().length);
    }

    String fileName() {
        return imageId + "." + extension;
    }
}
