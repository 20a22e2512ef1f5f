package rag.web;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import rag.engine.Engine;
import rag.model.Chunk;
import rag.model.Failure;
import rag.text.Texts;

/**
 * What a chunk is called for a person.
 *
 * @param name file and number of the chunk: "visitors.md #3"
 * @param text its first words
 * @param address where it is shown whole; "" when it is not there any more
 * @param original its page of the PDF it stands in; "" when it stands in none
 */
record Label(String name, String source, String text, String address, String original) {

    private static final int WORDS = 160;

    static Label unknown(String chunkId) {
        return new Label(chunkId, "", "no longer in the collection", "", "");
    }

    static Label of(Chunk chunk) {
        var text = chunk.text().strip().replaceAll("\\s+", " ");
        var file = Filters.file(chunk.source());
        return new Label(
                (file.isEmpty() ? chunk.title() : file) + " #" + (chunk.index() + 1),
                chunk.source(),
                Texts.shortened(text, WORDS),
                Url.path("data", chunk.collection(), chunk.documentId()) + "?chunk=" + Url.encode(chunk.id()) + "#"
                        + chunk.id(),
                Originals.address(chunk));
    }

    /** Labels by id, of those chunks that are there; collections that are gone are passed over. */
    static Map<String, Label> of(Engine engine, List<String> collections, List<String> ids) {
        var labels = new LinkedHashMap<String, Label>();
        for (var collection : collections) {
            var missing = new ArrayList<>(ids);
            missing.removeAll(labels.keySet());
            if (missing.isEmpty()) break;
            try (var reader = engine.store().reader(List.of(collection))) {
                for (var chunk : reader.chunks(missing)) labels.put(chunk.id(), of(chunk));
            } catch (java.io.IOException | Failure e) {
                // the trace is older than the collection's end: ids stand for the passages
            }
        }
        return labels;
    }

    /** The name in at most so many characters: its ending goes, then its middle, since both ends tell. */
    String cut(int most) {
        var name = this.name.replaceFirst("\\.\\w{1,5}(?= #)", "");
        if (name.length() <= most) return name;
        int tail = most / 2;
        return name.substring(0, most - tail - 1) + "…" + name.substring(name.length() - tail);
    }
}
