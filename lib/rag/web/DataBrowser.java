package rag.web;

import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import rag.config.Secrets;
import rag.model.Chunk;
import rag.model.DocumentState;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Ids;
import rag.store.HistoryRow;
import rag.store.SourceRow;

/** What the knowledge base holds: documents, and their passages in reading order. */
final class DataBrowser {

    private static final int DOCUMENTS = 50;
    private static final int CHUNKS = 20;
    private static final int PASSAGES = 10;

    /** Of a document with more passages only those that are shown are read, and no picture of them all is drawn. */
    private static final int MOST_SHAPED = 400;

    /** What a browser shows as a picture and nothing else. */
    private static final Map<String, String> PICTURES = Map.of(
            "png", "image/png", "jpg", "image/jpeg", "jpeg", "image/jpeg", "gif", "image/gif", "webp", "image/webp");

    private final Site site;

    DataBrowser(Site site) {
        this.site = site;
    }

    void list(Context ctx) {
        var params = new Params(ctx);
        var collections = TraceList.collections(site);
        var model = new LinkedHashMap<String, Object>();
        var collection = params.text("collection");
        if (collection.isEmpty()) collection = first(collections);
        var text = params.text("text");
        var state = params.text("state");
        var type = params.text("type");
        try (var ledger = site.engine().knownLedger().orElse(null)) {
            var all = ledger == null ? List.<SourceRow>of() : ledger.sources().of(collection);
            var found = all.stream().filter(row -> row.fits(text, state, type)).toList();
            var paging = new Paging(params.page(), DOCUMENTS, found.size(), Url.of(ctx));
            var rows = new ArrayList<HistoryRow>();
            if (ledger != null) {
                for (var row : found.subList(paging.from(), paging.to()))
                    ledger.row(collection, row.source()).ifPresent(rows::add);
            }
            var types = new TreeSet<String>();
            for (var row : all) if (!row.type().isEmpty()) types.add(row.type());
            model.put("rows", rows);
            model.put("all", all.size());
            model.put("paging", paging);
            model.put("types", types);
        }
        model.put("collections", collections);
        model.put("collection", collection);
        model.put("states", List.of(DocumentState.values()));
        model.put("text", text);
        model.put("state", state);
        model.put("type", type);
        model.put("unread", "");
        boolean looked = !text.isEmpty() && !model.get("all").equals(0);
        try {
            model.put("passages", looked ? passages(collection, text) : List.of());
        } catch (IOException | Failure e) {
            model.put("passages", List.of());
            model.put("unread", Secrets.mask(Failure.words(e)));
        }
        site.show(ctx, "data", model);
    }

    private String first(List<String> collections) {
        var usual = site.engine().settings().vectorStore().collectionName();
        return collections.isEmpty() || collections.contains(usual) ? usual : collections.getFirst();
    }

    /** A passage that holds the words looked for. */
    record Found(Chunk chunk, Label label) {}

    /** The best passages; none where nothing is published yet. */
    private List<Found> passages(String collection, String text) throws IOException {
        var store = site.engine().store();
        if (store.fingerprint(collection).isEmpty()) return List.of();
        try (var reader = store.reader(List.of(collection))) {
            var ids = reader.sparse(text, Filter.NONE, PASSAGES).candidates().stream()
                    .map(candidate -> candidate.id())
                    .toList();
            return reader.chunks(ids).stream()
                    .map(chunk -> new Found(chunk, Label.of(chunk)))
                    .toList();
        }
    }

    void document(Context ctx) throws IOException {
        var params = new Params(ctx);
        var row = row(ctx.pathParam("collection"), ctx.pathParam("document"));
        var text = params.text("text");
        int page = params.page();
        var asked = params.text("chunk");
        var wanted = asked.length() > row.documentId().length() && !asked.startsWith(row.documentId())
                ? row.documentId() + asked.substring(row.documentId().length()) // its collection was renamed
                : asked;
        var url = Url.of(ctx).with("chunk", "");
        var model = new LinkedHashMap<String, Object>();
        if (text.isEmpty() && row.chunks() > MOST_SHAPED) {
            page = Ids.indexOf(wanted).stream()
                    .map(place -> place / CHUNKS + 1)
                    .findFirst()
                    .orElse(page);
            var paging = new Paging(page, CHUNKS, row.chunks(), url);
            model.put("chunks", chunks(row, paging.from(), paging.to()));
            model.put("paging", paging);
            model.put(
                    "metadata",
                    chunks(row, 0, 1).stream().findFirst().map(Chunk::facts).orElse(Map.of()));
            model.put("shape", List.of());
        } else {
            var chunks = chunks(row, 0, row.chunks());
            var found = text.isEmpty()
                    ? chunks
                    : chunks.stream().filter(chunk -> holds(chunk, text)).toList();
            for (int i = 0; i < found.size(); i++) if (found.get(i).id().equals(wanted)) page = i / CHUNKS + 1;
            var paging = new Paging(page, CHUNKS, found.size(), url);
            model.put("chunks", found.subList(paging.from(), paging.to()));
            model.put("paging", paging);
            model.put(
                    "metadata", chunks.isEmpty() ? Map.of() : chunks.getFirst().facts());
            model.put("shape", chunks.size() > MOST_SHAPED ? List.of() : shape(chunks));
        }
        model.put("row", row);
        model.put("wanted", wanted);
        model.put("text", text);
        model.put("images", images(row));
        model.put("original", Originals.address(row));
        model.put("pdf", Originals.isPdf(row.source()));
        site.show(ctx, "document", model);
    }

    private static boolean holds(Chunk chunk, String text) {
        return chunk.text().toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
    }

    /** Where the passages lie in the document: start and width in percent of its length. */
    private static List<double[]> shape(List<Chunk> chunks) {
        int end = chunks.stream().mapToInt(Chunk::end).max().orElse(0);
        var shape = new ArrayList<double[]>();
        for (var chunk : chunks) {
            shape.add(new double[] {
                100.0 * chunk.start() / Math.max(1, end), 100.0 * (chunk.end() - chunk.start()) / Math.max(1, end)
            });
        }
        return shape;
    }

    HistoryRow row(String collection, String document) {
        try (var ledger = site.engine().knownLedger().orElse(null)) {
            if (ledger != null) {
                var row = ledger.document(document).filter(r -> r.collection().equals(collection));
                if (row.isPresent()) return row.get();
                var moved = ledger.renamings().now(document).flatMap(ledger::document);
                if (moved.isPresent()) return moved.get();
            }
            throw new NotFoundResponse("There is no document " + document + " in '" + collection
                    + "'. It may have been deleted, or ingested under another name.");
        }
    }

    private List<Chunk> chunks(HistoryRow row, int from, int to) throws IOException {
        if (row.chunks() == 0) return List.of();
        try (var reader = site.engine().store().reader(List.of(row.collection()))) {
            return reader.document(row.documentId(), from, to);
        }
    }

    private Map<String, rag.store.ImageRow> images(HistoryRow row) {
        try (var ledger = site.engine().knownLedger().orElseThrow()) {
            var images = new LinkedHashMap<String, rag.store.ImageRow>();
            for (var image : ledger.images(row.collection(), row.documentId())) images.put(image.imageId(), image);
            return images;
        }
    }

    /** A picture, found by what the ledger says, never by a path from the address. */
    void image(Context ctx) {
        var row = row(ctx.pathParam("collection"), ctx.pathParam("document"));
        var image = images(row).get(ctx.pathParam("image"));
        if (image == null) throw new NotFoundResponse("There is no picture " + ctx.pathParam("image") + " in it.");
        var type = PICTURES.get(image.extension());
        if (type == null) ctx.header("Content-Disposition", "attachment");
        ctx.header("Content-Security-Policy", Guard.SANDBOX)
                .header("Cache-Control", "private, max-age=3600")
                .contentType(type == null ? "application/octet-stream" : type)
                .result(site.engine().picture(image));
    }
}
