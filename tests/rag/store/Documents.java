package rag.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import rag.model.Chunk;
import rag.model.DocumentState;
import rag.model.Fingerprint;
import rag.model.Ids;
import rag.model.Image;

/** Invented documents: source and version say all of their content. */
final class Documents {

    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    static final Fingerprint PRINT = print("model-a");

    private static final int DIMENSION = 8;

    private Documents() {}

    static Fingerprint print(String model) {
        return new Fingerprint("local", model, "r1", DIMENSION, "", "", "1", "auto 256/32");
    }

    static HistoryRow row(String collection, String source, int version) {
        var hash = Ids.sha256((source + "#" + version).getBytes(StandardCharsets.UTF_8));
        return new HistoryRow(
                collection,
                source,
                Ids.document(collection, source),
                "/docs",
                hash,
                "",
                100,
                DocumentState.READY,
                "",
                false,
                "v" + version,
                "text",
                "en",
                0,
                0,
                0,
                0,
                NOON);
    }

    static HistoryRow failed(String collection, String source, int version, boolean stale) {
        var row = row(collection, source, version);
        return new HistoryRow(
                collection,
                source,
                row.documentId(),
                "/docs",
                row.contentHash(),
                "",
                100,
                DocumentState.FAILED,
                "cut off",
                stale,
                "v" + version,
                "text",
                "en",
                0,
                0,
                0,
                0,
                NOON);
    }

    /** One to four chunks that name source and version, and one to three pictures, the first in every version. */
    static Change.Put put(String collection, String source, int version) {
        int size = 1 + Math.floorMod(source.hashCode() + version, 4);
        var images = new ArrayList<Image>();
        images.add(picture(source + " logo"));
        for (int i = 0; i < version % 3; i++) images.add(picture(source + " version " + version + " picture " + i));
        var row = row(collection, source, version);
        var chunks = new ArrayList<Chunk>();
        for (int i = 0; i < size; i++) {
            var text = "%s part %d of version %d".formatted(source, i, version);
            var ids = i == 0 ? images.stream().map(Image::id).toList() : List.<String>of();
            chunks.add(new Chunk(
                    Ids.chunk(row.documentId(), i, text),
                    row.documentId(),
                    collection,
                    source,
                    i,
                    text,
                    source,
                    List.of(),
                    "text",
                    "en",
                    null,
                    0,
                    text.length(),
                    ids,
                    List.of(),
                    "",
                    List.of(),
                    false,
                    Map.of()));
        }
        return new Change.Put(row, chunks, vectors(size), images);
    }

    static List<float[]> vectors(int size) {
        var vectors = new ArrayList<float[]>();
        for (int i = 0; i < size; i++) {
            var vector = new float[DIMENSION];
            vector[i % DIMENSION] = 1;
            vectors.add(vector);
        }
        return vectors;
    }

    static Image picture(String words) {
        return Image.of(("picture " + words).repeat(20).getBytes(StandardCharsets.UTF_8), "png", 1, words);
    }

    /** What a reader finds: source → "v3", or "v3 stale". Fails when a document's chunks are of two versions. */
    static Map<String, String> found(ChunkStore store, Ledger ledger, String collection) throws IOException {
        var found = new TreeMap<String, String>();
        if (!store.collections().contains(collection)) return found;
        try (var reader = store.reader(List.of(collection))) {
            for (var row : ledger.history(collection)) {
                var versions = reader.document(row.documentId()).stream()
                        .map(chunk -> chunk.text().replaceAll(".* of version ", "v") + (chunk.stale() ? " stale" : ""))
                        .distinct()
                        .toList();
                if (versions.size() > 1) throw new AssertionError(row.source() + " is mixed: " + versions);
                if (!versions.isEmpty()) found.put(row.source(), versions.getFirst());
            }
        }
        return found;
    }
}
