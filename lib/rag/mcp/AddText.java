package rag.mcp;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import rag.mcp.wire.BadParameters;
import rag.model.Ids;
import rag.store.Job;
import rag.text.Texts;

/** {@code add_text}: a text that has no file becomes a document. */
final class AddText implements Tool {

    @Override
    public Told told() {
        var input = Schema.object()
                .text("text", "What to keep, as plain text or Markdown.", 100_000)
                .text("title", "Title of the document. Default: its first heading or line.", 300)
                .text(
                        "name",
                        "Its name: letters, digits, '_', '-', '.'. A text of that name is replaced. Default: made"
                                + " of title and content.",
                        80)
                .open(
                        "metadata",
                        "What filters shall know, such as {\"author\": \"Ann\", \"tags\": [\"travel\"]}: values, or"
                                + " lists of texts.")
                .text(
                        "collection",
                        "An existing collection; manage_collection makes one. Default: the default one.",
                        64)
                .required("text");
        return new Told(
                "add_text",
                "Add a text",
                "Adds a text to a collection as a document with the source text:NAME, searchable when the call"
                        + " returns. Use it for notes and results that the user wants to find again; for files use"
                        + " index_documents.",
                input,
                SelectCollection.in(Schema.object()
                        .text("summary", "")
                        .text("source", "for delete_document")
                        .text("collection", "")
                        .text("document_id", "")
                        .text("document_uri", "")
                        .text("state", "")
                        .text("reason", "")
                        .whole("chunks", "passages made of it")
                        .text("job_id", "where it is not done yet")),
                Effects.REPLACES);
    }

    @Override
    public Result answer(Visit visit) {
        var text = visit.text("text");
        if (Texts.visible(text).isBlank()) throw new BadParameters("'text' holds no letter");
        var engine = visit.engine();
        var collection = new CollectionChoice(engine).oneToFill(visit.optional("collection"));
        var metadata = new LinkedHashMap<String, Object>();
        if (visit.has("title")) metadata.put("title", visit.text("title"));
        visit.map("metadata").forEach((key, value) -> metadata.putIfAbsent(key, checked(key, value)));
        var name = visit.text("name", name(metadata, text));
        var job = visit.jobs().addText(collection, name, text, metadata, "mcp");
        var done = IndexDocuments.watched(visit, job.id(), 50);
        return Result.of(facts(visit, collection, name, done));
    }

    private static Object checked(String key, Object value) {
        boolean fits = value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance));
        if (fits) return value;
        throw new BadParameters("metadata." + key + " must be a text, a number, true or false, or a list of texts");
    }

    /** From the title or the first words, and the content, so that two texts seldom get the same name. */
    private static String name(Map<String, Object> metadata, String text) {
        var words = String.valueOf(
                metadata.getOrDefault("title", text.strip().lines().findFirst().orElse("")));
        var slug = words.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{Nd}]+", "-")
                .replaceAll("^-|-$", "");
        slug = rag.text.Texts.cut(slug, 40).replaceAll("-$", "");
        var hash = Ids.sha256(text.getBytes(StandardCharsets.UTF_8)).substring(0, 8);
        return slug.isEmpty() ? "text-" + hash : slug + "-" + hash;
    }

    private static Map<String, Object> facts(Visit visit, String collection, String name, Job job) {
        var source = "text:" + name;
        var id = Ids.document(collection, source);
        var row = CollectionChoice.maintenance(visit.engine()).list(collection).stream()
                .filter(one -> one.documentId().equals(id))
                .findFirst();
        var data = new LinkedHashMap<String, Object>();
        boolean over = job.state().over();
        data.put(
                Facts.SUMMARY,
                switch (job.state()) {
                    case DONE ->
                        row.isPresent() && row.get().state().searchable()
                                ? "Added, and searchable now."
                                : "Kept, but nothing in it can be searched.";
                    case FAILED -> "Kept, but not searchable: " + Quoted.line(job.reason());
                    case CANCELLED -> "Kept, but cancelled before it was searchable.";
                    case QUEUED, RUNNING -> "Kept; it becomes searchable when its job is done, see ingestion_status.";
                });
        data.put("source", source);
        data.put("collection", collection);
        data.put("document_id", id);
        data.put("document_uri", Passages.uri(collection, id));
        row.ifPresent(known -> {
            data.put("state", known.state().key());
            if (!known.reason().isEmpty()) data.put("reason", Quoted.line(known.reason()));
            data.put("chunks", known.chunks());
        });
        if (!over) data.put("job_id", job.id());
        return data;
    }
}
