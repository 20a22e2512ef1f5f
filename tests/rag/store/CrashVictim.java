package rag.store;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import rag.store.pgvector.PgvectorStore;

/**
 * Publishes, or renames, until it is killed. Says what it is about to do ("try a=v3 b=gone c=v2 stale") before each
 * publication, and "ack" when that has returned.
 */
final class CrashVictim {

    private static final int SOURCES = 12;
    private static final int MOST_ROUNDS = 200; // it was to be killed long before

    private final Publication publication;
    private final Ledger ledger;
    private final Random random;

    private CrashVictim(Publication publication, Ledger ledger, Random random) {
        this.publication = publication;
        this.ledger = ledger;
        this.random = random;
    }

    /**
     * Arguments: data folder, what to do, seed, name of the step to stop at, and at which of its times. With "kill" behind
     * them it says "here" at that step and waits to be killed.
     */
    public static void main(String[] arguments) throws Exception {
        var data = Path.of(arguments[0]);
        try (var lock = WriterLock.acquire(data, "victim", Duration.ofMinutes(5));
                var ledger = Ledger.open(data);
                var store = store(data, arguments);
                var publication = Publication.open(data, store, ledger, stopAt(arguments))) {
            publication.recover();
            var victim = new CrashVictim(publication, ledger, new Random(Long.parseLong(arguments[2])));
            lock.progress("ready");
            System.out.println("ready");
            switch (arguments[1]) {
                case "publish" -> victim.publish();
                case "some" -> victim.some(arguments[2]);
                case "clear" -> victim.clear();
                case "rewrite" -> victim.rewrite();
                case "rename" -> victim.rename();
                default -> throw new IllegalArgumentException(arguments[1]);
            }
        }
    }

    private static ChunkStore store(Path data, String[] arguments) {
        return arguments.length == 5 || arguments[5].equals("kill")
                ? new LuceneChunkStore(data)
                : new PgvectorStore(PostgresServer.settings(data, arguments[5]));
    }

    private static Consumer<String> stopAt(String[] arguments) {
        var step = arguments[3];
        int times = Integer.parseInt(arguments[4]);
        var reached = new HashMap<String, Integer>();
        return name -> {
            if (reached.merge(name, 1, Integer::sum) != times || !name.equals(step)) return;
            boolean parked = arguments.length > 5 && arguments[5].equals("kill");
            if (!parked) Runtime.getRuntime().halt(9);
            System.out.println("here");
            LockSupport.park();
        };
    }

    private void publish() {
        try (var session = publication.session("kb", Documents.PRINT)) {
            for (int round = 1; round <= MOST_ROUNDS; round++) {
                var changes = changes();
                session.publish(changes);
                System.out.println("ack");
                if (round % 10 == 0) session.optimise();
            }
        }
    }

    /** One to five changes of as many documents; a pair of them is a move. */
    private List<Change> changes() {
        var rows = new HashMap<String, HistoryRow>();
        for (var row : ledger.history("kb")) rows.put(row.source(), row);
        var sources = new ArrayList<String>();
        for (int i = 0; i < SOURCES; i++) sources.add("source" + i);
        Collections.shuffle(sources, random);
        var changes = new ArrayList<Change>();
        var words = new StringBuilder("try");
        for (var source : sources.subList(0, 1 + random.nextInt(5))) {
            var row = rows.get(source);
            int version = random.nextInt(1_000_000);
            int choice = random.nextInt(10);
            if (row != null && choice < 2) {
                changes.add(new Change.Delete(row));
                words.append(" ").append(source).append("=gone");
            } else if (row != null && choice < 4) {
                changes.add(new Change.Stale(Documents.failed("kb", source, version, true)));
                words.append(" ").append(source).append("=stale");
            } else {
                changes.add(Documents.put("kb", source, version));
                words.append(" ").append(source).append("=v").append(version);
            }
        }
        System.out.println(words);
        return changes;
    }

    /** Eight documents, one a publication. */
    private void some(String prefix) {
        try (var session = publication.session("kb", Documents.PRINT)) {
            for (int i = 0; i < 8; i++) session.publish(List.of(Documents.put("kb", prefix + "/" + i, i)));
        }
    }

    private void clear() {
        System.out.println("try clear");
        publication.clear("kb", Documents.NOON);
        System.out.println("ack");
    }

    private void rewrite() {
        var rows = ledger.history("kb").stream().filter(row -> row.chunks() > 0).toList();
        System.out.println("try rewrite");
        try (var session = publication.rewriting("kb", Documents.print("model-b"))) {
            for (var row : rows) {
                var put = Documents.put(
                        "kb", row.source(), Integer.parseInt(row.title().substring(1)));
                session.stage(List.of(new Change.Rewrite(row, put.chunks(), put.vectors())));
            }
            session.commit();
        }
        System.out.println("ack");
    }

    /** To and fro between two names. */
    private void rename() {
        for (int round = 1; round <= MOST_ROUNDS; round++) {
            var old = ledger.counts("kb").total() > 0 ? "kb" : "other";
            var name = old.equals("kb") ? "other" : "kb";
            System.out.println("try " + name);
            publication.rename(old, name);
            System.out.println("ack");
        }
    }
}
