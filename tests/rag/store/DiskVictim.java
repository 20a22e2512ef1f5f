package rag.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import rag.model.Failure;
import rag.model.Image;

/** Runs on a disk that is full, or cannot be written, and says what it meets. */
final class DiskVictim {

    private static final int PICTURE = 40_000;

    private DiskVictim() {}

    public static void main(String[] arguments) throws Exception {
        var data = Path.of(arguments[1]);
        switch (arguments[0]) {
            case "fill" -> fill(data);
            case "read" -> read(data);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    /** Publishes until the disk is full, makes room, and goes on. */
    private static void fill(Path data) throws Exception {
        var ballast = data.resolveSibling("ballast");
        Files.write(ballast, new byte[1_000_000]);
        int acknowledged = 0;
        try (var lock = WriterLock.acquire(data, "victim", Duration.ZERO)) {
            try (var ledger = Ledger.open(data);
                    var store = new LuceneChunkStore(data);
                    var publication = Publication.open(data, store, ledger);
                    var session = publication.session("kb", Documents.PRINT)) {
                while (acknowledged < 10_000) {
                    session.publish(List.of(bulky(acknowledged)));
                    acknowledged++;
                    lock.progress(acknowledged + " documents");
                }
                System.out.println("never full");
            } catch (Failure e) {
                System.out.println("full: " + e.getMessage());
            }
            Files.delete(ballast);
            try (var ledger = Ledger.open(data);
                    var store = new LuceneChunkStore(data);
                    var publication = Publication.open(data, store, ledger)) {
                publication.recover();
                int found = Documents.found(store, ledger, "kb").size();
                System.out.println("acknowledged " + acknowledged + " found " + found);
                System.out.println(Consistency.check(data, store, ledger));
                try (var session = publication.session("kb", Documents.PRINT)) {
                    session.publish(List.of(bulky(acknowledged)));
                }
                System.out.println(
                        "found " + Documents.found(store, ledger, "kb").size());
                System.out.println(Consistency.check(data, store, ledger));
            }
        }
    }

    private static Change.Put bulky(int i) {
        var put = Documents.put("kb", "source" + i, 0);
        var images = new ArrayList<>(put.images());
        var bytes = new byte[PICTURE];
        new java.util.Random(i).nextBytes(bytes);
        images.add(Image.of(bytes, "png", 1, ""));
        return new Change.Put(put.row(), put.chunks(), put.vectors(), images);
    }

    /** Reads what can be read, and says how writing is refused. */
    private static void read(Path data) throws Exception {
        try (var ledger = Ledger.openReadOnly(data).orElseThrow();
                var store = new LuceneChunkStore(data)) {
            System.out.println(Documents.found(store, ledger, "kb"));
            System.out.println(ledger.history("kb").size() + " in history");
            System.out.println(Consistency.check(data, store, ledger));
        }
        try (var cache = EmbeddingCache.open(data, 10, words -> System.out.println("cache: " + words))) {
            System.out.println(cache.get(List.of(EmbeddingCache.key("m", "t"))).size() + " in cache");
        }
        refused(() -> WriterLock.acquire(data, "victim", Duration.ZERO).close());
        refused(() -> JobTable.open(data).close());
        refused(() -> ReadOnlyFolder.refuse(data));
        refused(() -> ReadOnlyFolder.refuse(data.resolve("yet to be made")));
    }

    private interface Deed {
        void run() throws Exception;
    }

    private static void refused(Deed deed) throws Exception {
        try {
            deed.run();
            System.out.println("written");
        } catch (Failure e) {
            System.out.println("refused: " + e.getMessage());
        }
    }
}
