import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import rag.engine.Engine;
import rag.engine.Router;
import rag.engine.Routing;
import rag.engine.Search;
import rag.engine.SearchRun;
import rag.model.Filter;
import rag.model.Query;
import rag.store.analysis.TextAnalysis;
import rag.text.Language;

/** Ways of putting collections in an order for a question, best first. */
final class Ways {

    /** How deep a list of all collections together tells of each. */
    private static final int DEPTH = 50;

    private final Engine engine;
    private final Holdings holdings;
    private final Router router;
    private final Search search;
    private final List<String> all;

    Ways(Engine engine, Holdings holdings) {
        this.engine = engine;
        this.holdings = holdings;
        this.router = new Router(engine);
        this.search = new Search(engine);
        this.all = holdings.collections.stream().map(Holdings.Held::name).toList();
    }

    /** A way. */
    interface Way {
        List<String> order(String question) throws IOException;
    }

    Map<String, Way> all() {
        var ways = new LinkedHashMap<String, Way>();
        ways.put(
                "router",
                question -> route(question).ranked().stream()
                        .map(Routing.Choice::collection)
                        .toList());
        ways.put("router, meaning alone", question -> by(route(question), c -> meaning(c)));
        ways.put("router, words alone", question -> by(route(question), Routing.Choice::words));
        ways.put("centroid", this::centroid);
        ways.put("CORI", this::cori);
        ways.put("best of all", question -> best(asked(question)));
        ways.put("votes of all", question -> votes(asked(question)));
        return ways;
    }

    Routing route(String question) throws IOException {
        return router.route(new Query(question, List.of(Router.AUTO), 10, null, Filter.NONE, false, 0, null));
    }

    private static double meaning(Routing.Choice choice) {
        var meaning = choice.meaning();
        return meaning == null ? 0 : meaning;
    }

    private static List<String> by(Routing routing, ToDoubleFunction<Routing.Choice> score) {
        return routing.ranked().stream()
                .sorted(Comparator.comparingDouble(score).reversed())
                .map(Routing.Choice::collection)
                .toList();
    }

    /** Those whose model reads the question's language by cosine of its vector and the mean of theirs, then the rest. */
    private List<String> centroid(String question) {
        boolean chinese = Language.of(question).equals("zh");
        var vectors = new HashMap<String, float[]>();
        var scores = new LinkedHashMap<String, Double>();
        for (var held : holdings.collections) {
            if (held.chinese() != chinese) {
                scores.put(held.name(), -1.0);
                continue;
            }
            var vector = vectors.computeIfAbsent(
                    held.model(), name -> engine.embedder(name).query(question));
            scores.put(held.name(), Cut.dot(vector, held.centroid()));
        }
        return sorted(scores);
    }

    /** Callan, Lu and Croft 1995, with their constants. */
    private List<String> cori(String question) {
        var held = holdings.collections;
        double mean = held.stream().mapToLong(Holdings.Held::terms).average().orElse(1);
        var scores = new LinkedHashMap<String, Double>();
        held.forEach(c -> scores.put(c.name(), 0.0));
        for (var word : TextAnalysis.question(question, holdings.languages).words()) {
            var frequencies = new double[held.size()];
            int having = 0;
            for (int c = 0; c < frequencies.length; c++) {
                for (var form : word.variants()) {
                    frequencies[c] =
                            Math.max(frequencies[c], held.get(c).frequencies().getOrDefault(form, 0));
                }
                if (frequencies[c] > 0) having++;
            }
            if (having == 0) continue;
            double rarity = Math.log((held.size() + 0.5) / having) / Math.log(held.size() + 1.0);
            for (int c = 0; c < frequencies.length; c++) {
                double t = frequencies[c]
                        / (frequencies[c] + 50 + 150 * held.get(c).terms() / mean);
                scores.merge(held.get(c).name(), word.weight() * (0.4 + 0.6 * t * rarity), Double::sum);
            }
        }
        return sorted(scores);
    }

    private SearchRun asked(String question) {
        return search.run(new Query(question, all, 10, null, Filter.NONE, false, 0, null));
    }

    /** By the place of its first passage in the one list of all collections. */
    private List<String> best(SearchRun run) {
        var scores = new LinkedHashMap<String, Double>();
        for (var fused : run.ranked()) scores.merge(holdings.collectionOf.get(fused.id()), fused.score(), Math::max);
        return sorted(scores);
    }

    /** By all its passages among the first, each with the less weight the later it comes (Shokouhi 2007). */
    private List<String> votes(SearchRun run) {
        var scores = new LinkedHashMap<String, Double>();
        for (int rank = 0; rank < Math.min(DEPTH, run.ranked().size()); rank++) {
            scores.merge(holdings.collectionOf.get(run.ranked().get(rank).id()), 1.0 / (1 + rank), Double::sum);
        }
        return sorted(scores);
    }

    private static List<String> sorted(Map<String, Double> scores) {
        var names = new ArrayList<>(scores.keySet());
        names.sort(
                Comparator.comparingDouble((String name) -> -scores.get(name)).thenComparing(name -> name));
        return names;
    }
}
