package rag.store.opensearch;

import rag.store.QuestionWords;

/**
 * What a search is about, which decides how it is done.
 *
 * @param copies chooses the copies of shards that answer: the same ones for the same question, since two copies need not
 *     order ties alike
 * @param type whether the frequencies of words are summed over all shards first
 */
record About(String copies, String type) {

    static About words(QuestionWords words) {
        return new About(copies(words.shown()), "dfs_query_then_fetch");
    }

    static About other(Object what) {
        return new About(copies(what), "query_then_fetch");
    }

    private static String copies(Object what) {
        return "q" + Integer.toHexString(what.hashCode());
    }
}
