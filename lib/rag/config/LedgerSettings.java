package rag.config;

import static rag.config.Setting.Type.SECRET;
import static rag.config.Setting.Type.TEXT;

import java.util.List;
import java.util.Map;

/**
 * Where the history of ingestion is: the section {@code ledger}.
 *
 * @param url such as postgresql://host:5432/database; "" is SQLite in the data folder
 * @param schema of the tables; PostgreSQL
 * @param timeoutS seconds that a question waits for it; it is answered without what is there then
 */
public record LedgerSettings(String url, String user, String password, String schema, int timeoutS) {

    /** SQLite in the data folder. */
    public static final LedgerSettings LOCAL = new LedgerSettings("", "", "", "ledger", 2);

    /** Whether other machines share it. */
    public boolean shared() {
        return !url.isEmpty();
    }

    /** Whether it is the same ledger, whoever asks it and how. */
    public boolean samePlace(LedgerSettings other) {
        return place().equals(other.place()) && schema.equals(other.schema);
    }

    /** Where it is, without what else the address holds. */
    public String place() {
        return url.replaceAll("\\?.*", "");
    }

    /** Names of what is set and has no effect: SQLite has no need of it. */
    List<String> withoutEffect() {
        if (shared()) return List.of();
        var local = SettingsRecords.components(LOCAL);
        return SettingsRecords.components(this).entrySet().stream()
                .filter(each -> !each.getValue().equals(local.get(each.getKey())))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Its part of {@link SettingsSchema}. */
    static List<Setting> keys() {
        return List.of(
                Setting.value(
                        TEXT,
                        "ledger.url",
                        "",
                        "postgresql://host:5432/database shares it among machines; else in the data folder"),
                Setting.value(TEXT, "ledger.user", "", "of the data base"),
                Setting.value(SECRET, "ledger.password", "", "best as ${VAR}"),
                Setting.value(TEXT, "ledger.schema", "ledger", "of its tables: letters, digits, _"),
                Setting.whole(
                        "ledger.timeout_s",
                        2,
                        1,
                        60,
                        "seconds that a question waits for it, then it is answered without"));
    }

    @Override
    public String toString() {
        return SettingsView.of(this).toString();
    }
}
