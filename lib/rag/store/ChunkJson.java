package rag.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.regex.Pattern;
import rag.config.Json;
import rag.model.Chunk;

/** A whole chunk as stores keep it: JSON that UTF-8 can hold. */
public final class ChunkJson {

    /** Half a surrogate pair, which UTF-8 can't hold. */
    private static final Pattern HALF_PAIR = Pattern.compile("\\p{Cs}");

    private ChunkJson() {}

    public static String of(Chunk chunk) {
        var json = Json.line(chunk);
        return HALF_PAIR
                .matcher(json)
                .replaceAll(half -> "\\\\u%04x".formatted((int) half.group().charAt(0)));
    }

    /** The chunk of its JSON. @param stale what a column beside the JSON says, which is newer */
    public static Chunk chunk(String json, boolean stale) throws JsonProcessingException {
        var chunk = Json.read(json, Chunk.class);
        return chunk.stale() == stale ? chunk : chunk.withStale(stale);
    }
}
