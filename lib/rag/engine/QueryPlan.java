package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.TreeSet;
import rag.config.Settings;
import rag.model.Filter;
import rag.model.Mode;
import rag.model.Query;
import rag.retrieve.Convex;
import rag.retrieve.DenseTrust;
import rag.retrieve.Fusion;
import rag.retrieve.QueryFilters;
import rag.retrieve.QueryShape;
import rag.retrieve.ReciprocalRank;
import rag.retrieve.RouteWeights;
import rag.retrieve.TypedFilters;
import rag.text.Language;
import rag.trace.Trace;

/**
 * What query processing decides.
 *
 * @param text the question without its filters
 * @param dense whether the dense route runs
 * @param sparse whether the sparse route runs
 * @param distrusted whether the dense route was asked for and is left out, since its model does not know the language
 * @param trust how far the dense route is believed for this question
 */
record QueryPlan(
        String text,
        Filter filter,
        boolean dense,
        boolean sparse,
        boolean distrusted,
        RouteWeights weights,
        DenseTrust trust,
        Fusion fusion) {

    /** Decides, and writes down why; closes the stage. */
    static QueryPlan of(Engine engine, Query query, Scope scope, Trace.Running stage) throws IOException {
        try (stage) {
            return decide(engine, query, scope, stage);
        } catch (IOException | RuntimeException e) {
            stage.fail(Routes.words(e));
            throw e;
        }
    }

    private static QueryPlan decide(Engine engine, Query query, Scope scope, Trace.Running stage) throws IOException {
        var settings = engine.settings().retrieval();
        var declared = engine.fields(scope.collections());
        var keys = new TreeSet<>(scope.filterKeys());
        keys.addAll(declared.keySet());
        var parsed = QueryFilters.parse(query.text(), keys);
        var conditions =
                new ArrayList<>(QueryFilters.checked(query.filter(), keys).conditions());
        conditions.addAll(parsed.filter().conditions());
        var filter = new TypedFilters(declared, scope.orderedKeys()).checked(new Filter(conditions));
        var mode = query.mode() == null ? settings.mode() : query.mode();
        var shape = QueryShape.of(parsed.text());
        var language = Language.of(parsed.text());
        var print = scope.groups().getFirst().reader().fingerprint();
        var trust = DenseTrust.of(print.model(), engine.languages(print), language, scope.languages());
        boolean sparse = mode == Mode.SPARSE || (mode != Mode.DENSE && settings.enableSparse());
        boolean dense = mode == Mode.DENSE
                || (mode != Mode.SPARSE && settings.enableDense() && (trust.factor() > 0 || !sparse));
        boolean distrusted = !dense && mode != Mode.SPARSE && settings.enableDense();
        var weights = dense && sparse
                ? weights(settings, mode, shape, trust)
                : new RouteWeights(dense ? 1 : 0, dense ? 0 : 1);
        stage.put("method", "rules")
                .put("text", parsed.text())
                .put("filter", filter.toString())
                .put("language", language)
                .put("signs", shape.signs())
                .put("mode", mode.key())
                .put("dense_weight", Routes.round(weights.dense()))
                .put("sparse_weight", Routes.round(weights.sparse()));
        if (!trust.reason().isEmpty()) stage.put("dense_trust", trust.reason());
        var fusion = settings.fusion().equals("rrf") ? new ReciprocalRank(settings.rrfK()) : new Convex();
        return new QueryPlan(parsed.text(), filter, dense, sparse, distrusted, weights, trust, fusion);
    }

    private static RouteWeights weights(Settings.Retrieval settings, Mode mode, QueryShape shape, DenseTrust trust) {
        var weights = RouteWeights.of(settings.denseWeight(), settings.sparseWeight());
        return (mode == Mode.AUTO ? shape.weigh(weights) : weights).trustDense(trust.factor());
    }
}
