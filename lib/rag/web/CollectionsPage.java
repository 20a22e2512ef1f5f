package rag.web;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import rag.engine.Maintenance;
import rag.engine.SelfKnowledge;
import rag.model.Failure;
import rag.model.Ids;
import rag.store.CollectionProfile;

/** Collections one by one: what is said of them, their names, and what they know of themselves. */
final class CollectionsPage {

    private static final int SHOWN = 20;
    private static final SelfKnowledge.Alike NONE_ALIKE = new SelfKnowledge.Alike(List.of(), 0, false);

    private final Site site;
    private final Kept<SelfKnowledge.Alike> alike;

    CollectionsPage(Site site) {
        this.site = site;
        this.alike = new Kept<>(site.soon());
    }

    /** A document that the page leads to. @param name the end of its source, enough to tell it from a namesake */
    record Document(String address, String source, String name) {}

    /** Documents that are nearly the same. */
    record Pair(Document first, Document second, double share) {}

    private static Document of(String collection, String source) {
        int folder = source.lastIndexOf('/', source.lastIndexOf('/') - 1);
        return new Document(
                Url.path("data", collection, Ids.document(collection, source)), source, source.substring(folder + 1));
    }

    private Maintenance maintenance() {
        return new Maintenance(site.engine(), Duration.ofSeconds(3), "dashboard.java");
    }

    void show(Context ctx) throws IOException {
        var collections = maintenance().collections();
        var wanted = new Params(ctx).text("collection");
        var model = new LinkedHashMap<String, Object>();
        model.put("collections", collections);
        var profiles = maintenance().profiles();
        var descriptions = new LinkedHashMap<String, String>();
        for (var counts : collections) {
            var profile = profiles.getOrDefault(counts.collection(), CollectionProfile.of(counts.collection()));
            descriptions.put(counts.collection(), profile.description());
        }
        if (!wanted.isEmpty() && !descriptions.containsKey(wanted)) {
            throw new NotFoundResponse("There is no collection '" + wanted + "'. It may have another name now.");
        }
        model.put("descriptions", descriptions);
        model.put("wanted", wanted);
        model.put("profile", profiles.getOrDefault(wanted, CollectionProfile.of(wanted)));
        model.put("learned", wanted.isEmpty() ? List.of() : maintenance().learned(wanted));
        var knowledge = new SelfKnowledge(site.engine(), site.traces());
        var pairs = alike(wanted, knowledge);
        var found = pairs.orElse(NONE_ALIKE);
        model.put(
                "pairs",
                found.pairs().stream()
                        .map(pair -> new Pair(of(wanted, pair.first()), of(wanted, pair.second()), pair.share()))
                        .toList());
        model.put("pairsAll", found.all());
        model.put("cut", found.cut());
        model.put("comparing", pairs.isEmpty() ? 1 : 0);
        model.put("mostPassages", SelfKnowledge.MOST_PASSAGES);
        long unread = site.unread();
        var queries = site.traces().known(SelfKnowledge.queries(wanted), 0, SelfKnowledge.MOST_QUERIES);
        boolean whole = unread == 0 || queries.traces().size() == SelfKnowledge.MOST_QUERIES;
        model.put("unread", whole ? 0 : unread);
        var never = wanted.isEmpty() || !whole ? List.<String>of() : knowledge.neverFound(wanted, queries.traces());
        model.put(
                "never",
                never.stream().limit(SHOWN).map(source -> of(wanted, source)).toList());
        model.put("neverAll", never.size());
        model.put("unanswered", whole ? SelfKnowledge.unanswered(queries.traces(), SHOWN) : List.of());
        model.put("asked", queries.traces().size());
        site.show(ctx, "collections", model);
    }

    /** Empty while passages are compared. */
    private Optional<SelfKnowledge.Alike> alike(String wanted, SelfKnowledge knowledge) throws IOException {
        var store = site.engine().store();
        if (!store.collections().contains(wanted)) return Optional.of(NONE_ALIKE);
        return alike.of(wanted, store.committedSeq(wanted), () -> knowledge.alike(wanted, SHOWN));
    }

    void describe(Context ctx) {
        site.guard().checkToken(ctx);
        var params = new Params(ctx);
        var name = params.text("collection");
        maintenance()
                .describe(new CollectionProfile(
                        name,
                        params.text("display_name"),
                        params.text("description"),
                        List.of(params.text("keywords").split("[,\\r\\n]+")),
                        List.of(params.text("paths").split("[\\r\\n]+"))));
        back(ctx, name, "Saved what is said of " + name + ".");
    }

    void rename(Context ctx) {
        site.guard().checkToken(ctx);
        var params = new Params(ctx);
        var name = params.text("new_name");
        if (name.isEmpty()) throw new Failure("name what the collection shall be called");
        maintenance().rename(params.text("collection"), name);
        back(ctx, name, params.text("collection") + " is " + name + " now.");
    }

    void forget(Context ctx) {
        site.guard().checkToken(ctx);
        var name = new Params(ctx).text("collection");
        maintenance().forgetKeywords(name);
        back(ctx, name, "Forgot the words that " + name + " learned from questions.");
    }

    private void back(Context ctx, String name, String said) {
        ctx.redirect("/collections?collection=" + Url.encode(name) + "&" + site.say(said), HttpStatus.SEE_OTHER);
    }
}
