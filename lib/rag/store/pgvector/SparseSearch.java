package rag.store.pgvector;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import rag.model.Candidate;
import rag.model.Filter;
import rag.store.QuestionWords;
import rag.store.QuestionWords.Clause;
import rag.store.analysis.QueryTerms;
import rag.store.analysis.TextAnalysis;
import rag.store.postgres.Session;

/** A text's words in the posting lists of some collections, which are counted as one. */
final class SparseSearch {

    private final Session session;
    private final List<CollectionRow> rows;
    private final List<Bm25> lists = new ArrayList<>();
    private final QuestionWords words;
    private final double average;

    /** A chunk that holds words. @param part which of the collections has it */
    record Found(int part, int number, Candidate candidate) {

        private static final Comparator<Found> BEST_FIRST =
                Comparator.comparing(Found::candidate, Candidate.BEST_FIRST);
    }

    /** @param languages those of the collections' chunks */
    SparseSearch(Session session, List<CollectionRow> rows, String text, Collection<String> languages)
            throws IOException {
        this.session = session;
        this.rows = rows;
        var terms = new HashSet<String>();
        for (var word : TextAnalysis.question(text, languages).words()) terms.addAll(word.variants());
        for (var row : rows) lists.add(Bm25.of(session, row, terms));
        int counted = rows.stream().mapToInt(CollectionRow::counted).sum();
        this.average = rows.stream().mapToLong(CollectionRow::tokens).sum() / (double) Math.max(1, counted);
        this.words = QuestionWords.of(text, languages, new QuestionWords.Statistics() {

            @Override
            public int chunks() {
                return counted;
            }

            @Override
            public int frequency(String term) {
                return lists.stream().mapToInt(list -> list.frequency(term)).sum();
            }
        });
        for (var list : lists) list.score(words.occurring(), average);
    }

    QuestionWords words() {
        return words;
    }

    /** The best chunks that pass a filter and fulfil a condition, best first, ties by id. */
    List<Found> best(Filter filter, int topK) {
        var found = new ArrayList<Found>();
        for (int part = 0; part < rows.size(); part++) found.addAll(best(part, FilterSql.of(filter), topK));
        found.sort(Found.BEST_FIRST);
        return found.subList(0, Math.min(topK, found.size()));
    }

    /** Looks for those that are there and pass among more and more of the best. */
    private List<Found> best(int part, FilterSql filter, int topK) {
        var found = new ArrayList<Found>();
        int looked = 0;
        for (long most = topK; found.size() < topK; most *= 8) {
            var best = lists.get(part).best((int) Math.min(most, Integer.MAX_VALUE));
            if (best.length == looked && looked < most) break;
            var next = new Integer[best.length - looked];
            for (int i = 0; i < next.length; i++) next[i] = best[looked + i];
            looked = best.length;
            found.addAll(session.rows(
                    "select number, id, likeness from %s where number = any(?) and %s"
                            .formatted(rows.get(part).chunks(), filter.condition()),
                    row -> new Found(
                            part,
                            row.getInt(1),
                            new Candidate(row.getString(2), lists.get(part).score(row.getInt(1)), row.getLong(3))),
                    filter.among(List.of((Object) next))));
        }
        return found;
    }

    /** Whether a chunk holds a word. */
    QuestionWords.Held in(int part, int number) {
        return clause -> lists.get(part).holds(number, clause.terms());
    }

    float score(int part, int number) {
        return lists.get(part).score(number);
    }

    /** The place of a chunk among all that pass a filter, from 1. */
    int rank(int part, int number, String id, FilterSql filter) {
        float score = score(part, number);
        int better = 0;
        for (int i = 0; i < rows.size(); i++) {
            var list = lists.get(i);
            var above = new ArrayList<Integer>();
            var level = new ArrayList<Integer>();
            for (int each : list.best(Integer.MAX_VALUE)) {
                if (list.score(each) > score) above.add(each);
                else if (list.score(each) == score) level.add(each);
            }
            better += session.number(
                    "select count(*) from %s where (number = any(?) or number = any(?) and id < ?) and %s"
                            .formatted(rows.get(i).chunks(), filter.condition()),
                    filter.among(List.of(above.toArray(Integer[]::new), level.toArray(Integer[]::new), id)));
        }
        return better + 1;
    }

    /** Numbers of the chunks of one collection that hold at least so many words, best first. */
    List<Integer> holding(int part, int most) {
        var list = lists.get(part);
        return Arrays.stream(list.best(Integer.MAX_VALUE))
                .filter(number -> list.held(number) >= most)
                .boxed()
                .toList();
    }

    /** Numbers of the chunks of one collection that hold all of these, wherever they stand, best first. */
    List<Integer> holding(int part, List<QueryTerms.Word> all) {
        var list = lists.get(part);
        var counts = new HashMap<Integer, Integer>();
        for (var word : all) {
            for (int number : list.numbers(word.variants())) counts.merge(number, 1, Integer::sum);
        }
        return Arrays.stream(list.best(Integer.MAX_VALUE))
                .filter(number -> counts.getOrDefault(number, 0) == all.size())
                .boxed()
                .toList();
    }

    /** How a chunk's score comes about. */
    String explanation(int part, int number) {
        var list = lists.get(part);
        var text = new StringBuilder("%.4f = sum of".formatted(list.score(number)));
        for (Clause clause : words.occurring()) {
            int times = list.times(number, clause.terms());
            if (times == 0) continue;
            text.append(
                    "%n  %s: idf %.4f × %d in the question × %d in the passage / (that + k1 × (1 - b + b × length / %.1f))"
                            .formatted(clause.shown(), clause.idf(), clause.times(), times, average));
        }
        return text.append("%n  k1 = %.1f, b = %.2f".formatted(Bm25.K1, Bm25.B)).toString();
    }
}
