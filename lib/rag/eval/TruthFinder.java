package rag.eval;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import rag.engine.Engine;
import rag.engine.Maintenance;
import rag.model.Chunk;
import rag.model.Failure;
import rag.store.ChunkReader;
import rag.store.HistoryRow;
import rag.text.Counted;

/**
 * Looks up in a collection what the cases of a golden set expect. What is not there is a {@link Problem} and no truth: a
 * passage that does not exist can't be missed.
 */
final class TruthFinder implements AutoCloseable {

    private final String collection;
    private final ChunkReader reader;
    private final List<HistoryRow> documents;
    private final Map<String, List<Chunk>> chunks = new HashMap<>();
    private final List<Problem> problems = new ArrayList<>();

    /** @throws Failure when the collection does not exist; it names those that do */
    TruthFinder(Engine engine, String collection) {
        this.collection = collection;
        try {
            reader = engine.store().reader(List.of(collection));
        } catch (IOException e) {
            throw new Failure("collection '" + collection + "' can't be read: " + e.getMessage(), e);
        }
        documents = new Maintenance(engine, Duration.ZERO, "evaluation")
                .list(collection).stream().filter(row -> row.chunks() > 0).toList();
    }

    List<Problem> problems() {
        return problems;
    }

    int documents() {
        return documents.size();
    }

    int chunks() {
        return reader.size();
    }

    Truth find(GoldenSet.Case test) {
        var grades = new LinkedHashMap<Level, Map<String, Integer>>();
        var names = new LinkedHashMap<Level, Function<Truth.Passage, List<String>>>();
        evidence(test, grades, names);
        sources(test, grades, names);
        passages(test, grades, names);
        return Truth.of(grades, names);
    }

    private void passages(
            GoldenSet.Case test,
            Map<Level, Map<String, Integer>> grades,
            Map<Level, Function<Truth.Passage, List<String>>> names) {
        if (test.chunkIds().isEmpty()) return;
        var known = new LinkedHashMap<String, Integer>();
        var found = read(() -> reader.chunks(test.chunkIds().keySet())).stream()
                .map(Chunk::id)
                .toList();
        test.chunkIds().forEach((id, grade) -> {
            if (found.contains(id)) known.put(id, grade);
            else problem(test, "unknown_chunk", "no passage " + id + " in '" + collection + "'");
        });
        grades.put(Level.CHUNK, known);
        names.put(
                Level.CHUNK, passage -> known.containsKey(passage.chunkId()) ? List.of(passage.chunkId()) : List.of());
    }

    private void sources(
            GoldenSet.Case test,
            Map<Level, Map<String, Integer>> grades,
            Map<Level, Function<Truth.Passage, List<String>>> names) {
        if (test.sources().isEmpty()) return;
        var known = new LinkedHashMap<String, Integer>();
        var expected = new HashMap<String, String>();
        test.sources().forEach((name, grade) -> {
            var found = documents(name);
            if (found.isEmpty()) {
                problem(test, "unknown_source", "no document " + name + " in '" + collection + "'");
            } else {
                if (found.size() > 1) {
                    problem(
                            test,
                            "ambiguous_source",
                            "%s fits %s; any of them counts".formatted(name, Counted.of(found.size(), "document")));
                }
                known.put(name, grade);
                for (var row : found) expected.putIfAbsent(row.source(), name);
            }
        });
        grades.put(Level.SOURCE, known);
        names.put(Level.SOURCE, passage -> {
            var name = expected.get(passage.source());
            return name == null ? List.of() : List.of(name);
        });
    }

    private void evidence(
            GoldenSet.Case test,
            Map<Level, Map<String, Integer>> grades,
            Map<Level, Function<Truth.Passage, List<String>>> names) {
        if (test.evidence().isEmpty()) return;
        var known = new LinkedHashMap<String, Integer>();
        var held = new HashMap<String, List<String>>();
        for (int i = 0; i < test.evidence().size(); i++) {
            var evidence = test.evidence().get(i);
            var name = "evidence " + (i + 1);
            var holders = new ArrayList<String>();
            for (var row : documents(evidence.source())) {
                holders.addAll(EvidenceMatch.holders(evidence.text(), evidence.page(), chunksOf(row)));
            }
            if (holders.isEmpty()) problem(test, "unknown_evidence", unknown(evidence));
            else known.put(name, evidence.grade());
            for (var id : holders)
                held.computeIfAbsent(id, x -> new ArrayList<>()).add(name);
        }
        grades.put(Level.EVIDENCE, known);
        names.put(Level.EVIDENCE, passage -> held.getOrDefault(passage.chunkId(), List.of()));
    }

    private String unknown(GoldenSet.Evidence evidence) {
        if (documents(evidence.source()).isEmpty()) {
            return "no document " + evidence.source() + " in '" + collection + "'";
        }
        var page = evidence.page() == null ? "" : ", page " + evidence.page();
        return "%s%s holds no \"%s\"".formatted(evidence.source(), page, rag.text.Texts.cut(evidence.text(), 60));
    }

    /** Whole passages that hold a case's evidence or that it names, for judges that compare with reference contexts. */
    List<String> references(GoldenSet.Case test) {
        var texts = new LinkedHashMap<String, String>();
        var right = test.chunkIds().entrySet().stream()
                .filter(judged -> judged.getValue() > 0)
                .map(Map.Entry::getKey)
                .toList();
        for (var chunk : read(() -> reader.chunks(right))) texts.put(chunk.id(), chunk.text());
        for (var evidence : test.evidence()) {
            if (evidence.grade() <= 0) continue;
            for (var row : documents(evidence.source())) {
                var holders = EvidenceMatch.holders(evidence.text(), evidence.page(), chunksOf(row));
                for (var chunk : chunksOf(row)) if (holders.contains(chunk.id())) texts.put(chunk.id(), chunk.text());
            }
        }
        return List.copyOf(texts.values());
    }

    private List<HistoryRow> documents(String name) {
        var wanted = name.replace('\\', '/');
        var exact =
                documents.stream().filter(row -> row.source().equals(wanted)).toList();
        if (!exact.isEmpty()) return exact;
        var end = wanted.startsWith("/") ? wanted : "/" + wanted;
        return documents.stream().filter(row -> row.source().endsWith(end)).toList();
    }

    private List<Chunk> chunksOf(HistoryRow row) {
        return chunks.computeIfAbsent(row.documentId(), id -> read(() -> reader.document(id)));
    }

    private void problem(GoldenSet.Case test, String kind, String what) {
        problems.add(new Problem(test.id(), kind, what));
    }

    private interface Read<T> {
        T get() throws IOException;
    }

    private static <T> T read(Read<T> read) {
        try {
            return read.get();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
