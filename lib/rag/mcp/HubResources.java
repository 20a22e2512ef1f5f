package rag.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import rag.engine.Engine;
import rag.mcp.wire.NotFound;
import rag.mcp.wire.ResourceDefinition;
import rag.mcp.wire.ResourceTemplate;
import rag.store.CollectionProfile;
import rag.store.HistoryRow;
import rag.text.Counted;

/** {@code rag://collections/NAME} and {@code rag://collections/NAME/documents/ID}. */
final class HubResources {

    private static final String MARKDOWN = "text/markdown";
    private static final int MOST_DOCUMENTS = 1000;

    private final Opening opening;
    private final Runnable listed;

    /** @param listed called with each list */
    HubResources(Opening opening, Runnable listed) {
        this.opening = opening;
        this.listed = listed;
    }

    /** The collections; documents are found by the template. */
    List<ResourceDefinition> list() {
        var engine = opening.get();
        listed.run();
        var profiles = CollectionChoice.maintenance(engine).profiles();
        var list = new ArrayList<ResourceDefinition>();
        for (var name : new CollectionChoice(engine).all()) {
            var profile = profiles.getOrDefault(name, CollectionProfile.of(name));
            var json = new LinkedHashMap<String, Object>();
            json.put("uri", Passages.uri(name));
            json.put("name", name);
            json.put("title", Quoted.line(profile.displayName().isEmpty() ? name : profile.displayName()));
            json.put(
                    "description",
                    profile.description().isEmpty()
                            ? "What collection " + name + " holds: its documents and their states."
                            : Quoted.line(profile.description()));
            json.put("mimeType", MARKDOWN);
            list.add(new ResourceDefinition(json, (uri, variables) -> collection(uri, name)));
        }
        return list;
    }

    List<ResourceTemplate> templates() {
        return List.of(
                template(
                        "rag://collections/{name}",
                        "collection",
                        "Collection",
                        "What a collection holds: its documents and their states.",
                        (uri, variables) -> collection(uri, "" + variables.get("name"))),
                template(
                        "rag://collections/{name}/documents/{id}",
                        "document",
                        "Document",
                        "The whole text of a document, with its pages.",
                        (uri, variables) -> document(uri, "" + variables.get("name"), "" + variables.get("id"))));
    }

    private ResourceTemplate template(
            String uri, String name, String title, String description, rag.mcp.wire.ResourceReader reader) {
        var json = new LinkedHashMap<String, Object>();
        json.put("uriTemplate", uri);
        json.put("name", name);
        json.put("title", title);
        json.put("description", description);
        json.put("mimeType", MARKDOWN);
        return new ResourceTemplate(json, reader, this::complete);
    }

    /** Names of collections, and ids of documents whose id, title or source holds what was typed. */
    List<String> complete(String argument, String typed, Map<String, String> others) {
        var engine = opening.get();
        if (argument.equals("id")) return documents(engine, typed, others.getOrDefault("name", ""));
        return collections(engine, typed);
    }

    static List<String> collections(Engine engine, String typed) {
        var start = typed.toLowerCase(Locale.ROOT);
        var all = new CollectionChoice(engine).all();
        var fit = new ArrayList<>(all.stream()
                .filter(name -> name.toLowerCase(Locale.ROOT).startsWith(start))
                .toList());
        for (var name : all)
            if (!fit.contains(name) && name.toLowerCase(Locale.ROOT).contains(start)) fit.add(name);
        return fit;
    }

    private static List<String> documents(Engine engine, String typed, String collection) {
        if (!new CollectionChoice(engine).all().contains(collection)) return List.of();
        var part = typed.toLowerCase(Locale.ROOT);
        return CollectionChoice.maintenance(engine).list(collection).stream()
                .filter(row -> row.chunks() > 0)
                .filter(row -> row.documentId().startsWith(part)
                        || row.title().toLowerCase(Locale.ROOT).contains(part)
                        || row.source().toLowerCase(Locale.ROOT).contains(part))
                .map(HistoryRow::documentId)
                .toList();
    }

    private Map<String, Object> collection(String uri, String name) {
        var engine = opening.get();
        if (!new CollectionChoice(engine).all().contains(name)) throw new NotFound(uri);
        var profile = CollectionChoice.maintenance(engine).profiles().getOrDefault(name, CollectionProfile.of(name));
        var data = new LinkedHashMap<String, Object>();
        data.put("collection", name);
        if (!profile.displayName().isEmpty()) data.put("display_name", Quoted.line(profile.displayName()));
        if (!profile.description().isEmpty()) data.put("description", Quoted.line(profile.description()));
        CollectionChoice.maintenance(engine).collections().stream()
                .filter(counts -> counts.collection().equals(name))
                .forEach(counts -> ListCollections.stats(counts, data));
        var out = new StringBuilder("# " + name + "\n\n" + Facts.text(data) + "\n\n## Documents\n\n");
        var rows = CollectionChoice.maintenance(engine).list(name);
        for (var row : rows.subList(0, Math.min(MOST_DOCUMENTS, rows.size()))) {
            out.append("- %s · %s · %s%s · %s · %s\n"
                    .formatted(
                            Quoted.line(row.title().isEmpty() ? row.source() : row.title()),
                            Quoted.line(row.source()),
                            row.state().key(),
                            row.reason().isEmpty() ? "" : " (" + Quoted.line(row.reason()) + ")",
                            Counted.of(row.chunks(), "chunk"),
                            Passages.uri(name, row.documentId())));
        }
        if (rows.size() > MOST_DOCUMENTS)
            out.append("- … %d more: list_documents\n".formatted(rows.size() - MOST_DOCUMENTS));
        return content(uri, out.toString());
    }

    private Map<String, Object> document(String uri, String collection, String id) {
        var engine = opening.get();
        if (!new CollectionChoice(engine).all().contains(collection)) throw new NotFound(uri);
        var documents = new Documents(engine);
        var found = documents.fitting(id, List.of(collection));
        if (found.size() != 1) throw new NotFound(uri);
        var row = found.getFirst();
        return content(uri, DocumentText.of(row, documents.chunks(row)));
    }

    private static Map<String, Object> content(String uri, String text) {
        var content = new LinkedHashMap<String, Object>();
        content.put("uri", uri);
        content.put("mimeType", MARKDOWN);
        content.put("text", text);
        return content;
    }
}
