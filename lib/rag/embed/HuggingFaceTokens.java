package rag.embed;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import rag.model.Failure;

/**
 * Any {@code tokenizer.json} (Unigram, BPE, WordPiece), read by Hugging Face's own library. It comes as a native one of
 * 14 MB, unpacked once into the cache folder and loaded for such models only.
 */
final class HuggingFaceTokens implements Tokens {

    private final HuggingFaceTokenizer tokenizer;
    private final boolean lower;
    private final int specials;

    private HuggingFaceTokens(HuggingFaceTokenizer tokenizer, boolean lower) {
        this.tokenizer = tokenizer;
        this.lower = lower;
        this.specials = tokenizer.encode("").getIds().length;
    }

    /**
     * @param file a tokenizer.json; what it says of cutting and padding is left aside
     * @param lower whether the model wants lower case that the tokenizer does not make
     */
    static HuggingFaceTokens open(Path file, boolean lower, Path cache) {
        return new HuggingFaceTokens(tokenizer(file, Map.of("truncation", "false", "padding", "false"), cache), lower);
    }

    /** Hugging Face's own tokenizer, with options as its library calls them. @throws Failure when it can't be read */
    static HuggingFaceTokenizer tokenizer(Path file, Map<String, String> options, Path cache) {
        var folder = cache.resolve("djl").toString();
        setUnlessSet("ENGINE_CACHE_DIR", folder);
        setUnlessSet("DJL_CACHE_DIR", folder);
        setUnlessSet("ai.djl.offline", "true"); // what it needs is in the jar
        setUnlessSet("OPT_OUT_TRACKING", "true"); // it would report its use over the network
        try {
            return HuggingFaceTokenizer.newInstance(file, options);
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new Failure("the tokenizer %s can't be read: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getenv(property) == null && System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    @Override
    public long[] ids(String text, int limit) {
        var ids = tokenizer.encode(lower ? text.toLowerCase(Locale.ROOT) : text).getIds();
        if (ids.length <= limit) return ids;
        // the special ones frame the text: what is cut lies before those at the end
        int tail = specials - head(ids);
        var cut = new long[limit];
        System.arraycopy(ids, 0, cut, 0, limit - tail);
        System.arraycopy(ids, ids.length - tail, cut, limit - tail, tail);
        return cut;
    }

    /** How many special ids stand before the text. */
    private int head(long[] ids) {
        var empty = tokenizer.encode("").getIds();
        int same = 0;
        while (same < empty.length - 1 && empty[same] == ids[same]) same++;
        return same;
    }
}
