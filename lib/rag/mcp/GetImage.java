package rag.mcp;

import java.util.List;
import java.util.regex.Pattern;
import rag.engine.Engine;
import rag.model.Failure;
import rag.store.ImageFiles;
import rag.store.ImageRow;

/**
 * {@code get_image}: a picture of a document, with its caption. No output schema: some clients drop pictures beside
 * data.
 */
final class GetImage implements Tool {

    private static final Pattern ID = Pattern.compile("img_[0-9a-f]{16}");

    @Override
    public Told told() {
        return new Told(
                "get_image",
                "Show an image",
                "Shows a picture that stands in a document, with its caption and where it stands. Use it for the image"
                        + " ids (img_…) that query_knowledge_hub and get_document_summary name.",
                Schema.object()
                        .text("image_id", "img_ and 16 hex digits; as it stands in a passage, [IMAGE: img_…].", 100)
                        .required("image_id"),
                null,
                Effects.NONE);
    }

    @Override
    public Result answer(Visit visit) {
        var engine = visit.engine();
        var written = ID.matcher(visit.text("image_id")); // also with the caption, as passages show it
        var id = written.find() ? written.group() : visit.text("image_id").strip();
        List<ImageRow> places;
        try (var ledger = engine.ledgerForQuestion().orElse(null)) {
            places = ledger == null ? List.of() : ledger.image(id);
            if (ledger == null || places.isEmpty()) {
                throw new Failure(
                        "There is no image '" + id + "'. Image ids look like img_0123456789abcdef and stand in the"
                                + " passages of query_knowledge_hub.");
            }
            var text = new StringBuilder("Image " + id + "\n");
            for (var place : places) {
                var source = ledger.document(place.documentId())
                        .map(row -> row.source())
                        .orElse(place.documentId());
                if (!place.caption().isEmpty())
                    text.append("Caption: ")
                            .append(Quoted.line(place.caption()))
                            .append('\n');
                text.append("In: ").append(Quoted.line(source));
                if (place.page() != null) text.append(", page ").append(place.page());
                text.append(" (")
                        .append(Passages.uri(place.collection(), place.documentId()))
                        .append(")\n");
            }
            var block = new Pictures(engine).whole(places.getFirst());
            if (block.isEmpty()) {
                text.append("It can't be shown: a ")
                        .append(places.getFirst().extension())
                        .append(" of ")
                        .append(places.getFirst().bytes())
                        .append(" bytes. ")
                        .append(lies(engine, places.getFirst()));
            }
            return Result.text(text.toString().strip(), block.map(List::of).orElse(List.of()));
        }
    }

    /** Where a person finds it: a path tells something only where it is this machine's. */
    private static String lies(Engine engine, ImageRow row) {
        return engine.settings().ledger().shared()
                ? "It is kept in the ledger that machines share."
                : "It lies at " + new ImageFiles(engine.data()).path(row);
    }
}
