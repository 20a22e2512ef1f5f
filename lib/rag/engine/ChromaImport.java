package rag.engine;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import rag.model.Ids;
import rag.store.CollectionNames;
import rag.store.chroma.ChromaRecords;
import rag.store.chroma.ChromaRecords.Chunk;

/**
 * Makes texts of the records of a Chroma collection: those that name one source are one text, in their order and without
 * what they repeat of each other. The texts are kept as pasted ones are, and ingested like them; which model made the
 * records' vectors is not known, so these are not taken.
 */
public final class ChromaImport {

    /** Metadata by which systems say what a record is a part of, the most exact first. */
    private static final List<String> SOURCES = List.of(
            "source", "file_path", "source_path", "path", "url", "document_id", "doc_id", "file_name", "filename");

    /** Metadata by which they say where in it. */
    private static final List<String> PLACES = List.of(
            "chunk_index", "chunk_id", "chunk", "index", "seq", "start_index", "page", "page_number", "page_label");

    private static final List<String> TITLES = List.of("title", "file_name", "filename");

    /** Keys that mean something of ours. */
    private static final List<String> OURS = List.of("document", "lang", "source", "tag", "type");

    private static final int LONGEST_NAME = 60;

    /** Characters that two records may have in common: longer ones are rather the same twice. */
    private static final int LONGEST_OVERLAP = 2_000;

    private static final int SHORTEST_OVERLAP = 15;

    private final Engine engine;

    public ChromaImport(Engine engine) {
        this.engine = engine;
    }

    /**
     * What became of the records.
     *
     * @param files texts to be ingested
     * @param withoutText ids of records that hold none
     */
    public record Imported(List<Path> files, int records, List<String> withoutText) {}

    /** @param address as {@link ChromaRecords} takes it */
    public Imported run(String address, String named, Progress progress) {
        var collection = CollectionNames.check(named);
        var documents = new LinkedHashMap<String, List<Chunk>>();
        var without = new ArrayList<String>();
        try (var records = new ChromaRecords(engine.settings().vectorStore(), address)) {
            int all = records.size();
            var read = new int[1];
            records.each(record -> {
                if (record.text().isBlank()) without.add(record.id());
                else
                    documents
                            .computeIfAbsent(source(record), name -> new ArrayList<>())
                            .add(record);
                progress.at("import", ++read[0], Math.max(all, read[0]));
            });
            var texts = new PastedTexts(engine.data());
            var files = new ArrayList<Path>();
            documents.forEach((source, parts) ->
                    files.add(texts.keep(collection, name(source), text(parts), metadata(source, parts))));
            return new Imported(List.copyOf(files), read[0], List.copyOf(without));
        }
    }

    private static String source(Chunk record) {
        return first(record, SOURCES).orElse(record.id());
    }

    private static Optional<String> first(Chunk record, List<String> keys) {
        return keys.stream()
                .filter(key -> record.metadata().containsKey(key))
                .map(key -> String.valueOf(record.metadata().get(key)))
                .filter(value -> !value.isBlank())
                .findFirst();
    }

    /** The end of a source that can be read, and what tells it from others with that end. */
    private static String name(String source) {
        var end = source.replace('\\', '/').replaceFirst("/+$", "").replaceFirst(".*/", "");
        var plain = end.replaceAll("[^\\p{L}\\p{Nd}_-]+", "-").replaceFirst("^[^\\p{L}\\p{Nd}]+", "");
        var hash = Ids.sha256(source.getBytes(StandardCharsets.UTF_8)).substring(0, 8);
        int cut = Math.min(plain.length(), LONGEST_NAME);
        return (plain.isEmpty() ? "text" : plain.substring(0, cut)) + "-" + hash;
    }

    private static String text(List<Chunk> parts) {
        var place = PLACES.stream()
                .filter(key -> parts.stream().allMatch(part -> part.metadata().get(key) instanceof Number))
                .findFirst();
        var sorted = new ArrayList<>(parts);
        place.ifPresent(key -> sorted.sort(
                Comparator.comparingDouble(part -> ((Number) part.metadata().getOrDefault(key, 0)).doubleValue())));
        var text = new StringBuilder();
        for (var part : sorted) {
            var next = part.text().strip();
            int shared = shared(text, next);
            if (shared == 0 && !text.isEmpty()) text.append("\n\n");
            text.append(next, shared, next.length());
        }
        return text.toString();
    }

    /** How many characters at the start of a part repeat the end of the text before it. */
    private static int shared(StringBuilder text, String next) {
        var before = text.substring(Math.max(0, text.length() - LONGEST_OVERLAP));
        for (int n = Math.min(before.length(), next.length()); n >= SHORTEST_OVERLAP; n--) {
            if (before.regionMatches(before.length() - n, next, 0, n)) return n;
        }
        return 0;
    }

    /** What all parts say alike. */
    private static Map<String, Object> metadata(String source, List<Chunk> parts) {
        var metadata = new LinkedHashMap<String, Object>();
        var end = source.replace('\\', '/').replaceFirst(".*/(?=.)", "");
        metadata.put("title", first(parts.getFirst(), TITLES).orElse(end));
        metadata.put("original_source", source);
        parts.getFirst().metadata().forEach((key, value) -> {
            boolean same =
                    parts.stream().allMatch(part -> value.equals(part.metadata().get(key)));
            if (same && !PLACES.contains(key))
                metadata.putIfAbsent(OURS.contains(key) ? "original_" + key : key, value);
        });
        return metadata;
    }
}
