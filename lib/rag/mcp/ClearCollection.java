package rag.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.store.CollectionCounts;
import rag.text.Counted;

/** {@code clear_collection}: removes all documents of a collection. */
final class ClearCollection implements Tool {

    @Override
    public Told told() {
        var input = Schema.object()
                .text("collection", "Its name; see list_collections.", 64)
                .text("confirm", "The collection's name again, to say that all of it shall go.", 64)
                .required("collection");
        return new Told(
                "clear_collection",
                "Clear a collection",
                "Removes all documents of a collection; its description stays. Files stay where they are. Without"
                        + " confirm it only shows what would be removed. Ask the user first.",
                input,
                SelectCollection.in(facts(Schema.object().text("summary", ""))),
                Effects.DESTROYS);
    }

    static Schema facts(Schema schema) {
        return schema.text("collection", "")
                .whole("documents", "")
                .whole("chunks", "")
                .whole("images", "");
    }

    static Map<String, Object> facts(String name, CollectionCounts counts) {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("collection", name);
        facts.put("documents", counts.total());
        facts.put("chunks", counts.chunks());
        facts.put("images", counts.images());
        return facts;
    }

    @Override
    public Result answer(Visit visit) {
        var engine = visit.engine();
        var name = new CollectionChoice(engine).one(visit.text("collection"));
        var had = counts(visit, name);
        var missing = Confirm.missing(visit.optional("confirm"), List.of(name), all(name, had), facts(name, had));
        if (missing != null) return missing;
        var gone = CollectionChoice.maintenance(engine).clear(name);
        var data = new LinkedHashMap<String, Object>();
        data.put(Facts.SUMMARY, "Cleared.");
        data.putAll(facts(name, gone));
        return Result.of(data);
    }

    static CollectionCounts counts(Visit visit, String name) {
        return CollectionChoice.maintenance(visit.engine()).collections().stream()
                .filter(counts -> counts.collection().equals(name))
                .findFirst()
                .orElseGet(() -> new CollectionCounts(
                        name, java.util.Optional.empty(), "", Map.of(), 0, 0, 0, 0, java.util.Optional.empty()));
    }

    static String all(String name, CollectionCounts had) {
        return "all %s of collection '%s' with %s and %s"
                .formatted(
                        Counted.of(had.total(), "document"),
                        name,
                        Counted.of(had.chunks(), "passage"),
                        Counted.of(had.images(), "image"));
    }
}
