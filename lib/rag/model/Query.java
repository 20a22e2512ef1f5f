package rag.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question as it was asked.
 *
 * @param text 1 to 200,000 characters; what the analyzer can't use is cut and said
 * @param collections where to look; empty means the default collection
 * @param topK how many hits at most, 1 to 1,000
 * @param mode null takes the setting's
 * @param rerank false leaves the order as fusion gives it, whatever the settings say
 * @param hyde null takes the setting's
 * @param expand neighbours to show before and after each hit, 0 to 3
 * @param maxTokens budget for all hits together; null for none
 */
public record Query(
        String text,
        List<String> collections,
        int topK,
        @Nullable Mode mode,
        Filter filter,
        boolean rerank,
        @Nullable Hyde hyde,
        int expand,
        @Nullable Integer maxTokens) {

    public static final int MAX_TOP_K = 1000;

    public Query {
        if (topK < 1 || topK > MAX_TOP_K) {
            throw new Failure("top_k must be between 1 and " + MAX_TOP_K + ", not " + topK);
        }
        if (expand < 0 || expand > 3) throw new Failure("expand must be between 0 and 3, not " + expand);
        if (maxTokens != null && maxTokens < 1) throw new Failure("max_tokens must be at least 1, not " + maxTokens);
        if (text.codePoints().noneMatch(Query::visible)) {
            throw new Failure("the query is empty: ask with at least one letter, digit or sign");
        }
        collections = collections.stream().map(CollectionName::normal).toList();
    }

    /** With the setting's say on a hypothetical passage. */
    public Query(
            String text,
            List<String> collections,
            int topK,
            @Nullable Mode mode,
            Filter filter,
            boolean rerank,
            int expand,
            @Nullable Integer maxTokens) {
        this(text, collections, topK, mode, filter, rerank, null, expand, maxTokens);
    }

    /** The same question in other words or elsewhere. */
    public Query with(String text, List<String> collections) {
        return new Query(text, collections, topK, mode, filter, rerank, hyde, expand, maxTokens);
    }

    /** The same question elsewhere, with other conditions. */
    public Query with(List<String> collections, Filter filter) {
        return new Query(text, collections, topK, mode, filter, rerank, hyde, expand, maxTokens);
    }

    public static Query of(String text, int topK) {
        return new Query(text, List.of(), topK, null, Filter.NONE, true, 0, null);
    }

    private static boolean visible(int c) {
        return !Character.isWhitespace(c)
                && !Character.isSpaceChar(c)
                && Character.getType(c) != Character.FORMAT
                && Character.getType(c) != Character.CONTROL
                && Character.getType(c) != Character.SURROGATE; // half of a pair
    }
}
