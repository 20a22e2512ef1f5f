package rag.web;

import java.util.ArrayList;
import java.util.List;
import rag.engine.Explanation;

/** A stage that a passage came to, or not. @param kind good, bad, or open where it never got there */
record Step(String name, String kind, String text) {

    private static final List<String> ORDER = List.of(
            "not_ingested", "filter", "recall", "fusion", "feedback", "rerank", "folded", "cut", "budget", "returned");

    /** The way of a passage, as far as it came. */
    static List<Step> of(Explanation explained) {
        int lost = Math.max(0, ORDER.indexOf(explained.stage()));
        var steps = new ArrayList<Step>();
        steps.add(step(lost, 0, 0, "in the collection", "is there", "is not there"));
        steps.add(step(lost, 1, 1, "filter", "passes", "is left out"));
        var dense = explained.dense();
        var sparse = explained.sparse();
        if (dense != null) {
            steps.add(step(
                    lost,
                    2,
                    10,
                    "dense",
                    "rank %d, cosine %s".formatted(dense.rank(), Filters.score(dense.score())),
                    ""));
        }
        if (sparse != null) {
            boolean none = sparse.rank() == 0;
            var text = none
                    ? "no word in common"
                    : "rank %d, BM25 %s".formatted(sparse.rank(), Filters.score(sparse.score()));
            steps.add(new Step("sparse", none ? "bad" : "good", text));
        }
        var fused = explained.fusedRank();
        steps.add(step(lost, 2, 3, "fusion", fused == null ? "" : "rank " + fused, "not in the fused list"));
        var refined = explained.feedbackRank();
        if (lost == 4) steps.add(new Step("feedback", "bad", "sunk" + (refined == null ? "" : " to " + refined)));
        if (lost == 5) steps.add(new Step("rerank", "bad", "sunk"));
        var rank = explained.rank();
        steps.add(step(
                lost,
                4,
                9,
                "answer",
                rank == null ? "" : "hit " + rank,
                switch (explained.stage()) {
                    case "folded" -> "folded into another hit";
                    case "cut" -> "behind the last hit asked for";
                    case "budget" -> "cut by the token budget";
                    default -> "not in the answer";
                }));
        return steps;
    }

    /** Good when it was lost later than at the stages from..to, bad when among them, open when earlier. */
    private static Step step(int lost, int from, int to, String name, String good, String bad) {
        boolean returned = lost == ORDER.size() - 1;
        if (returned || lost > to) return new Step(name, "good", good);
        if (name.equals("dense")) return new Step(name, "good", good);
        return lost >= from ? new Step(name, "bad", bad) : new Step(name, "open", "did not get there");
    }
}
