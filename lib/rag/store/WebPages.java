package rag.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** What crawls remember of pages: the table {@code web_page} of the {@link Ledger}. */
public final class WebPages {

    private static final String PUT = Database.put(
            "web_page",
            List.of("collection", "source"),
            List.of("collection", "source", "site", "url", "etag", "last_modified", "content_hash", "links"));

    /** A validator belongs to one version: where another one is stored, or none that was read, the page is fetched anew. */
    private static final String SELECT = """
        SELECT collection, source, site, url,
               CASE WHEN fits THEN etag ELSE '' END, CASE WHEN fits THEN last_modified ELSE '' END, content_hash, links
        FROM (SELECT page.*, page.content_hash = history.content_hash AND history.state <> 'failed' AS fits
              FROM web_page AS page JOIN ingestion_history AS history USING (collection, source)) AS known
        WHERE collection = ? AND site = ? ORDER BY source\
        """;

    private final Database database;

    WebPages(Database database) {
        this.database = database;
    }

    /** The pages of a crawl that are still documents of the collection. */
    public List<WebPageRow> of(String collection, String site) {
        return database.read(
                "Reading the pages of a site", c -> Database.rows(c, WebPages::row, SELECT, collection, site));
    }

    /** Remembers pages, and forgets those of the collection whose documents are gone. */
    public void put(String collection, List<WebPageRow> rows) {
        database.write("Remembering the pages of a site", c -> {
            for (var row : rows) {
                Database.update(
                        c,
                        PUT,
                        row.collection(),
                        row.source(),
                        row.site(),
                        row.url(),
                        row.etag(),
                        row.lastModified(),
                        row.contentHash(),
                        String.join("\n", row.links()));
            }
            return Database.update(c, """
                DELETE FROM web_page WHERE collection = ? AND source NOT IN
                    (SELECT source FROM ingestion_history WHERE collection = ?)\
                """, collection, collection);
        });
    }

    /** Pages of a collection that got another name; may be done again. */
    void renamed(String old, String name) {
        database.write("Renaming a collection", c -> {
            Database.update(c, """
                DELETE FROM web_page WHERE collection = ? AND source IN
                    (SELECT source FROM web_page WHERE collection = ?)\
                """, name, old);
            return Database.update(c, "UPDATE web_page SET collection = ? WHERE collection = ?", name, old);
        });
    }

    private static WebPageRow row(ResultSet row) throws SQLException {
        return new WebPageRow(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getString(8).lines().toList());
    }
}
