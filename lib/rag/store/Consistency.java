package rag.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import rag.model.Failure;
import rag.text.Counted;

/**
 * Compares what the stores say of each other: history with chunks, index of pictures with files. Reads only. While
 * another process writes, what is just being published may show as a disagreement.
 */
public final class Consistency {

    private final Path data;
    private final Ledger ledger;
    private final List<String> disagreements = new ArrayList<>();

    private Consistency(Path data, Ledger ledger) {
        this.data = data;
        this.ledger = ledger;
    }

    /** Every disagreement in words; empty when all agree. */
    public static List<String> check(Path data, ChunkStore store, Ledger ledger) {
        var check = new Consistency(data, ledger);
        for (var op : ledger.journal().unfinished()) {
            if (op.pending()) check.found(op.collection(), "a publication of " + op.source() + " is not finished");
        }
        try {
            var published = new TreeSet<>(store.collections());
            var all = new TreeSet<>(published);
            all.addAll(ledger.collections());
            for (var collection : all) {
                check.chunks(collection, published.contains(collection) ? Optional.of(store) : Optional.empty());
                check.images(collection);
            }
        } catch (IOException e) {
            throw DiskFailure.of("Comparing the stores", data, e);
        }
        return List.copyOf(check.disagreements);
    }

    private void chunks(String collection, Optional<ChunkStore> store) throws IOException {
        var history = ledger.history(collection);
        int expected = history.stream().mapToInt(HistoryRow::chunks).sum();
        if (store.isEmpty()) {
            if (expected > 0)
                found(collection, "the history knows " + Counted.of(expected, "chunk") + ", but there is no index");
            return;
        }
        try (var reader = store.get().reader(List.of(collection))) {
            if (reader.size() != expected) {
                found(
                        collection,
                        "the history knows %s, the index holds %d"
                                .formatted(Counted.of(expected, "chunk"), reader.size()));
            }
            for (var row : history) document(reader, row);
        } catch (Failure e) {
            found(collection, String.valueOf(e.getMessage()));
        }
    }

    private void document(ChunkReader reader, HistoryRow row) throws IOException {
        var chunks = reader.document(row.documentId());
        if (chunks.size() != row.chunks()) {
            found(
                    row.collection(),
                    "%s: the history knows %s, the index holds %d"
                            .formatted(row.source(), Counted.of(row.chunks(), "chunk"), chunks.size()));
        }
        var images = ledger.images(row.collection(), row.documentId()).stream()
                .map(ImageRow::imageId)
                .toList();
        for (int i = 0; i < chunks.size(); i++) {
            var chunk = chunks.get(i);
            var which = row.source() + ": chunk " + chunk.id();
            if (chunk.index() != i) found(row.collection(), which + " is out of order");
            if (chunk.stale() != row.stale()) found(row.collection(), which + " is not marked as the history is");
            for (var image : chunk.images()) {
                if (!images.contains(image)) found(row.collection(), which + " names the unknown picture " + image);
            }
        }
    }

    private void images(String collection) throws IOException {
        var files = new ImageFiles(data);
        var onDisk = files.list(collection);
        var documents = new HashSet<String>();
        for (var row : ledger.history(collection)) {
            documents.add(row.documentId());
            var pictures = ledger.images(collection, row.documentId());
            if (pictures.size() != row.images()) {
                found(
                        collection,
                        "%s: the history knows %d pictures, their index %d"
                                .formatted(row.source(), row.images(), pictures.size()));
            }
            for (var picture : pictures) {
                var path = files.path(picture);
                if (!Files.exists(path)) {
                    found(collection, row.source() + ": the picture is gone: " + path);
                } else if (Files.size(path) != picture.bytes()) {
                    found(collection, row.source() + ": the picture is not as it was written: " + path);
                }
            }
            var left = new TreeSet<>(onDisk.getOrDefault(row.documentId(), Set.of()));
            left.removeAll(ledger.imageNames(collection, row.documentId()));
            if (!left.isEmpty()) found(collection, row.source() + ": nothing names the files " + left);
        }
        onDisk.forEach((document, names) -> {
            if (documents.contains(document)) return;
            found(collection, "nothing names the files " + names + " of " + document);
        });
    }

    private void found(String collection, String disagreement) {
        disagreements.add(collection + ": " + disagreement);
    }
}
