package rag.split;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import rag.model.Chunk;
import rag.model.Document;
import rag.model.Passage;

/** What the tests ask of a document's passages. */
final class Passages {

    private Passages() {}

    static List<Passage> split(Document document, int size, int overlap) {
        return Splitters.of("auto").split(document, new ChunkLimits(size, overlap, Docs.WORDS));
    }

    static List<String> texts(List<Passage> passages) {
        return passages.stream().map(Passage::text).toList();
    }

    static void assertWithin(int size, Document document, List<Passage> passages) {
        for (var passage : passages) {
            int tokens = Docs.WORDS.count(Chunk.searchText(document.title(), passage.headings(), passage.text()));
            assertTrue(tokens <= size, tokens + " tokens: " + passage);
        }
    }
}
