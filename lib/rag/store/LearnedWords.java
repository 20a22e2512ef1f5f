package rag.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Words of questions that collections answered: the table {@code learned_word} of the {@link Ledger}. */
public final class LearnedWords {

    /** Words that are kept of a collection; of more, those that count least go. */
    public static final int MOST = 50;

    /** A word that counts less has faded. */
    private static final double FADED = 0.1;

    private static final String SELECT = "SELECT collection, word, count, at FROM learned_word ";

    private static final String PUT =
            Database.put("learned_word", List.of("collection", "word"), List.of("collection", "word", "count", "at"));

    private final Database database;

    LearnedWords(Database database) {
        this.database = database;
    }

    /** A row. */
    private record Row(String collection, LearnedWord word) {}

    private static List<Row> rows(Connection c, String where, Object... values) throws SQLException {
        return Database.rows(
                c,
                row -> new Row(
                        row.getString(1),
                        new LearnedWord(row.getString(2), row.getDouble(3), Instant.ofEpochMilli(row.getLong(4)))),
                SELECT + where,
                values);
    }

    /** All of them by collection, those that count most first. */
    public Map<String, List<LearnedWord>> all(Instant now) {
        var all = new LinkedHashMap<String, List<LearnedWord>>();
        database.read("Reading learned words", c -> rows(c, "ORDER BY collection")).stream()
                .sorted(Comparator.comparingDouble((Row row) -> -row.word.count(now))
                        .thenComparing(row -> row.word.word()))
                .forEach(row -> all.computeIfAbsent(row.collection, key -> new java.util.ArrayList<>())
                        .add(row.word));
        return all;
    }

    /** Counts the words of one question for a collection. What counts least makes room, but never these. */
    public void learn(String collection, Collection<String> words, Instant now) {
        var taken = words.stream().distinct().limit(MOST).toList();
        if (taken.isEmpty()) return;
        database.write("Learning words", c -> {
            var known = new LinkedHashMap<String, Double>();
            for (var row : rows(c, "WHERE collection = ?", collection)) {
                known.put(row.word.word(), row.word.count(now));
            }
            var others = known.entrySet().stream()
                    .filter(word -> !taken.contains(word.getKey()))
                    .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                    .toList();
            for (int i = 0; i < others.size(); i++) {
                if (i < MOST - taken.size() && others.get(i).getValue() >= FADED) continue;
                Database.update(
                        c,
                        "DELETE FROM learned_word WHERE collection = ? AND word = ?",
                        collection,
                        others.get(i).getKey());
            }
            for (var word : taken) {
                Database.update(c, PUT, collection, word, known.getOrDefault(word, 0.0) + 1, now.toEpochMilli());
            }
            return taken.size();
        });
    }

    /** Forgets what was learned for a collection; returns how many words. */
    public int forget(String collection) {
        return database.write(
                "Forgetting learned words",
                c -> Database.update(c, "DELETE FROM learned_word WHERE collection = ?", collection));
    }

    void rename(String old, String name) {
        database.write("Renaming a collection", c -> {
            Database.update(c, """
                DELETE FROM learned_word WHERE collection = ? AND word IN
                    (SELECT word FROM learned_word WHERE collection = ?)\
                """, name, old);
            return Database.update(c, "UPDATE learned_word SET collection = ? WHERE collection = ?", name, old);
        });
    }
}
