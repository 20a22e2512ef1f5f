package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rag.config.Command;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Query;
import rag.retrieve.Fused;
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
        var collections = run.answer().collections();
        var known = known(collections, wanted);
        if (known.isEmpty()) {
            return Explanation.notIngested(
                    "no passage in %s has this id, this source, or these words"
                            .formatted(String.join(", ", collections)),
                    "",
                    List.of(
                            "ingest the document that holds it: "
                                    + Command.of("ingest", "--path", "FILE", "-c", collections.getFirst()),
                            "or look in other collections with -c NAME"));
        }
        var row = known.get();
        return Explanation.notIngested(
                "%s is known, but has no passages: state %s%s"
                        .formatted(row.source(), row.state().key(), row.reason().isEmpty() ? "" : ", " + row.reason()),
                row.source(),
                List.of("mend the file, then ingest it again with: "
                        + Command.of("ingest", "--path", row.source(), "-c", row.collection())));
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
        var followed = new Followed(chunk, more);
        if (!reader.passes(run.filter(), chunk.id())) {
            return followed.at(
                    "filter",
                    "the filter " + run.filter() + " leaves it out",
                    List.of("ask without the filter, or with one that the passage fulfils"));
        }
        if (run.meant().contains(chunk.collection())) {
            var embedder = engine.embedder(chunk.collection(), reader.fingerprint());
            var vector = Hypothesis.beside(embedder.query(run.text()), run.hypothetical(), embedder);
            followed.denseLists = (int) scope.groups().stream()
                    .filter(g -> run.meant().containsAll(g.collections()))
                    .count();
            followed.dense = reader.densePlace(vector, run.filter(), chunk.id()).orElse(null);
        }
        if (ran(run, "sparse_retrieval")) {
            followed.sparseLists = scope.groups().size();
            followed.sparse =
                    reader.sparsePlace(run.text(), run.filter(), chunk.id()).orElse(null);
        }
        followed.fusedRank = rank(run.fused(), chunk.id());
        followed.feedbackRank = rank(run.refined(), chunk.id());
        if (reranked(run)) followed.rerankedRank = rank(run.ranked(), chunk.id());
        return followed.judged(run, engine.settings().retrieval());
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
}
