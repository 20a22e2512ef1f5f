package rag.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static rag.store.Samples.PRINT;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Filter;

class CollectionCopyTest extends WithStore {

    private static final List<String> WORDS =
            List.of("apple", "pear", "plum", "quince", "medlar", "sloe", "cherry", "damson", "fig", "date", "olive");

    @TempDir
    Path elsewhere;

    private FaultyStore other;
    private final Set<String> documents = new LinkedHashSet<>();

    /** Forty documents of three chunks each; one is stale, and some were removed again. */
    @BeforeEach
    void write() throws IOException {
        other = new FaultyStore(new LuceneChunkStore(elsewhere));
        var random = new Random(3);
        try (var writer = store.writer("c", PRINT)) {
            for (int i = 0; i < 40; i++) {
                var chunks = new ArrayList<Chunk>();
                var vectors = new ArrayList<float[]>();
                for (int j = 0; j < 3; j++) {
                    var text = new StringBuilder();
                    for (int k = 0; k < 12; k++)
                        text.append(WORDS.get(random.nextInt(WORDS.size()))).append(' ');
                    chunks.add(Samples.chunk(
                            "c", "/docs/" + i + ".md", j, text.toString(), List.of(), Map.of("shelf", "s" + i % 4)));
                    vectors.add(Samples.random(random));
                }
                var document = chunks.getFirst().documentId();
                writer.put(document, chunks, vectors);
                if (i == 7) writer.stale(document, true);
                if (i % 10 == 9) writer.delete(document);
                else documents.add(document);
            }
            writer.commit(17);
        }
    }

    @AfterEach
    void closeOther() throws IOException {
        other.close();
    }

    private CollectionCopy.Copied copy(ChunkStore to) throws IOException {
        return new CollectionCopy(store, to, "c").run(documents, done -> {});
    }

    @Test
    void everythingIsThereAsItWas() throws Exception {
        var told = new ArrayList<Integer>();
        var copied = new CollectionCopy(store, other, "c").run(documents, told::add);
        assertEquals(new CollectionCopy.Copied("c", 36, 108, 48), copied);
        assertEquals(36, told.getLast());
        assertEquals(17, other.committedSeq("c"));
        assertEquals(PRINT, other.fingerprint("c").orElseThrow());
        try (var source = reader();
                var target = other.reader(List.of("c"))) {
            for (var document : documents) {
                var chunks = source.document(document);
                assertEquals(chunks, target.document(document));
                for (var chunk : chunks) {
                    var id = List.of(chunk.id());
                    assertArrayEquals(
                            source.vectors(id).get(chunk.id()),
                            target.vectors(id).get(chunk.id()),
                            0);
                }
            }
            assertEquals(
                    3,
                    target.document(Samples.chunk("c", "/docs/7.md", 0, "x").documentId()).stream()
                            .filter(Chunk::stale)
                            .count());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"put", "commit", "commit done"})
    void aTargetThatFailsIsLeftWithoutTheCollection(String fault) throws Exception {
        var before = files(data);
        other.failAt(fault);
        assertThrows(IOException.class, () -> copy(other));
        assertEquals(List.of(), other.collections());
        assertEquals(before, files(data));
        other.mend();
        assertEquals(108, copy(other).chunks());
    }

    /** The earlier copy has the same number as the one that fails. */
    @ParameterizedTest
    @ValueSource(strings = {"put", "commit"})
    void whatTheTargetHadBeforeIsStillThereWhenACopyFails(String fault) throws Exception {
        copy(other);
        other.failAt(fault);
        assertThrows(IOException.class, () -> copy(other));
        other.mend();
        assertEquals(17, other.committedSeq("c"));
        try (var reader = other.reader(List.of("c"))) {
            assertEquals(108, reader.size());
        }
    }

    @Test
    void aStoreIsNotCopiedOntoItselfUnderAnotherName() throws Exception {
        try (var again = StoreElsewhereTest.at(data)) {
            var refused = assertThrows(Failure.class, () -> copy(again)).getMessage();
            assertTrue(refused.startsWith("'c' is the same collection in both"), refused);
        }
        assertEquals(17, store.committedSeq("c"));
    }

    @Test
    void aCopyThatDiffersIsRemoved() throws Exception {
        var before = files(data);
        assertTrue(refused(chunks -> chunks.subList(1, chunks.size()), vectors -> vectors.subList(1, vectors.size()))
                .startsWith("the copy is not the same: it holds 72 chunks, the original 108"));
        assertTrue(refused(
                        chunks -> chunks.stream()
                                .map(chunk -> chunk.described("other", List.of(), chunk.metadata()))
                                .toList(),
                        vectors -> vectors)
                .startsWith("the copy is not the same: texts or metadata are not the same"));
        assertTrue(refused(chunks -> chunks, vectors -> vectors.reversed())
                .startsWith("the copy is not the same: the vector of "));
        assertEquals(before, files(data));
    }

    /** What is said when a store keeps other chunks or vectors than it is given. */
    private String refused(UnaryOperator<List<Chunk>> chunks, UnaryOperator<List<float[]>> vectors) throws Exception {
        var failure = assertThrows(Failure.class, () -> copy(changing(chunks, vectors)));
        assertEquals(List.of(), other.collections());
        return failure.getMessage();
    }

    @SuppressWarnings("unchecked") // what put is called with
    private ChunkStore changing(UnaryOperator<List<Chunk>> chunks, UnaryOperator<List<float[]>> vectors) {
        return as(ChunkStore.class, other, (name, given, result) -> {
            if (!name.equals("rewriter")) return result.call(given);
            return as(ChunkWriter.class, (ChunkWriter) result.call(given), (call, values, act) -> {
                if (call.equals("put")) {
                    values[1] = chunks.apply((List<Chunk>) values[1]);
                    values[2] = vectors.apply((List<float[]>) values[2]);
                }
                return act.call(values);
            });
        });
    }

    @Test
    void routesThatAnswerOtherwiseAreNoticed() throws Exception {
        var wrongOrder = as(ChunkStore.class, other, (name, given, result) -> {
            if (!name.equals("reader")) return result.call(given);
            return as(ChunkReader.class, (ChunkReader) result.call(given), (call, values, act) -> {
                if (call.equals("dense") && values[1] != Filter.NONE) values[1] = Filter.NONE; // forgets its filter
                return act.call(values);
            });
        });
        var failure = assertThrows(Failure.class, () -> copy(wrongOrder));
        assertTrue(failure.getMessage().startsWith("the copy is not the same: "), failure.getMessage());
        assertEquals(List.of(), other.collections());
    }

    @Test
    void whatTheHistoryDoesNotTellOfIsNotLeftBehindInSilence() throws Exception {
        documents.remove(documents.iterator().next());
        var failure = assertThrows(Failure.class, () -> copy(other));
        assertTrue(failure.getMessage().contains("holds 108 chunks, its history tells of 105"), failure.getMessage());
        assertEquals(List.of(), other.collections());
    }

    private interface Act {
        Object call(Object... values) throws Throwable;
    }

    private interface Call {
        Object call(String name, Object[] values, Act act) throws Throwable;
    }

    private static <T> T as(Class<T> type, T real, Call call) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    Act act = values -> {
                        try {
                            return method.invoke(real, values);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    };
                    return call.call(method.getName(), given == null ? new Object[0] : given, act);
                }));
    }
}
