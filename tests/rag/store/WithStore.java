package rag.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import rag.model.Candidate;
import rag.model.Filter;

/** An empty store of its own for each test, whose tests read the collection {@code c}. */
abstract class WithStore {

    @TempDir
    Path data;

    ChunkStore store;

    @BeforeEach
    void open() throws Exception {
        store = opened();
    }

    /** Opens the store under test, each time the same one. */
    ChunkStore opened() throws Exception {
        return new LuceneChunkStore(data);
    }

    @AfterEach
    void close() throws Exception {
        store.close();
    }

    ChunkReader reader() throws Exception {
        return store.reader(List.of("c"));
    }

    static List<String> ids(List<Candidate> candidates) {
        return candidates.stream().map(Candidate::id).toList();
    }

    /** How many chunks of a collection hold a word. */
    static int count(ChunkStore store, String collection, String word) throws Exception {
        try (var reader = store.reader(List.of(collection))) {
            return reader.sparse(word, Filter.NONE, 1000).candidates().size();
        }
    }

    /** Every file with its size and its time of change. */
    static Map<String, String> files(Path folder) throws Exception {
        try (var files = Files.walk(folder)) {
            return new TreeMap<>(files.filter(Files::isRegularFile)
                    .collect(Collectors.toMap(
                            Path::toString,
                            file -> file.toFile().length() + " " + file.toFile().lastModified())));
        }
    }
}
