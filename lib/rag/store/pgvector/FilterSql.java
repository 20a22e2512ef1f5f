package rag.store.pgvector;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import rag.model.Filter;
import rag.store.FilterTerms;
import rag.store.FilterTerms.Match;

/**
 * A filter as a condition on the columns of chunks.
 *
 * @param parameters of the condition, in order
 */
record FilterSql(String condition, List<Object> parameters) {

    static FilterSql of(Filter filter) {
        var conditions = new ArrayList<String>();
        var parameters = new ArrayList<Object>();
        for (var clause : FilterTerms.clauses(filter)) {
            var condition = switch (clause.match()) {
                case Match.AnyOf(var terms) -> {
                    parameters.add(StoredText.all(terms));
                    yield "filter && ?";
                }
                case Match.StartsWith(var starts) -> {
                    parameters.add(StoredText.all(starts));
                    yield "exists (select from unnest(filter) term, unnest(?) start"
                            + " where starts_with(term, start))";
                }
                case Match.Between(var lower, var upper) -> {
                    parameters.add(StoredText.of(lower));
                    parameters.add(StoredText.of(upper));
                    yield "exists (select from unnest(ordered) term" + " where term collate \"C\" between ? and ?)";
                }
            };
            conditions.add(clause.negated() ? "not " + condition : condition);
        }
        return new FilterSql(conditions.isEmpty() ? "true" : String.join(" and ", conditions), parameters);
    }

    /** All parameters of a statement that has some before and some behind the condition. */
    Object[] among(List<?> before, Object... behind) {
        return Stream.of(before.stream(), parameters.stream(), Stream.of(behind))
                .flatMap(each -> each)
                .toArray();
    }
}
