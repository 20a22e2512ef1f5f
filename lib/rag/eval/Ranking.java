package rag.eval;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import rag.model.Hit;

/**
 * The hits of a query as a ranking on one level, each name once, as trec_eval wants it. A hit stands for its passage and
 * for the near-duplicates that were folded into it:
 *
 * <ul>
 *   <li>what it stands for that was expected comes in the place of the hit, in the order passage, copies: trec_eval knows no
 *       two names of one rank, so a hit that holds three pieces of evidence takes three ranks;
 *   <li>a hit that stands for nothing expected is one wrong name: its chunk id, or its source on the source level;
 *   <li>a name that came before does not come again, and takes no rank.
 * </ul>
 */
final class Ranking {

    private Ranking() {}

    static List<String> of(Level level, List<Hit> hits, Truth truth) {
        var ranking = new LinkedHashSet<String>();
        for (var hit : hits) {
            var names = new ArrayList<String>();
            for (var passage : passages(hit)) names.addAll(truth.names(level, passage));
            if (!names.isEmpty()) ranking.addAll(names);
            else
                ranking.add(
                        level == Level.SOURCE
                                ? hit.chunk().source()
                                : hit.chunk().id());
        }
        return List.copyOf(ranking);
    }

    /**
     * Sources in the order of the hits, copies too whether expected or not: a test collection judges every text by itself.
     */
    static List<String> unfolded(List<Hit> hits) {
        var ranking = new LinkedHashSet<String>();
        for (var hit : hits) for (var passage : passages(hit)) ranking.add(passage.source());
        return List.copyOf(ranking);
    }

    private static List<Truth.Passage> passages(Hit hit) {
        var passages = new ArrayList<Truth.Passage>();
        passages.add(new Truth.Passage(hit.chunk().id(), hit.chunk().source()));
        for (var copy : hit.alsoIn()) passages.add(new Truth.Passage(copy.chunkId(), copy.source()));
        return passages;
    }
}
