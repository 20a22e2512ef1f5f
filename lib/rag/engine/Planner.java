package rag.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.engine.Plan.Action;
import rag.engine.Plan.Item;
import rag.load.Loaders;
import rag.model.DocumentState;
import rag.model.Failure;
import rag.model.Ids;
import rag.store.HistoryRow;

/** Compares a folder with the history: the content's hash decides, never a time stamp. */
final class Planner {

    private final Loaders loaders;
    private final long maxBytes;
    private final boolean force;
    private final boolean shared;

    Planner(Loaders loaders, int maxFileMb, boolean force) {
        this(loaders, maxFileMb, force, false);
    }

    static Planner of(Engine engine, boolean force) {
        var settings = engine.settings();
        return new Planner(
                Loaders.standard(),
                settings.ingestion().maxFileMb(),
                force,
                settings.ledger().shared());
    }

    /** @param shared whether other machines bring documents in, too: what is not here may be there */
    Planner(Loaders loaders, int maxFileMb, boolean force, boolean shared) {
        this.loaders = loaders;
        this.maxBytes = maxFileMb * 1024L * 1024L;
        this.force = force;
        this.shared = shared;
    }

    Plan plan(String collection, FileScan scan, List<HistoryRow> history, Progress progress) {
        return plan(collection, scan, Map.of(), history, progress);
    }

    /** @param given metadata by source, as a manifest gives it */
    Plan plan(
            String collection,
            FileScan scan,
            Map<String, Map<String, Object>> given,
            List<HistoryRow> history,
            Progress progress) {
        var rows = new HashMap<String, HistoryRow>();
        for (var row : history) rows.put(row.source(), row);
        var items = new ArrayList<Item>();
        int done = 0;
        for (var file : scan.files().values()) {
            items.add(item(file, rows.get(file.source())).given(given.get(file.source())));
            progress.at("scan", ++done, scan.files().size());
        }
        for (var file : scan.unreadable()) {
            items.add(new Item(Action.UNREADABLE, file.source(), null, 0, "", rows.get(file.source()), file.reason()));
        }
        for (var other : scan.noFiles()) {
            var before = rows.get(other.source());
            items.add(new Item(Action.UNSUPPORTED, other.source(), null, 0, "", before, other.reason()));
        }
        for (var row : history) {
            boolean gone = scan.covers(row.source())
                    && !scan.files().containsKey(row.source())
                    && scan.noFiles().stream().noneMatch(other -> other.source().equals(row.source()))
                    && scan.unreadable().stream().noneMatch(u -> covers(u.source(), row.source()));
            if (gone) items.add(new Item(Action.DELETED, row.source(), null, row.bytes(), row.contentHash(), row, ""));
        }
        return new Plan(collection, moved(items, lost(scan, history)), scan.links(), scan.skipped(), scan.ignored());
    }

    /** A folder that can't be read says nothing about what lies in it. */
    private static boolean covers(String unreadable, String source) {
        return source.equals(unreadable) || source.startsWith(unreadable + "/");
    }

    /** What is to be done with a file. @param before what is known of its source */
    Item item(FileScan.Found file, @Nullable HistoryRow before) {
        if (!loaders.supports(file.path())) {
            return leftOut(Action.UNSUPPORTED, file, before, "no loader reads this format");
        }
        if (file.bytes() > maxBytes) {
            return leftOut(
                    Action.TOO_LARGE,
                    file,
                    before,
                    "%d MB, over ingestion.max_file_mb (%d)".formatted(file.bytes() >> 20, maxBytes >> 20));
        }
        String hash;
        try {
            hash = hash(file.path());
        } catch (IOException e) {
            return leftOut(Action.UNREADABLE, file, before, "not readable: " + Failure.words(e));
        }
        Action action;
        if (before == null) action = Action.NEW;
        // What failed may have failed for a reason that is gone; it is tried again.
        else if (force || !before.contentHash().equals(hash) || before.state() == DocumentState.FAILED)
            action = Action.CHANGED;
        else action = Action.UNCHANGED;
        return new Item(action, file.source(), file.path(), file.bytes(), hash, before, "");
    }

    private static Item leftOut(Action why, FileScan.Found file, @Nullable HistoryRow before, String reason) {
        return new Item(why, file.source(), file.path(), file.bytes(), "", before, reason);
    }

    /** Documents whose files are gone from this machine. A path that can't be looked at says nothing of what lies there. */
    private List<HistoryRow> lost(FileScan scan, List<HistoryRow> history) {
        return history.stream()
                .filter(row -> row.chunks() > 0 && FileScan.isFile(row.source()))
                .filter(row -> Files.notExists(Path.of(row.source())))
                .filter(row -> !shared || scan.covers(row.source()))
                .toList();
    }

    /** A new file with the bytes of one that is gone is that document at another place. */
    private static List<Item> moved(List<Item> items, List<HistoryRow> lost) {
        var gone = new HashMap<String, List<HistoryRow>>();
        for (var row : lost) {
            gone.computeIfAbsent(row.contentHash(), hash -> new ArrayList<>()).add(row);
        }
        var places = items.stream()
                .filter(item -> item.action() == Action.NEW && FileScan.isFile(item.source()))
                .filter(item -> gone.containsKey(item.hash()))
                .toList();
        var from = new HashMap<String, HistoryRow>(); // by the new place
        // Of several with the same bytes, those whose names stayed find each other first.
        for (boolean named : new boolean[] {true, false}) {
            for (var item : places) {
                if (from.containsKey(item.source())) continue;
                var rows = gone.getOrDefault(item.hash(), List.of());
                var row = rows.stream()
                        .filter(old -> !named || sameEnd(old, item) > 0)
                        .max(Comparator.comparingInt(old -> sameEnd(old, item)));
                row.ifPresent(rows::remove);
                row.ifPresent(old -> from.put(item.source(), old));
            }
        }
        var left = new HashSet<String>();
        from.values().forEach(row -> left.add(row.source()));
        return items.stream()
                .filter(item -> item.action() != Action.DELETED || !left.contains(item.source()))
                .map(item -> from.containsKey(item.source()) ? movedFrom(from.get(item.source()), item) : item)
                .toList();
    }

    private static Item movedFrom(HistoryRow row, Item item) {
        return new Item(
                Action.MOVED,
                item.source(),
                item.path(),
                item.bytes(),
                item.hash(),
                row,
                "from " + row.source(),
                item.given());
    }

    /** How many names two paths end in alike: 0 for files of other names. */
    private static int sameEnd(HistoryRow row, Item item) {
        var old = Path.of(row.source());
        var now = Path.of(item.source());
        int same = 0;
        int most = Math.min(old.getNameCount(), now.getNameCount());
        while (same < most
                && old.getName(old.getNameCount() - 1 - same).equals(now.getName(now.getNameCount() - 1 - same)))
            same++;
        return same;
    }

    static String hash(Path path) throws IOException {
        var digest = Ids.digest();
        var buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(path)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) digest.update(buffer, 0, n);
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
