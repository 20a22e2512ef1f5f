package rag.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Ids;
import rag.model.Image;

/**
 * Gives a collection another name. Ids are made of the name, so everything is published once more under the new one,
 * with the vectors that are there and in one commit; then the old one is cleared. A note in the ledger says what is
 * under way: a crash before the commit leaves the old collection, one after it is finished by the next run that writes.
 * Where each document went stays in the ledger, for links in older traces.
 */
final class Renaming {

    private final Path data;
    private final ChunkStore store;
    private final Ledger ledger;
    private final Publication publication;
    private final Consumer<String> checkpoint;

    Renaming(Path data, ChunkStore store, Ledger ledger, Publication publication, Consumer<String> checkpoint) {
        this.data = data;
        this.store = store;
        this.ledger = ledger;
        this.publication = publication;
        this.checkpoint = checkpoint;
    }

    /** @throws Failure when the old one is not there, or the new one is */
    CollectionCounts run(String from, String to) throws IOException {
        var old = CollectionNames.check(from);
        var name = CollectionNames.check(to);
        var all = ledger.collections();
        if (!all.contains(old)) {
            throw new Failure("there is no collection '%s'; there are: %s".formatted(old, String.join(", ", all)));
        }
        var taken = new TreeSet<>(all);
        taken.addAll(store.collections());
        for (var other : taken) {
            if (other.equalsIgnoreCase(name)) throw new Failure("there is a collection '" + other + "' already");
        }
        var counts = ledger.counts(old);
        ledger.renamings().begin(old, name);
        checkpoint.accept("renaming-noted");
        copyTexts(old, name);
        publish(old, name);
        checkpoint.accept("renaming-published");
        finish(old, name);
        return counts;
    }

    /** Finishes or gives up what a crash left; after {@link Recovery}. */
    void recover() throws IOException {
        for (var pair : ledger.renamings().underWay()) {
            boolean published = store.fingerprint(pair.name()).isPresent() || !hasChunks(pair.old());
            if (published) finish(pair.old(), pair.name());
            else giveUp(pair.old(), pair.name());
        }
    }

    private boolean hasChunks(String collection) {
        return ledger.history(collection).stream().anyMatch(Renaming::isPublished);
    }

    private static boolean isPublished(HistoryRow row) {
        return row.chunks() > 0 || row.images() > 0;
    }

    /** What was laid down for the new one and never published goes, to the last folder. */
    private void giveUp(String old, String name) throws IOException {
        removeTexts(name);
        publication.clear(name, ledger.history(old).getFirst().ingestedAt());
        ledger.renamings().end(old);
    }

    private void publish(String old, String name) throws IOException {
        var rows = ledger.history(old).stream().filter(Renaming::isPublished).toList();
        if (rows.isEmpty()) return;
        try (var reader = store.reader(List.of(old));
                var session = publication.rewriting(name, reader.fingerprint())) {
            for (var row : rows) {
                var id = Ids.document(name, row.source());
                var chunks = new ArrayList<Chunk>();
                var vectors = new ArrayList<float[]>();
                var before = reader.document(row.documentId());
                var found = reader.vectors(before.stream().map(Chunk::id).toList());
                for (var chunk : before) {
                    vectors.add(found.get(chunk.id()));
                    chunks.add(chunk.in(name, id).withStale(false));
                }
                var moved = row.in(name, id, root(row, old, name));
                var changes = new ArrayList<Change>();
                changes.add(new Change.Put(moved.fresh(), chunks, vectors, images(row)));
                if (row.stale()) changes.add(new Change.Stale(moved));
                session.stage(changes);
            }
            checkpoint.accept("renaming-staged");
            session.commit();
        }
    }

    private List<Image> images(HistoryRow row) {
        return ledger.images(row.collection(), row.documentId()).stream()
                .map(image -> ledger.pictures().read(data, image))
                .toList();
    }

    private String root(HistoryRow row, String old, String name) {
        var texts = texts(old).toString();
        return row.root().startsWith(texts) ? texts(name) + row.root().substring(texts.length()) : row.root();
    }

    /** Each step may be done again. */
    private void finish(String old, String name) throws IOException {
        var rows = ledger.history(old);
        ledger.save(rows.stream()
                .filter(row -> !isPublished(row))
                .map(row -> row.in(name, Ids.document(name, row.source()), root(row, old, name))
                        .with(0, 0, 0))
                .toList());
        ledger.renamings().moved(name, rows);
        checkpoint.accept("renaming-recorded");
        ledger.webPages().renamed(old, name);
        ledger.profiles().get(old).ifPresent(profile -> ledger.profiles().put(profile.named(name)));
        if (!rows.isEmpty()) publication.clear(old, rows.getFirst().ingestedAt());
        ledger.profiles().remove(old);
        ledger.learned().rename(old, name);
        removeTexts(old);
        try (var jobs = JobTable.open(data)) {
            jobs.rename(old, name);
        }
        checkpoint.accept("renaming-cleared");
        ledger.renamings().end(old);
    }

    private Path texts(String collection) {
        return data.toAbsolutePath().resolve("texts").resolve(collection);
    }

    private void copyTexts(String old, String name) throws IOException {
        if (!Files.isDirectory(texts(old))) return;
        Files.createDirectories(texts(name));
        try (var files = Files.list(texts(old))) {
            for (var file : files.toList()) {
                Files.copy(file, texts(name).resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private void removeTexts(String collection) throws IOException {
        if (!Files.isDirectory(texts(collection))) return;
        try (var files = Files.walk(texts(collection))) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
