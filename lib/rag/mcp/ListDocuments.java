package rag.mcp;

import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.mcp.wire.BadParameters;
import rag.model.Ids;
import rag.store.HistoryRow;

/** {@code list_documents}: the sources of a collection, page by page, with what became of each. */
final class ListDocuments implements Tool {

    private static final int SEAL = 12;

    @Override
    public Told told() {
        var input = Schema.object()
                .text("collection", "Default: the server's default collection.", 64)
                .whole("limit", "Documents a page.", 1, 200, 50)
                .text("cursor", "next_cursor of the page before.", 4000);
        var document = Schema.object()
                .text("source", "file or address")
                .text("title", "")
                .text("document_id", "for get_document_summary")
                .text("type", "")
                .text("state", "ready, partial, no_text, encrypted, failed, unsupported, too_large")
                .text("reason", "why the state is not ready")
                .whole("pages", "")
                .whole("chunks", "")
                .whole("images", "")
                .text("ingested_at", "")
                .required("source", "document_id", "state", "chunks");
        return new Told(
                "list_documents",
                "List documents",
                "Lists the documents of a collection by name, with their states and why some could not be read. Use it"
                        + " to find a document or to see what is missing; to find text, use query_knowledge_hub.",
                input,
                SelectCollection.in(Schema.object()
                        .text("summary", "")
                        .text("collection", "")
                        .whole("total", "documents in the collection")
                        .list("documents", "by source", document)
                        .text("next_cursor", "give it as cursor to get the next page; absent on the last")),
                Effects.NONE);
    }

    @Override
    public Result answer(Visit visit) {
        var engine = visit.engine();
        var collection = new CollectionChoice(engine).one(visit.optional("collection"));
        var after = after(collection, visit.optional("cursor"));
        int limit = visit.whole("limit", 50);
        var part = CollectionChoice.maintenance(engine).page(collection, after == null ? "" : after, limit);
        var page = part.rows();
        var rows = new ArrayList<Map<String, Object>>();
        for (var row : page) rows.add(row(row));
        var data = new LinkedHashMap<String, Object>();
        int first = part.before() + 1;
        boolean more = part.before() + page.size() < part.all();
        data.put(
                Facts.SUMMARY,
                page.isEmpty()
                        ? "No document" + (after == null ? " in the collection." : " behind this cursor.")
                        : "Documents %d-%d of %d%s"
                                .formatted(
                                        first,
                                        first + page.size() - 1,
                                        part.all(),
                                        more ? "; call again with cursor for the next page." : "."));
        data.put("collection", collection);
        data.put("total", part.all());
        data.put("documents", rows);
        if (more) data.put("next_cursor", cursor(collection, page.getLast().source()));
        return Result.of(data);
    }

    static Map<String, Object> row(HistoryRow row) {
        var shown = new LinkedHashMap<String, Object>();
        shown.put("source", Quoted.line(row.source()));
        if (!row.title().isEmpty()) shown.put("title", Quoted.line(row.title()));
        shown.put("document_id", row.documentId());
        if (!row.type().isEmpty()) shown.put("type", row.type());
        shown.put("state", row.state().key());
        if (!row.reason().isEmpty()) shown.put("reason", Quoted.line(row.reason()));
        if (row.pages() > 0) shown.put("pages", row.pages());
        shown.put("chunks", row.chunks());
        if (row.images() > 0) shown.put("images", row.images());
        shown.put(
                "ingested_at", row.ingestedAt().truncatedTo(ChronoUnit.SECONDS).toString());
        return shown;
    }

    /** Where a page ends, sealed with its collection, so that a cursor from elsewhere is told from an end of the list. */
    private static String cursor(String collection, String source) {
        var text = seal(collection, source) + source;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String seal(String collection, String source) {
        return Ids.sha256((collection + '\n' + source).getBytes(StandardCharsets.UTF_8))
                .substring(0, SEAL);
    }

    private static @Nullable String after(String collection, @Nullable String cursor) {
        if (cursor == null) return null;
        try {
            var text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            var source = text.substring(Math.min(SEAL, text.length()));
            if (text.equals(seal(collection, source) + source)) return source;
        } catch (IllegalArgumentException e) {
            // not even of the kind
        }
        throw new BadParameters("cursor must be the next_cursor of an earlier page of collection '" + collection
                + "'; leave it out for the first page");
    }
}
