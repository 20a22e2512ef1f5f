package rag.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.mcp.wire.BadParameters;
import rag.model.Failure;
import rag.store.CollectionNames;
import rag.store.CollectionProfile;
import rag.text.Counted;

/** {@code manage_collection}: makes, describes and removes collections. */
final class ManageCollection implements Tool {

    @Override
    public Told told() {
        var input = Schema.object()
                .choice(
                        "action",
                        "What to do.",
                        List.of("list", "create", "update", "rename", "delete", "analyze", "forget_keywords"))
                .text("collection", "Its name: letters, digits, '_', '-', '.'. Not needed for list.", 64)
                .text("display_name", "A name for people; create and update.", 200)
                .text("description", "What it holds, so that it can be chosen for a question; create and update.", 2000)
                .text("new_name", "For rename: the name it shall have.", 64)
                .texts("keywords", "Words of questions that belong here, for the choice \"auto\"; create and update.")
                .texts("paths", "Files, folders and web addresses it is made of; create and update.")
                .text("confirm", "For delete: the collection's name again, to say that all of it shall go.", 64)
                .required("action");
        return new Told(
                "manage_collection",
                "Manage collections",
                "list shows all collections; create makes an empty one; update changes its display name, description,"
                    + " keywords or paths; rename gives it another name, with all it holds, and its documents other"
                    + " ids; delete removes it with all its documents (files stay where they are), after confirm;"
                    + " analyze shows what a collection is made of: formats, states, languages, length of its chunks,"
                    + " frequent words, sizes; forget_keywords removes the words it learned from questions.",
                input,
                SelectCollection.in(CollectionAnalysis.facts(
                                ClearCollection.facts(Schema.object().text("summary", ""))
                                        .text("display_name", "")
                                        .text("description", "")
                                        .texts("keywords", "")
                                        .texts("learned_keywords", "")
                                        .texts("paths", ""))
                        .list(
                                "collections",
                                "for list",
                                ClearCollection.facts(Schema.object())
                                        .text("display_name", "")
                                        .text("description", "")
                                        .texts("keywords", "")
                                        .texts("learned_keywords", "")
                                        .texts("paths", "")
                                        .required("collection"))),
                Effects.DESTROYS);
    }

    @Override
    public Result answer(Visit visit) {
        var action = visit.text("action");
        if (action.equals("list")) return list(visit);
        if (!visit.has("collection")) {
            throw new BadParameters("'collection' is missing: which one to " + action);
        }
        return switch (action) {
            case "create" -> create(visit, CollectionNames.check(visit.text("collection")));
            case "update" -> update(visit, new CollectionChoice(visit.engine()).one(visit.text("collection")));
            case "rename" -> rename(visit, new CollectionChoice(visit.engine()).one(visit.text("collection")));
            case "delete" -> delete(visit, new CollectionChoice(visit.engine()).one(visit.text("collection")));
            case "analyze" -> analyze(visit, new CollectionChoice(visit.engine()).one(visit.text("collection")));
            case "forget_keywords" -> forget(visit, new CollectionChoice(visit.engine()).one(visit.text("collection")));
            default ->
                throw new BadParameters(
                        "'action' must be list, create, update, rename, delete, analyze or forget_keywords");
        };
    }

    private static Result list(Visit visit) {
        var rows = new CollectionChoice(visit.engine())
                .all().stream().map(name -> facts(visit, name)).toList();
        var data = new LinkedHashMap<String, Object>();
        data.put(Facts.SUMMARY, rows.size() == 1 ? "1 collection." : rows.size() + " collections.");
        data.put("collections", rows);
        return Result.of(data);
    }

    private static Map<String, Object> facts(Visit visit, String name) {
        var facts = new LinkedHashMap<>(ClearCollection.facts(name, ClearCollection.counts(visit, name)));
        var profile = profile(visit, name);
        if (!profile.displayName().isEmpty()) facts.put("display_name", Quoted.line(profile.displayName()));
        if (!profile.description().isEmpty()) facts.put("description", Quoted.line(profile.description()));
        if (!profile.keywords().isEmpty()) {
            facts.put("keywords", profile.keywords().stream().map(Quoted::line).toList());
        }
        var learned = CollectionChoice.maintenance(visit.engine()).learned(name);
        if (!learned.isEmpty()) {
            facts.put("learned_keywords", learned.stream().map(Quoted::line).toList());
        }
        if (!profile.paths().isEmpty()) {
            facts.put("paths", profile.paths().stream().map(Quoted::line).toList());
        }
        return facts;
    }

    private static CollectionProfile profile(Visit visit, String name) {
        return CollectionChoice.maintenance(visit.engine()).profiles().getOrDefault(name, CollectionProfile.of(name));
    }

    private static Result create(Visit visit, String name) {
        if (new CollectionChoice(visit.engine()).all().contains(name)) {
            throw new Failure("There is a collection '" + name + "' already; action update describes it anew.");
        }
        return described(visit, name, "Created. index_documents and add_text fill it.");
    }

    private static Result update(Visit visit, String name) {
        if (List.of("display_name", "description", "keywords", "paths").stream().noneMatch(visit::has)) {
            throw new BadParameters("update needs 'display_name', 'description', 'keywords' or 'paths'");
        }
        return described(visit, name, "Updated.");
    }

    private static Result described(Visit visit, String name, String said) {
        var before = profile(visit, name);
        CollectionChoice.maintenance(visit.engine())
                .describe(new CollectionProfile(
                        name,
                        visit.text("display_name", before.displayName()),
                        visit.text("description", before.description()),
                        visit.strings("keywords", before.keywords()),
                        visit.strings("paths", before.paths())));
        return result(said, facts(visit, name));
    }

    private static Result rename(Visit visit, String old) {
        if (!visit.has("new_name"))
            throw new BadParameters("'new_name' is missing: what '" + old + "' shall be called");
        var name = CollectionNames.check(visit.text("new_name"));
        CollectionChoice.maintenance(visit.engine()).rename(old, name);
        return result("Renamed: " + old + " is " + name + " now.", facts(visit, name));
    }

    private static Result forget(Visit visit, String name) {
        int words = CollectionChoice.maintenance(visit.engine()).forgetKeywords(name);
        return result("Forgotten: " + Counted.of(words, "learned word") + ".", facts(visit, name));
    }

    private static Result delete(Visit visit, String name) {
        var facts = facts(visit, name);
        var had = ClearCollection.counts(visit, name);
        var missing = Confirm.missing(visit.optional("confirm"), List.of(name), ClearCollection.all(name, had), facts);
        if (missing != null) return missing;
        CollectionChoice.maintenance(visit.engine()).remove(name);
        return result("Deleted.", facts);
    }

    private static Result analyze(Visit visit, String name) {
        var facts = facts(visit, name);
        new CollectionAnalysis(visit, name).addTo(facts);
        var all = "%s documents, %s chunks, about %s tokens."
                .formatted(facts.get("documents"), facts.get("chunks"), facts.getOrDefault("tokens", 0));
        return result(all, facts);
    }

    private static Result result(String said, Map<String, Object> facts) {
        var data = new LinkedHashMap<String, Object>();
        data.put(Facts.SUMMARY, said);
        data.putAll(facts);
        return Result.of(data);
    }
}
