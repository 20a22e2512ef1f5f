package rag.store.pgvector;

import java.util.List;
import rag.model.Candidate;
import rag.store.GraphBreadth;
import rag.store.postgres.Session;

/** The nearest chunks of one collection. */
final class DenseSearch {

    /** Most candidates that pgvector keeps in view; what a list needs beyond them comes from further scans. */
    private static final int MOST_IN_VIEW = 1000;

    /** Hits of the graph beyond those asked for, among which those that tie are put in order. */
    private static final int MARGIN = 28;

    private final Session session;
    private final int efSearch;

    /** @param efSearch candidates in view, at least; more in large collections */
    DenseSearch(Session session, int efSearch) {
        this.session = session;
        this.efSearch = efSearch;
    }

    /** By the graph, where there is one; where that ends before the list is full, by looking at every vector. */
    List<Candidate> nearest(CollectionRow row, String vector, FilterSql filter, int topK) {
        if (row.graph()) {
            var found = byGraph(row, vector, filter, topK);
            if (found.size() >= Math.min(topK, row.size())) return found;
        }
        return nearest("", "+ 0", "score, id", row, vector, filter, topK); // there is no graph of sums
    }

    /**
     * A graph is not used to order by id too, so where the cut goes through equal scores more and more are looked at, for
     * the ids to decide.
     */
    private List<Candidate> byGraph(CollectionRow row, String vector, FilterSql filter, int topK) {
        long most = Math.min(row.size(), (long) topK + MARGIN);
        while (true) {
            long view = Math.min(MOST_IN_VIEW, Math.max(GraphBreadth.of(row.size(), efSearch), most));
            var first = "set local hnsw.ef_search = " + view + ";";
            var found = nearest(first, "", "score", row, vector, filter, (int) most);
            boolean torn = found.size() == most
                    && most < row.size()
                    && found.getLast().score() == found.get(topK - 1).score();
            if (!torn) return found;
            most = Math.min(row.size(), 4 * most);
        }
    }

    private List<Candidate> nearest(
            String first, String plus, String order, CollectionRow row, String vector, FilterSql filter, int most) {
        return session.rows(
                """
                %s select id, likeness, -score from (select id, likeness, (embedding <#> ?::vector) %s as score
                from %s where %s order by %s limit ?) best
                """.formatted(first, plus, row.chunks(), filter.condition(), order),
                each -> new Candidate(each.getString(1), each.getDouble(3), each.getLong(2)),
                filter.among(List.of(vector), most));
    }
}
