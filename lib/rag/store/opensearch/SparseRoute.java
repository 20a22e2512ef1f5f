package rag.store.opensearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import rag.model.Filter;
import rag.store.ChunkReader.SparsePlace;
import rag.store.ChunkReader.SparseResult;
import rag.store.QuestionWords;

/** Searches a snapshot for words. Each word of a query has a name, by which a hit tells that it holds the word. */
final class SparseRoute {

    private final Snapshot snapshot;
    private final Facts facts;
    private final float scale;

    /** @param scale what the engine's BM25 is divided by: before version 3 it had the factor k1 + 1 */
    SparseRoute(Snapshot snapshot, Facts facts, float scale) {
        this.snapshot = snapshot;
        this.facts = facts;
        this.scale = scale;
    }

    private QuestionWords words(String text) throws IOException {
        var languages = facts.languages.keySet();
        return QuestionWords.of(text, languages, Frequencies.of(text, languages, snapshot));
    }

    private List<JsonNode> best(QuestionWords words, int least, List<?> passing, Map<String, Object> shown, int most) {
        var query = Queries.scored(Queries.words(words), least, passing);
        return snapshot.hits(query, Hits.BEST_FIRST, shown, most, About.words(words));
    }

    SparseResult search(String text, Filter filter, int most) throws IOException {
        var words = words(text);
        var passing = snapshot.passing(filter);
        var best = words.isEmpty() ? List.<JsonNode>of() : best(words, 1, passing, Hits.COLUMNS, most);
        return new SparseResult(
                best.stream()
                        .map(hit -> Hits.candidate(hit, Hits.score(hit) / scale))
                        .toList(),
                words.shown(),
                words.dropped(),
                words.cut(),
                best.isEmpty() ? 0 : words.coverage(held(words, best.getFirst())),
                best.isEmpty() ? words.whyNothing(filter) : "");
    }

    /** The words that a hit has, as the engine matched them by their names. */
    private static QuestionWords.Held held(QuestionWords words, JsonNode hit) {
        var names = new HashSet<String>();
        for (var name : hit.path("matched_queries")) names.add(name.asText());
        var held = new HashSet<QuestionWords.Clause>();
        var occurring = words.occurring();
        for (int i = 0; i < occurring.size(); i++) if (names.contains("" + i)) held.add(occurring.get(i));
        return held::contains;
    }

    OptionalDouble covered(String text, Filter filter) throws IOException {
        var words = words(text);
        if (words.isEmpty()) return OptionalDouble.empty();
        var best = best(words, 1, snapshot.passing(filter), Hits.COLUMNS, 1);
        if (best.isEmpty()) return OptionalDouble.empty();
        return OptionalDouble.of(words.coverage(held(words, best.getFirst())));
    }

    /** Whole chunks that hold a text as a phrase; else those that hold nearly all of its words. */
    List<JsonNode> nearly(String text, int most) throws IOException {
        var words = words(text);
        if (words.isEmpty()) return List.of();
        var passing = snapshot.passing(Filter.NONE);
        var phrase = words.phrase();
        var found = phrase.isEmpty()
                ? List.<JsonNode>of()
                : snapshot.hits(Queries.phrase(phrase, passing), Hits.BEST_FIRST, Hits.WHOLE, most, About.words(words));
        return found.isEmpty() ? best(words, words.nearlyAll(), passing, Hits.WHOLE, most) : found;
    }

    Optional<SparsePlace> place(String text, Filter filter, String chunkId) throws IOException {
        var words = words(text);
        var any = Queries.words(words);
        var about = About.words(words);
        var own = snapshot.own(passing -> Queries.scored(any, 0, passing), filter, chunkId, Hits.EXPLAINED, about);
        if (own.isEmpty()) return Optional.empty();
        var held = words.held(held(words, own.get()));
        var missing =
                words.shown().stream().filter(word -> !held.contains(word)).toList();
        if (held.isEmpty()) {
            var reason = words.shown().isEmpty() ? words.whyNothing(filter) : "it holds none of the words";
            return Optional.of(new SparsePlace(0, 0, held, missing, reason));
        }
        float score = Hits.score(own.get());
        int rank = snapshot.rank(passing -> Queries.scored(any, 1, passing), filter, chunkId, score, about);
        var explanation = new StringBuilder();
        explain(own.get().path("_explanation"), 0, explanation);
        return Optional.of(new SparsePlace(rank, score / scale, held, missing, explanation.toString()));
    }

    private static void explain(JsonNode node, int depth, StringBuilder text) {
        text.repeat("  ", depth)
                .append(node.path("value").asText())
                .append(" = ")
                .append(node.path("description").asText())
                .append('\n');
        for (var detail : node.path("details")) explain(detail, depth + 1, text);
    }
}
