package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rag.config.Command;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Hit;
import rag.model.Query;
import rag.retrieve.Fused;
import rag.store.ChunkReader.Place;
import rag.store.ChunkReader.SparsePlace;
import rag.store.HistoryRow;

/** Answers "why not this passage?": runs the query, and follows one passage through its stages. */
public final class Explain {

    private static final int MOST_MATCHES = 20;

    private final Engine engine;

    public Explain(Engine engine) {
        this.engine = engine;
    }

    /** @param wanted a chunk id, a document's source, or words that stand in the passage */
    public Explanation explain(Query query, String wanted) {
        return explain(query, wanted, Map.of());
    }

    /** @param about as in {@link Search#run(Query, Map)} */
    public Explanation explain(Query query, String wanted, Map<String, String> about) {
        if (wanted.isBlank()) throw new Failure("say which passage: its id, its source, or words that stand in it");
        var run = new Search(engine).run(query, about);
        try (var scope = Scope.open(engine.store(), run.answer().collections())) {
            var matches = new ArrayList<Chunk>();
            for (var group : scope.groups()) matches.addAll(group.reader().find(wanted, MOST_MATCHES));
            if (matches.isEmpty()) return notIngested(run, wanted);
            var best = best(run, matches);
            return follow(
                    run,
                    scope,
                    best,
                    matches.stream()
                            .map(Chunk::id)
                            .filter(id -> !id.equals(best.id()))
                            .toList());
        } catch (IOException e) {
            throw new Failure("the passage could not be followed: " + Routes.words(e), e);
        }
    }

    /** Of several passages that fit, the one that came furthest. */
    private static Chunk best(SearchRun run, List<Chunk> matches) {
        for (var hit : run.answer().hits()) {
            for (var match : matches) if (hit.chunk().id().equals(match.id())) return match;
        }
        for (var fused : run.ranked()) {
            for (var match : matches) if (fused.id().equals(match.id())) return match;
        }
        return matches.getFirst();
    }

    private Explanation notIngested(SearchRun run, String wanted) {
        var collections = String.join(", ", run.answer().collections());
        var advice = new ArrayList<String>();
        var known = known(run.answer().collections(), wanted);
        if (known.isPresent()) {
            var row = known.get();
            return new Explanation(
                    "not_ingested",
                    "%s is known, but has no passages: state %s%s"
                            .formatted(
                                    row.source(),
                                    row.state().key(),
                                    row.reason().isEmpty() ? "" : ", " + row.reason()),
                    "",
                    row.source(),
                    "",
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    List.of("mend the file, then ingest it again with: "
                            + Command.of("ingest", "--path", row.source(), "-c", row.collection())),
                    List.of());
        }
        advice.add("ingest the document that holds it: "
                + Command.of(
                        "ingest",
                        "--path",
                        "FILE",
                        "-c",
                        run.answer().collections().getFirst()));
        advice.add("or look in other collections with -c NAME");
        return new Explanation(
                "not_ingested",
                "no passage in %s has this id, this source, or these words".formatted(collections),
                "",
                "",
                "",
                null,
                null,
                null,
                null,
                null,
                null,
                advice,
                List.of());
    }

    private Optional<HistoryRow> known(List<String> collections, String wanted) {
        try (var ledger = engine.knownLedger().orElse(null)) {
            if (ledger == null) return Optional.empty();
            return collections.stream()
                    .flatMap(collection -> ledger.history(collection).stream())
                    .filter(row -> row.source().equals(wanted) || row.source().endsWith("/" + wanted))
                    .findFirst();
        }
    }

    private Explanation follow(SearchRun run, Scope scope, Chunk chunk, List<String> more) throws IOException {
        var group = scope.groups().stream()
                .filter(g -> g.collections().contains(chunk.collection()))
                .findFirst()
                .orElseThrow();
        var reader = group.reader();
        var facts = new Facts(chunk, more);
        if (!reader.passes(run.filter(), chunk.id())) {
            return facts.at(
                    "filter",
                    "the filter " + run.filter() + " leaves it out",
                    List.of("ask without the filter, or with one that the passage fulfils"));
        }
        if (ran(run, "dense_retrieval")) {
            var embedder = engine.embedder(chunk.collection(), reader.fingerprint());
            var vector = Hypothesis.beside(embedder.query(run.text()), run.hypothetical(), embedder);
            facts.dense = reader.densePlace(vector, run.filter(), chunk.id()).orElse(null);
        }
        if (ran(run, "sparse_retrieval")) {
            facts.sparse =
                    reader.sparsePlace(run.text(), run.filter(), chunk.id()).orElse(null);
        }
        facts.fusedRank = rank(run.fused(), chunk.id());
        facts.feedbackRank = rank(run.refined(), chunk.id());
        if (reranked(run)) facts.rerankedRank = rank(run.ranked(), chunk.id());
        return judged(run, facts);
    }

    private Explanation judged(SearchRun run, Facts facts) {
        var id = facts.chunk.id();
        var query = run.query();
        for (var hit : run.answer().hits()) {
            if (hit.chunk().id().equals(id)) {
                facts.rank = hit.rank();
                return facts.at("returned", "it is hit " + hit.rank() + " of the answer", List.of());
            }
            if (copies(hit, id)) {
                return facts.at(
                        "folded",
                        "it is a near-duplicate of hit %d (%s) and is listed there"
                                .formatted(hit.rank(), hit.chunk().source()),
                        List.of());
            }
        }
        if (facts.fusedRank == null) return lostInRecall(facts);
        return lostOnTheWay(facts, query.topK());
    }

    /** It was found; a later stage let it sink below the last hit, or the budget ended before it. */
    private static Explanation lostOnTheWay(Facts facts, int topK) {
        int fused = Objects.requireNonNull(facts.fusedRank);
        int refined = Objects.requireNonNull(facts.feedbackRank);
        int last = facts.rerankedRank == null ? refined : facts.rerankedRank;
        var place = "it stands at %d after fusion%s%s"
                .formatted(
                        fused,
                        refined == fused ? "" : ", at %d after feedback".formatted(refined),
                        facts.rerankedRank == null ? "" : ", at %d after reranking".formatted(last));
        if (last <= topK) {
            return facts.at(
                    "budget",
                    place + ", but the token budget left it out",
                    List.of("allow more tokens, or ask for fewer neighbours"));
        }
        var advice = new ArrayList<>(List.of("ask for more hits: --top-k " + last));
        var stage = refined <= topK ? "rerank" : fused <= topK ? "feedback" : "cut";
        if (stage.equals("rerank")) advice.addFirst("ask without the reranker: --no-rerank");
        if (stage.equals("feedback")) advice.addFirst("keep the order of fusion: retrieval.feedback: false");
        return facts.at(stage, "%s, and only %d hits were asked for".formatted(place, topK), advice);
    }

    private Explanation lostInRecall(Facts facts) {
        var settings = engine.settings().retrieval();
        var advice = new ArrayList<String>();
        int depth = 0;
        if (facts.dense != null) depth = Math.max(depth, facts.dense.rank());
        if (facts.sparse != null && facts.sparse.rank() > 0) depth = Math.max(depth, facts.sparse.rank());
        boolean inRoute = (facts.dense != null && facts.dense.rank() <= settings.denseTopK())
                || (facts.sparse != null && facts.sparse.rank() > 0 && facts.sparse.rank() <= settings.sparseTopK());
        if (inRoute && settings.fusionTopK() != null) {
            return facts.at(
                    "fusion",
                    "a route found it, but only the first %d fused candidates are kept"
                            .formatted(settings.fusionTopK()),
                    List.of("raise retrieval.fusion_top_k"));
        }
        if (facts.sparse != null && !facts.sparse.missing().isEmpty()) {
            advice.add("it lacks the words: " + String.join(", ", facts.sparse.missing()));
        }
        if (depth > 0 && depth <= 1000) advice.add("raise retrieval.dense_top_k or sparse_top_k to " + depth);
        advice.add("ask with words that stand in the passage");
        return facts.at(
                "recall",
                "no route's list reaches it: " + places(facts, settings.denseTopK(), settings.sparseTopK()),
                advice);
    }

    private static String places(Facts facts, int denseTopK, int sparseTopK) {
        var dense = facts.dense == null
                ? "the dense route did not run"
                : "it is %d by meaning (the list ends at %d)".formatted(facts.dense.rank(), denseTopK);
        var sparse = facts.sparse == null
                ? "the sparse route did not run"
                : facts.sparse.rank() == 0
                        ? "it has none of the question's words"
                        : "it is %d by words (the list ends at %d)".formatted(facts.sparse.rank(), sparseTopK);
        return dense + ", " + sparse;
    }

    private static boolean copies(Hit hit, String id) {
        return hit.alsoIn().stream().anyMatch(copy -> copy.chunkId().equals(id));
    }

    private static @Nullable Integer rank(List<Fused> list, String id) {
        for (int i = 0; i < list.size(); i++) if (list.get(i).id().equals(id)) return i + 1;
        return null;
    }

    /** Whether a reranker gave an order. */
    private static boolean reranked(SearchRun run) {
        return run.trace().stages().stream()
                .anyMatch(s -> s.stage().equals("rerank") && s.data().containsKey("judged"));
    }

    private static boolean ran(SearchRun run, String stage) {
        return run.trace().stages().stream().anyMatch(s -> s.stage().equals(stage) && s.error() == null);
    }

    /** What is known of the passage while it is followed. */
    private static final class Facts {

        private final Chunk chunk;
        private final List<String> more;
        private @Nullable Place dense;
        private @Nullable SparsePlace sparse;
        private @Nullable Integer fusedRank;
        private @Nullable Integer feedbackRank;
        private @Nullable Integer rerankedRank;
        private @Nullable Integer rank;

        private Facts(Chunk chunk, List<String> more) {
            this.chunk = chunk;
            this.more = more;
        }

        private Explanation at(String stage, String verdict, List<String> advice) {
            return new Explanation(
                    stage,
                    verdict,
                    chunk.id(),
                    chunk.source(),
                    Shown.text(chunk.text(), "preview"),
                    dense,
                    sparse,
                    fusedRank,
                    feedbackRank,
                    rerankedRank,
                    rank,
                    advice,
                    more);
        }
    }
}
