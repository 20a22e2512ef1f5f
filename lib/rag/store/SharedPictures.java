package rag.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import rag.model.Failure;
import rag.model.Image;

/**
 * Bytes of pictures beside a ledger that machines share: the table {@code picture}. Each machine reads its own files
 * first; a ledger of one machine keeps none here.
 */
public final class SharedPictures {

    private static final String PUT = Database.put(
            "picture",
            List.of("collection", "document_id", "file"),
            List.of("collection", "document_id", "file", "bytes"));

    private final Database database;
    private final boolean shared;

    SharedPictures(Database database, boolean shared) {
        this.database = database;
        this.shared = shared;
    }

    /** Gives the pictures of a document to the other machines, where there are some. */
    void put(String collection, String documentId, List<Image> images) {
        if (!shared || images.isEmpty()) return;
        database.write("Sharing pictures", c -> {
            for (var image : images) put(c, collection, documentId, image);
            return images.size();
        });
    }

    static void put(Connection c, String collection, String documentId, Image image) throws SQLException {
        var file = image.id() + "." + image.extension();
        Database.update(c, PUT, collection, documentId, file, image.bytes());
    }

    /** A picture with its bytes. @throws rag.model.Failure when it is gone */
    public Image read(Path data, ImageRow row) {
        var files = new ImageFiles(data);
        if (!shared || Files.exists(files.path(row))) return files.read(row);
        return database
                .read(
                        "Reading a picture",
                        c -> Database.rows(
                                c,
                                result -> new Image(
                                        row.imageId(), row.extension(), result.getBytes(1), row.page(), row.caption()),
                                "SELECT bytes FROM picture WHERE collection = ? AND document_id = ? AND file = ?",
                                row.collection(),
                                row.documentId(),
                                row.fileName()))
                .stream()
                .findFirst()
                .orElseThrow(() -> new Failure(("the picture %s is not in the ledger that machines share; ingest its "
                                + "document again with --force")
                        .formatted(row.imageId())));
    }
}
