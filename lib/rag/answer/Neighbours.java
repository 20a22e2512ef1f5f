package rag.answer;

import java.util.List;
import java.util.function.Function;
import rag.model.Chunk;

/** The passages around a hit in its document, in reading order. */
public record Neighbours(List<Chunk> before, List<Chunk> after) {

    private static final Neighbours NONE = new Neighbours(List.of(), List.of());

    /**
     * @param count how many on each side, 0 and more
     * @param document fetches all chunks of a document in reading order
     */
    public static Neighbours of(Chunk hit, int count, Function<String, List<Chunk>> document) {
        if (count == 0) return NONE;
        var chunks = document.apply(hit.documentId());
        int at = 0;
        while (at < chunks.size() && !chunks.get(at).id().equals(hit.id())) at++;
        if (at == chunks.size()) return NONE;
        return new Neighbours(
                List.copyOf(chunks.subList(Math.max(0, at - count), at)),
                List.copyOf(chunks.subList(at + 1, Math.min(chunks.size(), at + 1 + count))));
    }
}
