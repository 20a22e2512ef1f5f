package rag.store;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What language models answered before, by the hash of all that the answer depends on: {@code <data>/answers.db}. A
 * broken cache is an empty one. Usable from several threads and processes.
 */
public final class AnswerCache implements AutoCloseable {

    private static final KeptBytes.Kind KIND =
            new KeptBytes.Kind("answers.db", "answer", "text", "cache of answers", "models are asked again");

    private static final long MOST_BYTES = 500_000_000;

    private final KeptBytes kept;

    private AnswerCache(KeptBytes kept) {
        this.kept = kept;
    }

    /** Opens the cache of a data folder, or makes it. Trouble is logged. */
    public static AnswerCache open(Path data) {
        var log = System.getLogger(AnswerCache.class.getName());
        return new AnswerCache(KeptBytes.open(
                KIND, data, MOST_BYTES, Clock.systemUTC(), words -> log.log(System.Logger.Level.WARNING, words)));
    }

    /** @param key 64 hex digits */
    public Optional<String> get(String key) {
        return Optional.ofNullable(kept.get(List.of(key)).get(key))
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** @param key 64 hex digits */
    public void put(String key, String answer) {
        kept.put(Map.of(key, answer.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {
        kept.close();
    }
}
