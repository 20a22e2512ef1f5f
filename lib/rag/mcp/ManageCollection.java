package rag.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import rag.engine.CrawlRequest;
import rag.mcp.wire.BadParameters;
import rag.model.Failure;
import rag.store.CollectionNames;
import rag.store.CollectionProfile;
import rag.text.Counted;

/** {@code manage_collection}: makes, describes and removes collections. */
final class ManageCollection implements Tool {

    private enum Action {
        LIST,
        CREATE,
        UPDATE,
        RENAME,
        DELETE,
        ANALYZE,
        FORGET_KEYWORDS;

        String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The arguments that belong to it. */
        List<String> takes() {
            return switch (this) {
                case LIST -> List.of();
                case CREATE, UPDATE -> List.of("collection", "display_name", "description", "keywords", "paths");
                case RENAME -> List.of("collection", "new_name");
                case DELETE -> List.of("collection", "confirm");
                case ANALYZE, FORGET_KEYWORDS -> List.of("collection");
            };
        }
    }

    @Override
    public Told told() {
        var input = Schema.object()
                .choice(
                        "action",
                        "What to do.",
                        Stream.of(Action.values()).map(Action::key).toList())
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
                                facts(Schema.object().text("summary", "")))
                        .list("collections", "for list", facts(Schema.object()).required("collection"))),
                Effects.DESTROYS);
    }

    private static Schema facts(Schema schema) {
        return ClearCollection.facts(schema)
                .text("display_name", "")
                .text("description", "")
                .texts("keywords", "")
                .texts("learned_keywords", "")
                .texts("paths", "");
    }

    @Override
    public Result answer(Visit visit) {
        // the schema lets no other word through
        var action = Action.valueOf(visit.text("action").toUpperCase(Locale.ROOT));
        visit.refuseIdle("action", action.key(), action.takes());
        return switch (action) {
            case LIST -> list(visit);
            case CREATE -> create(visit, CollectionNames.check(named(visit, action)));
            case UPDATE -> update(visit, known(visit, action));
            case RENAME -> rename(visit, known(visit, action));
            case DELETE -> delete(visit, known(visit, action));
            case ANALYZE -> analyze(visit, known(visit, action));
            case FORGET_KEYWORDS -> forget(visit, known(visit, action));
        };
    }

    private static String named(Visit visit, Action action) {
        if (visit.has("collection")) return visit.text("collection");
        throw new BadParameters("'collection' is missing: which one to " + action.key());
    }

    private static String known(Visit visit, Action action) {
        return new CollectionChoice(visit.engine()).one(named(visit, action));
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
                        paths(visit, before)));
        return result(said, facts(visit, name));
    }

    /** What a later run will read without being asked: the folders of a client lie in the roots here, too. */
    private static List<String> paths(Visit visit, CollectionProfile before) {
        if (!visit.has("paths")) return before.paths();
        return visit.strings("paths", List.of()).stream()
                .map(path -> CrawlRequest.isAddress(path)
                        ? path
                        : Roots.inside(visit.engine(), path).toString())
                .toList();
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
