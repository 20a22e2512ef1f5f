import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import rag.model.Candidate;
import rag.model.Filter;
import rag.store.ChunkStore;

/** SQLite's full-text index of the same texts, beside the sparse route. */
final class FullText {

    private static final int CANDIDATES = 100;

    private FullText() {}

    /** The sparse route beside FTS5 with its Porter stemmer, on the same texts and questions. */
    static void compare(Path data, ChunkStore store, String collection, Corpus corpus)
            throws IOException, SQLException {
        int size = corpus.vectors.size();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("fts.db"));
                var statement = connection.createStatement()) {
            statement.execute("create virtual table chunk using fts5(text, tokenize = 'porter')");
            connection.setAutoCommit(false);
            try (var insert = connection.prepareStatement("insert into chunk(rowid, text) values (?, ?)")) {
                for (int i = 0; i < size; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, corpus.text(i));
                    insert.execute();
                }
            }
            connection.commit();
            var ours = new ArrayList<Double>();
            var theirs = new ArrayList<Double>();
            try (var reader = store.reader(List.of(collection));
                    var select = connection.prepareStatement(
                            "select rowid from chunk where chunk match ? order by rank limit 10")) {
                for (var question : corpus.questions) {
                    select.setString(1, String.join(" OR ", question.words()));
                    long start = Clock.threadCpu();
                    try (var rows = select.executeQuery()) {
                        while (rows.next()) rows.getInt(1);
                    }
                    theirs.add((Clock.threadCpu() - start) / 1e6);
                    start = Clock.threadCpu();
                    List<Candidate> list = reader.sparse(question.text(), Filter.NONE, CANDIDATES)
                            .candidates();
                    ours.add((Clock.threadCpu() - start) / 1e6);
                    if (list.isEmpty()) throw new IllegalStateException("nothing found for " + question.words());
                }
            }
            IO.println("BM25 over %d chunks: FTS5 %.2f ms, sparse route %.3f ms, 1/%.0f"
                    .formatted(
                            size, Clock.median(theirs), Clock.median(ours), Clock.median(theirs) / Clock.median(ours)));
        }
    }
}
