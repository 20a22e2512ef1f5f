package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import rag.config.Command;
import rag.engine.Scope.Group;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Filter.Condition;
import rag.model.Query;
import rag.model.Verdict;
import rag.retrieve.Fused;
import rag.store.HistoryRow;

/** Answers "why not this passage?": runs the query, and follows one passage through its stages. */
public final class Explain {

    private final Engine engine;

    public Explain(Engine engine) {
        this.engine = engine;
    }

    /** Why a condition leaves a passage out, and what would let it in. */
    record Reason(String words, String advice) {}

    /** What a domain says of its own conditions; empty for one that the asker gave. */
    private interface Rules {
        Optional<Reason> reason(Condition failed, Chunk chunk);
    }

    /** @param wanted a chunk id, a document's source, or words that stand in the passage */
    public Explanation explain(Query query, String wanted) {
        return explain(query, wanted, Map.of());
    }

    /** @param about as in {@link Search#run(Query, Map)} */
    public Explanation explain(Query query, String wanted, Map<String, String> about) {
        return explain(query, new Wanted(wanted), about, null);
    }

    /** As {@link DomainSearch#ask} answers it. */
    public Explanation explain(DomainSearch domain, DomainQuery asked, String wanted) {
        Rules rules = (failed, chunk) -> domain.reason(asked, failed, chunk);
        return explain(domain.query(asked), new Wanted(wanted), Map.of(), rules);
    }

    private Explanation explain(Query query, Wanted wanted, Map<String, String> about, @Nullable Rules rules) {
        var run = new Search(engine).run(query, about);
        var collections = run.answer().collections();
        try (var scope = Scope.open(engine.store(), collections)) {
            var fitting = Fitting.in(scope, run, wanted);
            if (!fitting.named()) {
                var known = known(collections, wanted);
                if (known.isPresent()) return withoutPassages(known.get());
            }
            if (!fitting.exact()) {
                var elsewhere =
                        Unsearched.find(engine, run, wanted, fitting.chunks().isEmpty());
                if (elsewhere.isPresent()) return elsewhere.get();
            }
            return fitting.chunks().isEmpty() ? notIngested(collections) : follow(run, scope, fitting, rules);
        } catch (IOException e) {
            throw new Failure("the passage could not be followed: " + Failure.words(e), e);
        }
    }

    private static Explanation notIngested(List<String> collections) {
        return Explanation.notIngested(
                "no passage in %s has this id, this source, or these words".formatted(String.join(", ", collections)),
                "",
                List.of(
                        "ingest the document that holds it: "
                                + Command.of("ingest", "--path", "FILE", "-c", collections.getFirst()),
                        "or look in other collections with -c NAME"));
    }

    private static Explanation withoutPassages(HistoryRow row) {
        return Explanation.notIngested(
                "%s is known, but has no passages: state %s%s"
                        .formatted(row.source(), row.state().key(), row.reason().isEmpty() ? "" : ", " + row.reason()),
                row.source(),
                List.of("mend the file, then ingest it again with: "
                        + Command.of("ingest", "--path", row.source(), "-c", row.collection())));
    }

    /** A document of this name, where no passage has it. */
    private Optional<HistoryRow> known(List<String> collections, Wanted wanted) {
        try (var ledger = engine.knownLedger().orElse(null)) {
            if (ledger == null) return Optional.empty();
            return collections.stream()
                    .flatMap(collection -> ledger.history(collection).stream())
                    .filter(row -> wanted.document().means(row.source(), row.documentId()))
                    .findFirst();
        }
    }

    private Explanation follow(SearchRun run, Scope scope, Fitting fitting, @Nullable Rules rules) throws IOException {
        var chunk = fitting.chunks().getFirst();
        var group = scope.groups().stream()
                .filter(g -> g.collections().contains(chunk.collection()))
                .findFirst()
                .orElseThrow();
        if (!group.reader().passes(run.filter(), chunk.id())) {
            return leftOut(run, group, chunk, new Followed(chunk, fitting.others(), Places.NONE), rules);
        }
        var followed = new Followed(chunk, fitting.others(), places(run, scope, group, chunk));
        var told = followed.judged(run, engine.settings().retrieval());
        boolean given = told.stage().equals("returned") || told.stage().equals("folded");
        if (rules == null || !given || run.answer().verdict() == Verdict.OK) return told;
        return followed.at(
                "verdict",
                "%s, but a domain gives no passages where the verdict is %s: %s"
                        .formatted(
                                told.verdict().replaceFirst("^it is", "it would be"),
                                run.answer().verdict().key(),
                                run.answer().reason()),
                List.of(
                        "ask with words that stand in the passage",
                        "or ask its collection without the domain's rules: -c " + chunk.collection()));
    }

    /** Each condition by itself, so that what is said names the ones that fail. */
    private static Explanation leftOut(
            SearchRun run, Group group, Chunk chunk, Followed followed, @Nullable Rules rules) throws IOException {
        var words = new ArrayList<String>();
        var advice = new ArrayList<String>();
        for (var condition : run.filter().conditions()) {
            if (group.reader().passes(new Filter(List.of(condition)), chunk.id())) continue;
            var ruled = rules == null ? Optional.<Reason>empty() : rules.reason(condition, chunk);
            var reason = ruled.orElseGet(() -> new Reason(
                    "the filter " + condition + " leaves it out",
                    "ask without the filter %s, or with one that the passage fulfils".formatted(condition)));
            words.add(reason.words());
            if (!advice.contains(reason.advice())) advice.add(reason.advice());
        }
        return followed.at("filter", String.join("; ", words), advice);
    }

    private Places places(SearchRun run, Scope scope, Group group, Chunk chunk) throws IOException {
        var reader = group.reader();
        boolean meant = run.meant().contains(chunk.collection());
        boolean words =
                run.trace().stages().stream().anyMatch(s -> s.stage().equals("sparse_retrieval") && s.error() == null);
        boolean reranked = run.trace().stages().stream()
                .anyMatch(s -> s.stage().equals("rerank") && s.data().containsKey("judged"));
        return new Places(
                meant
                        ? reader.densePlace(vector(run, group), run.filter(), chunk.id())
                                .orElse(null)
                        : null,
                !meant
                        ? 1
                        : (int) scope.groups().stream()
                                .filter(g -> run.meant().containsAll(g.collections()))
                                .count(),
                words ? reader.sparsePlace(run.text(), run.filter(), chunk.id()).orElse(null) : null,
                words ? scope.groups().size() : 1,
                rank(run.fused(), chunk.id()),
                rank(run.refined(), chunk.id()),
                reranked ? rank(run.ranked(), chunk.id()) : null);
    }

    private float[] vector(SearchRun run, Group group) {
        var embedder =
                engine.embedder(group.collections().getFirst(), group.reader().fingerprint());
        return Hypothesis.beside(embedder.query(run.text()), run.hypothetical(), embedder);
    }

    private static @Nullable Integer rank(List<Fused> list, String id) {
        for (int i = 0; i < list.size(); i++) if (list.get(i).id().equals(id)) return i + 1;
        return null;
    }
}
