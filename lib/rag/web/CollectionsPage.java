package rag.web;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import rag.engine.Maintenance;
import rag.engine.SelfKnowledge;
import rag.model.Failure;
import rag.store.CollectionProfile;

/** Collections one by one: what is said of them, their names, and what they know of themselves. */
final class CollectionsPage {

    private static final int SHOWN = 20;

    private final Site site;

    CollectionsPage(Site site) {
        this.site = site;
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
        model.put("descriptions", descriptions);
        model.put("wanted", wanted);
        model.put("profile", profiles.getOrDefault(wanted, CollectionProfile.of(wanted)));
        model.put("learned", wanted.isEmpty() ? List.of() : maintenance().learned(wanted));
        var knowledge = new SelfKnowledge(site.engine(), site.traces());
        boolean searchable = site.engine().store().collections().contains(wanted);
        model.put("twins", searchable ? knowledge.twins(wanted, SHOWN) : List.of());
        long unread = site.unread();
        boolean whole = unread == 0;
        model.put("unread", unread);
        var never = wanted.isEmpty() || !whole ? List.<String>of() : knowledge.neverFound(wanted);
        model.put("never", never.subList(0, Math.min(SHOWN, never.size())));
        model.put("neverAll", never.size());
        model.put("unanswered", whole ? knowledge.unanswered(wanted, SHOWN) : List.of());
        model.put("queries", SelfKnowledge.MOST_QUERIES);
        site.show(ctx, "collections", model);
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
