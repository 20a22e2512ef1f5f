package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import rag.config.Settings;
import rag.engine.Scope.Group;
import rag.model.Failure;
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
 * @param asked what the dense route looks in; empty where it does not run
 * @param sparse whether the sparse route runs
 * @param weights of the two routes, where both find something
 * @param trust whether each group's model is believed for this question, in the order of the scope's groups
 * @param leftOut why the dense route, though wanted, leaves out groups: their models do not know the language
 */
record QueryPlan(
        String text,
        Filter filter,
        List<Group> asked,
        boolean sparse,
        RouteWeights weights,
        List<DenseTrust> trust,
        List<String> leftOut,
        Fusion fusion) {

    /** Whether the dense route runs. */
    boolean dense() {
        return !asked.isEmpty();
    }

    /** Whether the dense route is wanted and does not run, since no model knows the language. */
    boolean distrusted() {
        return !dense() && !leftOut.isEmpty();
    }

    /** Decides, and writes down why; closes the stage. */
    static QueryPlan of(Engine engine, Query query, Scope scope, Trace.Running stage) throws IOException {
        try (stage) {
            return decide(engine, query, scope, stage);
        } catch (IOException | RuntimeException e) {
            stage.fail(Failure.words(e));
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
        var trust = new ArrayList<DenseTrust>();
        for (var group : scope.groups()) trust.add(trust(engine, group, language));
        boolean sparse = mode == Mode.SPARSE || (mode != Mode.DENSE && settings.enableSparse());
        boolean wanted = mode == Mode.DENSE || (mode != Mode.SPARSE && settings.enableDense());
        var asked = wanted ? trusted(scope.groups(), trust) : List.<Group>of();
        if (wanted && asked.isEmpty() && !sparse)
            asked = scope.groups(); // chance neighbours, where there is no other way
        var leftOut = wanted ? leftOut(scope.groups(), asked, trust) : List.<String>of();
        boolean dense = !asked.isEmpty();
        var weights = dense && sparse ? weights(settings, mode, shape) : new RouteWeights(dense ? 1 : 0, dense ? 0 : 1);
        stage.put("method", "rules")
                .put("text", parsed.text())
                .put("filter", filter.toString())
                .put("language", language)
                .put("signs", shape.signs())
                .put("mode", mode.key())
                .put("dense_weight", Routes.round(weights.dense()))
                .put("sparse_weight", Routes.round(weights.sparse()));
        var reasons = trust.stream().map(DenseTrust::reason).filter(reason -> !reason.isEmpty());
        var doubts = String.join("; ", reasons.toList());
        if (!doubts.isEmpty()) stage.put("dense_trust", doubts);
        var fusion = settings.fusion().equals("rrf") ? new ReciprocalRank(settings.rrfK()) : new Convex();
        return new QueryPlan(parsed.text(), filter, asked, sparse, weights, trust, leftOut, fusion);
    }

    private static DenseTrust trust(Engine engine, Group group, String language) throws IOException {
        var print = group.reader().fingerprint();
        return DenseTrust.of(
                print.model(), engine.languages(print), language, group.reader().languages());
    }

    private static List<Group> trusted(List<Group> groups, List<DenseTrust> trust) {
        return IntStream.range(0, groups.size())
                .filter(i -> trust.get(i).full())
                .mapToObj(groups::get)
                .toList();
    }

    private static List<String> leftOut(List<Group> groups, List<Group> asked, List<DenseTrust> trust) {
        return IntStream.range(0, groups.size())
                .filter(i -> !asked.contains(groups.get(i)))
                .mapToObj(i -> (groups.size() == 1 ? "" : groups.get(i).name() + ": ")
                        + trust.get(i).reason())
                .toList();
    }

    private static RouteWeights weights(Settings.Retrieval settings, Mode mode, QueryShape shape) {
        var weights = RouteWeights.of(settings.denseWeight(), settings.sparseWeight());
        return mode == Mode.AUTO ? shape.weigh(weights) : weights;
    }
}
