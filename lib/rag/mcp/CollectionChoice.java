package rag.mcp;

import java.io.IOException;
import java.text.Normalizer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.config.Command;
import rag.config.Nearest;
import rag.engine.Engine;
import rag.engine.Maintenance;
import rag.model.Failure;
import rag.retrieve.QueryFilters;
import rag.store.CollectionProfile;

/** Which collection a call means. */
final class CollectionChoice {

    /** The word that leaves the choice to the server. */
    static final String AUTO = "auto";

    private final Engine engine;
    private final List<String> searchable;
    private @Nullable Map<String, Integer> documents;

    CollectionChoice(Engine engine) {
        this.engine = engine;
        try {
            searchable = engine.store().collections();
        } catch (IOException e) {
            throw new Failure("the collections below " + engine.data() + " can't be read: " + e.getMessage(), e);
        }
    }

    /** All collections with their number of documents; asked for only where the index alone does not tell. */
    private Map<String, Integer> documents() {
        var known = documents;
        if (known != null) return known;
        known = new LinkedHashMap<>();
        for (var counts : maintenance(engine).collections()) known.put(counts.collection(), counts.total());
        for (var name : searchable) known.putIfAbsent(name, 0); // its data base is gone, and it still answers
        documents = known;
        return known;
    }

    static Maintenance maintenance(Engine engine) {
        return new Maintenance(engine, Duration.ofSeconds(10), "mcp_server.java");
    }

    List<String> all() {
        return List.copyOf(documents().keySet());
    }

    /** Whether a collection has passages to search in. */
    boolean searchable(String collection) {
        return collection.equals(AUTO) || searchable.contains(collection);
    }

    /**
     * Where to search.
     *
     * @param given a name, "auto" for a choice by the question, or null for the default
     * @throws SelectCollection when there is none of that name
     */
    List<String> toSearch(@Nullable String given) {
        if (given == null || !given.equalsIgnoreCase(AUTO)) return List.of(one(given));
        return searchable.isEmpty() ? List.of(one(null)) : List.of(AUTO);
    }

    /** Where to search for a question, which may itself name collections ("collection:notes"); as {@link #toSearch(String)}. */
    List<String> toSearch(@Nullable String given, String question) {
        var named = given == null ? QueryFilters.parse(question, List.of()).collections() : List.<String>of();
        return named.isEmpty()
                ? toSearch(given)
                : named.stream().map(this::one).distinct().toList();
    }

    /** The collection that is named, else the default one if it is there. */
    String one(@Nullable String given) {
        var name = given == null ? standard() : Normalizer.normalize(given, Normalizer.Form.NFC);
        if (searchable.contains(name) || documents().containsKey(name)) return name;
        throw select(given, name);
    }

    /** As {@link #one}; where nothing is there at all, the default one may be made. */
    String oneToFill(@Nullable String given) {
        if (!documents().isEmpty()) return one(given);
        if (given == null || given.equals(standard())) return standard();
        throw new SelectCollection(
                ("There is no collection '%s' yet. Make it by manage_collection with action create, or leave"
                                + " 'collection' out to fill '%s'.")
                        .formatted(given, standard()),
                List.of());
    }

    private String standard() {
        return engine.settings().vectorStore().collectionName();
    }

    private SelectCollection select(@Nullable String given, String name) {
        if (documents().isEmpty()) {
            return new SelectCollection(
                    ("Nothing is indexed yet: there is no collection. A person fills one with: %s; a server started"
                                    + " with --tools admin also can by index_documents.")
                            .formatted(Command.of("ingest", "--path", "FOLDER", "-c", name)),
                    List.of());
        }
        var near = given == null ? "" : Nearest.to(name, documents().keySet()).orElse("");
        var said = given == null
                ? "No collection was named, and the default one, '" + name + "', does not exist."
                : "There is no collection '" + given + "'." + (near.isEmpty() ? "" : " Did you mean '" + near + "'?");
        var profiles = maintenance(engine).profiles();
        var order = new ArrayList<>(documents().keySet());
        if (!near.isEmpty()) {
            order.remove(near);
            order.addFirst(near);
        }
        return new SelectCollection(
                said + " Call again with one of the collections below as 'collection'.",
                order.stream()
                        .map(one -> new SelectCollection.Suggestion(
                                one,
                                profiles.getOrDefault(one, CollectionProfile.of(one))
                                        .description(),
                                documents().getOrDefault(one, 0)))
                        .toList());
    }
}
