package rag.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.store.HistoryRow;
import rag.text.Counted;

/** {@code delete_document}: removes one document from the index; its file stays where it is. */
final class DeleteDocument implements Tool {

    @Override
    public Told told() {
        var input = Schema.object()
                .text("source", "The document's source, the end of it, or its id.", 4000)
                .text("collection", "Default: the default one.", 64)
                .text("confirm", "The document's file name or whole source, to say that it shall go.", 4000)
                .required("source");
        return new Told(
                "delete_document",
                "Delete a document",
                "Removes one document from a collection: its passages, vectors, images and history. The file itself"
                        + " stays, and comes back when its folder is indexed again. Without confirm it only shows what"
                        + " would be removed. Ask the user first.",
                input,
                SelectCollection.in(Schema.object()
                        .text("summary", "")
                        .text("source", "")
                        .text("collection", "")
                        .text("document_id", "")
                        .text("title", "")
                        .whole("chunks", "passages, each with its vector")
                        .whole("images", "")),
                Effects.DESTROYS);
    }

    @Override
    public Result answer(Visit visit) {
        var engine = visit.engine();
        var collection = new CollectionChoice(engine).one(visit.optional("collection"));
        var row = new Documents(engine).find(visit.text("source"), collection);
        var end = row.source().substring(row.source().lastIndexOf('/') + 1);
        var name = end.isEmpty() ? row.source() : end; // the page of a folder: https://example.org/
        var facts = facts(row);
        var missing = Confirm.missing(
                visit.optional("confirm"),
                List.of(name, row.source(), row.documentId()),
                "%s with %s and %s"
                        .formatted(
                                Quoted.line(row.source()),
                                Counted.of(row.chunks(), "passage"),
                                Counted.of(row.images(), "image")),
                facts);
        if (missing != null) return missing;
        var effect = CollectionChoice.maintenance(engine).delete(collection, row.source());
        var data = new LinkedHashMap<String, Object>();
        data.put(
                Facts.SUMMARY,
                "Deleted, with %s, vectors and %s."
                        .formatted(
                                Counted.of(effect.chunksBefore(), "passage"),
                                Counted.of(effect.imagesBefore(), "image")));
        data.putAll(facts);
        return Result.of(data);
    }

    private static Map<String, Object> facts(HistoryRow row) {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("source", Quoted.line(row.source()));
        facts.put("collection", row.collection());
        facts.put("document_id", row.documentId());
        if (!row.title().isEmpty()) facts.put("title", Quoted.line(row.title()));
        facts.put("chunks", row.chunks());
        facts.put("images", row.images());
        return facts;
    }
}
