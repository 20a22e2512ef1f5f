package rag.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The unit of retrieval: a passage, and where it stands.
 *
 * @param id {@link Ids#chunk}, shared by every store
 * @param documentId {@link Ids#document}
 * @param collection the knowledge base it belongs to
 * @param source normalised path or URL of the document
 * @param index place in the document, from 0
 * @param text what is shown and cited
 * @param title the document's title
 * @param headings headings above the passage, outermost first, without the title where it repeats the first
 * @param type key of the format
 * @param language ISO 639-1 code, or "und"
 * @param pages first and last page, from 1; null where the format has no pages
 * @param start offset of the first character in the document's text
 * @param end offset behind the last character
 * @param images ids of the pictures that stand in the passage
 * @param tags the document's own tags, then the enricher's
 * @param summary one sentence, "" when there is none
 * @param flags findings that belong beside the text, such as "hidden text"
 * @param stale true when a newer version of the document could not be read and this older one still answers
 * @param metadata the document's metadata: String, Number, Boolean or List of String; other values become text
 */
public record Chunk(
        String id,
        String documentId,
        String collection,
        String source,
        int index,
        String text,
        String title,
        List<String> headings,
        String type,
        String language,
        @Nullable PageRange pages,
        int start,
        int end,
        List<String> images,
        List<String> tags,
        String summary,
        List<String> flags,
        boolean stale,
        Map<String, Object> metadata) {

    /** A key of the metadata that no filter names: what was given from outside, and what it stands over (JSON). */
    public static final String PROVENANCE = "_given";

    public Chunk {
        if (index < 0) throw new IllegalArgumentException("index from 0, not " + index);
        if (text.isBlank()) throw new IllegalArgumentException("a chunk has text: " + id);
        headings = List.copyOf(headings);
        images = List.copyOf(images);
        tags = List.copyOf(tags);
        flags = List.copyOf(flags);
        metadata = Metadata.normal(metadata);
    }

    /** The metadata for whoever reads it: without what the program keeps among it for itself. */
    public Map<String, Object> facts() {
        if (!metadata.containsKey(PROVENANCE)) return metadata;
        var facts = new LinkedHashMap<>(metadata);
        facts.remove(PROVENANCE);
        return facts;
    }

    /** The same chunk, marked or unmarked as one of an older version. */
    public Chunk withStale(boolean stale) {
        return copy(id, documentId, collection, title, tags, stale, metadata);
    }

    /** The same chunk of the same document in another collection. */
    public Chunk in(String collection, String documentId) {
        var id = documentId + this.id.substring(this.documentId.length());
        return copy(id, documentId, collection, title, tags, stale, metadata);
    }

    /** The same chunk with other words about its document. */
    public Chunk described(String title, List<String> tags, Map<String, Object> metadata) {
        return copy(id, documentId, collection, title, tags, stale, metadata);
    }

    private Chunk copy(
            String id,
            String documentId,
            String collection,
            String title,
            List<String> tags,
            boolean stale,
            Map<String, Object> metadata) {
        return new Chunk(
                id,
                documentId,
                collection,
                source,
                index,
                text,
                title,
                headings,
                type,
                language,
                pages,
                start,
                end,
                images,
                tags,
                summary,
                flags,
                stale,
                metadata);
    }

    /** First and last page with their printed labels. */
    public record PageRange(int first, int last, String firstLabel, String lastLabel) {

        public PageRange {
            if (first < 1 || last < first) throw new IllegalArgumentException("bad pages " + first + "-" + last);
        }

        /** "3", "3-4"; with labels that differ from the numbers: "3 (iii)". */
        @Override
        public String toString() {
            var numbers = first == last ? "" + first : first + "-" + last;
            var labels = first == last ? firstLabel : firstLabel + "-" + lastLabel;
            return labels.equals(numbers) ? numbers : numbers + " (" + labels + ")";
        }
    }

    /**
     * What both routes index: title and headings that the passage does not begin with, then the passage. A passage
     * cut out of a chapter rarely names its subject; its headings do.
     */
    public String searchText() {
        return searchText(title, headings, text);
    }

    /** As {@link #searchText()}, of a chunk to be. */
    public static String searchText(String title, List<String> headings, String text) {
        var context = new StringBuilder();
        if (!startsWith(text, title)) context.append(title).append('\n');
        for (var heading : headings) {
            if (!heading.equals(title) && !startsWith(text, heading))
                context.append(heading).append('\n');
        }
        return context.append(text).toString();
    }

    private static boolean startsWith(String text, String heading) {
        int start = 0;
        while (start < text.length() && "# \t\n".indexOf(text.charAt(start)) >= 0) start++;
        return text.startsWith(heading, start);
    }
}
