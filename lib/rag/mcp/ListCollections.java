package rag.mcp;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import rag.config.Command;
import rag.store.CollectionCounts;
import rag.store.CollectionProfile;
import rag.text.Counted;

/** {@code list_collections}: what there is to search in. */
final class ListCollections implements Tool {

    @Override
    public Told told() {
        var input = Schema.object()
                .flag("include_stats", "With documents, chunks, images, model and last ingestion.", true);
        var collection = Schema.object()
                .text("collection", "its name, for the other tools")
                .text("display_name", "")
                .text("description", "what it holds")
                .texts("learned_keywords", "words of questions it answered; they help \"auto\" a little")
                .flag("default", "used when none is named")
                .whole("documents", "")
                .text("states", "documents by state, where not all are ready")
                .whole("chunks", "")
                .whole("images", "")
                .text("embedding_model", "")
                .text("last_ingest", "")
                .text("uri", "")
                .required("collection", "default", "uri");
        return new Told(
                "list_collections",
                "List collections",
                "Lists the collections of the knowledge hub: what each holds, and which is the default. Use it when it"
                        + " is unclear where to search, or to tell the user what can be asked.",
                input,
                Schema.object().text("summary", "").list("collections", "by name", collection),
                Effects.NONE);
    }

    @Override
    public Result answer(Visit visit) {
        var engine = visit.engine();
        var profiles = CollectionChoice.maintenance(engine).profiles();
        var learned = CollectionChoice.maintenance(engine).learned();
        var standard = engine.settings().vectorStore().collectionName();
        boolean stats = visit.flag("include_stats", true);
        var counts = new LinkedHashMap<String, CollectionCounts>();
        CollectionChoice.maintenance(engine).collections().forEach(c -> counts.put(c.collection(), c));
        var rows = new ArrayList<Map<String, Object>>();
        for (var name : new CollectionChoice(engine).all()) {
            var row = new LinkedHashMap<String, Object>();
            var profile = profiles.getOrDefault(name, CollectionProfile.of(name));
            row.put("collection", name);
            if (!profile.displayName().isEmpty()) row.put("display_name", Quoted.line(profile.displayName()));
            if (!profile.description().isEmpty()) row.put("description", Quoted.line(profile.description()));
            if (learned.containsKey(name)) {
                row.put(
                        "learned_keywords",
                        learned.get(name).stream().map(Quoted::line).toList());
            }
            row.put("default", name.equals(standard));
            if (stats && counts.containsKey(name)) stats(counts.get(name), row);
            row.put("uri", Passages.uri(name));
            rows.add(row);
        }
        var data = new LinkedHashMap<String, Object>();
        data.put(
                Facts.SUMMARY,
                rows.isEmpty()
                        ? "Nothing is indexed yet. A person fills a collection with: "
                                + Command.of("ingest", "--path", "FOLDER")
                        : Counted.of(rows.size(), "collection") + ".");
        data.put("collections", rows);
        return Result.of(data);
    }

    static void stats(CollectionCounts counts, Map<String, Object> row) {
        row.put("documents", counts.total());
        if (counts.documents().keySet().stream().anyMatch(state -> !state.key().equals("ready"))) {
            row.put(
                    "states",
                    counts.documents().entrySet().stream()
                            .map(e -> e.getValue() + " " + e.getKey().key())
                            .collect(Collectors.joining(", ")));
        }
        row.put("chunks", counts.chunks());
        row.put("images", counts.images());
        if (!counts.model().isEmpty()) row.put("embedding_model", counts.model());
        counts.lastIngest()
                .ifPresent(at -> row.put(
                        "last_ingest", at.truncatedTo(ChronoUnit.SECONDS).toString()));
    }
}
