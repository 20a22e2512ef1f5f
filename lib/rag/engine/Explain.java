package rag.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import rag.config.Command;
import rag.model.Chunk;
import rag.model.Failure;
import rag.model.Filter;
import rag.model.Query;
import rag.retrieve.Fused;
import rag.store.HistoryRow;

/** Answers "why not this passage?": runs the query, and follows one passage through its stages. */
public final class Explain {

    private static final int MOST_MATCHES = 20;

    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

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
        return explain(new Search(engine).run(query, about), wanted);
    }

    /** Follows a passage through a search that was run. */
    Explanation explain(SearchRun run, String wanted) {
        try (var scope = Scope.open(engine.store(), run.answer().collections())) {
            var matches = matches(scope, wanted);
            var furthest = furthest(run, scope, wanted);
            var best = furthest.isPresent() ? furthest : matches.stream().findFirst();
            if (best.isPresent()) return follow(run, scope, best.get(), others(matches, best.get()));
            return ran(run, "routing") ? passedOver(run, wanted) : notIngested(run, wanted);
        } catch (IOException e) {
            throw new Failure("the passage could not be followed: " + Failure.words(e), e);
        }
    }

    private static List<Chunk> matches(Scope scope, String wanted) throws IOException {
        var matches = new ArrayList<Chunk>();
        for (var group : scope.groups()) matches.addAll(group.reader().find(wanted, MOST_MATCHES));
        return matches;
    }

    private static List<String> others(List<Chunk> matches, Chunk one) {
        return matches.stream()
                .map(Chunk::id)
                .filter(id -> !id.equals(one.id()))
                .toList();
    }

    /** Of the passages that the search saw, the one that fits and came furthest: a document has more than are looked up. */
    private static Optional<Chunk> furthest(SearchRun run, Scope scope, String wanted) throws IOException {
        for (var hits : List.of(run.answer().hits(), run.trimmed())) {
            for (var hit : hits) {
                if (fits(hit.chunk(), wanted)) return Optional.of(hit.chunk());
                for (var copy : hit.alsoIn()) {
                    if (copy.chunkId().equals(wanted) || means(copy.source(), wanted))
                        return chunks(scope, List.of(copy.chunkId())).stream().findFirst();
                }
            }
        }
        var ranked = run.ranked().stream().map(Fused::id).toList();
        return chunks(scope, ranked).stream()
                .filter(chunk -> fits(chunk, wanted))
                .findFirst();
    }

    /** In the order of the ids. */
    private static List<Chunk> chunks(Scope scope, List<String> ids) throws IOException {
        var byId = new HashMap<String, Chunk>();
        for (var group : scope.groups()) group.reader().chunks(ids).forEach(chunk -> byId.put(chunk.id(), chunk));
        return ids.stream().map(byId::get).filter(Objects::nonNull).toList();
    }

    private static boolean fits(Chunk chunk, String wanted) {
        return chunk.id().equals(wanted)
                || chunk.documentId().equals(wanted)
                || means(chunk.source(), wanted)
                || words(chunk.text()).contains(unspaced(wanted) ? words(wanted).strip() : words(wanted));
    }

    /** Whether words stand side by side without a sign of where one ends, as in Chinese and Japanese. */
    private static boolean unspaced(String text) {
        return text.codePoints().anyMatch(c -> Character.isIdeographic(c) || c >= 0x3041 && c <= 0x30ff);
    }

    private static boolean means(String source, String wanted) {
        return source.equals(wanted) || source.endsWith("/" + wanted);
    }

    /** A text to look for words in, and where they stand alone. */
    private static String words(String text) {
        return " "
                + NO_WORD.matcher(text.toLowerCase(Locale.ROOT)).replaceAll(" ").strip() + " ";
    }

    /** It is in a collection that was not asked. */
    private Explanation passedOver(SearchRun run, String wanted) throws IOException {
        var others = new ArrayList<>(engine.store().collections());
        others.removeAll(run.answer().collections());
        if (others.isEmpty()) return notIngested(run, wanted);
        try (var scope = Scope.open(engine.store(), others)) {
            var matches = matches(scope, wanted);
            if (matches.isEmpty()) return notIngested(run, wanted);
            var best = matches.getFirst();
            return new Followed(best, others(matches, best))
                    .at(
                            "routing",
                            "it is in '%s', and only %s was searched"
                                    .formatted(
                                            best.collection(),
                                            String.join(", ", run.answer().collections())),
                            List.of("ask its collection: -c " + best.collection()));
        }
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
                    .filter(row -> means(row.source(), wanted))
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
            var failed = new ArrayList<String>();
            for (var condition : run.filter().conditions()) {
                if (!reader.passes(new Filter(List.of(condition)), chunk.id())) failed.add("" + condition);
            }
            return followed.at(
                    "filter",
                    "the filter " + String.join(", ", failed) + " leaves it out",
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
