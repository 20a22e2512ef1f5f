package rag.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum.SeekStatus;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;
import rag.model.Filter;
import rag.store.FilterTerms.Match;

/** {@link FilterTerms} as queries of a Lucene index, and what its terms tell about filters. */
final class FilterQueries {

    /** Terms that are looked at for each place that is wanted: most are paths of several names. */
    private static final int LOOKED_FOR_A_PLACE = 10;

    private FilterQueries() {}

    static Query query(Filter filter) {
        if (filter.none()) return MatchAllDocsQuery.INSTANCE;
        var all = new BooleanQuery.Builder();
        for (var clause : FilterTerms.clauses(filter)) {
            if (clause.negated()) all.add(MatchAllDocsQuery.INSTANCE, Occur.FILTER);
            all.add(query(clause.match()), clause.negated() ? Occur.MUST_NOT : Occur.FILTER);
        }
        return all.build();
    }

    private static Query query(Match match) {
        return switch (match) {
            case Match.AnyOf any ->
                new TermInSetQuery(
                        ChunkFields.FILTER,
                        any.terms().stream().map(BytesRef::new).toList());
            case Match.Between(var lower, var upper) ->
                new TermRangeQuery(ChunkFields.ORDERED, new BytesRef(lower), new BytesRef(upper), true, true);
            case Match.StartsWith(var starts) -> {
                var any = new BooleanQuery.Builder();
                for (var start : starts) any.add(new PrefixQuery(new Term(ChunkFields.FILTER, start)), Occur.SHOULD);
                yield any.build();
            }
        };
    }

    /** The keys that a filter may name. @param terms of the field; null when there are none */
    static List<String> keys(@Nullable Terms terms) throws IOException {
        var keys = new TreeSet<>(FilterTerms.KEYS);
        if (terms == null) return List.copyOf(keys);
        var each = terms.iterator();
        var from = "";
        while (each.seekCeil(new BytesRef(from)) != SeekStatus.END) {
            var term = each.term().utf8ToString();
            var key = FilterTerms.key(term);
            keys.add(key);
            from = key + (char) (FilterTerms.NUL + 1); // the first term that is not about this key any more
        }
        return List.copyOf(keys);
    }

    /** Single names among the paths that sources are found by. @param terms of the field; null when there are none */
    static List<String> places(@Nullable Terms terms, int limit) throws IOException {
        var places = new ArrayList<String>();
        if (terms == null) return places;
        var start = "source" + FilterTerms.NUL;
        var each = terms.iterator();
        int looked = 0;
        for (var status = each.seekCeil(new BytesRef(start));
                status != SeekStatus.END && looked < LOOKED_FOR_A_PLACE * limit && places.size() < limit;
                looked++) {
            var term = each.term().utf8ToString();
            if (!term.startsWith(start)) break;
            if (FilterTerms.isName(term)) places.add(FilterTerms.value(term));
            if (each.next() == null) break;
        }
        return places;
    }
}
