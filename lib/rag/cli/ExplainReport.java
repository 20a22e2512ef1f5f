package rag.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import rag.engine.Explanation;
import rag.text.Counted;

/** Why a passage was or was not returned, as text. */
public final class ExplainReport {

    private static final int WIDTH = SafeOutput.WIDTH;

    private ExplainReport() {}

    public static List<String> lines(Explanation explained) {
        var lines = new ArrayList<String>();
        var head = explained.stage().equals("returned") ? "Returned" : "Lost at " + explained.stage();
        lines.addAll(Columns.wrap("%s: %s.".formatted(head, explained.verdict()), WIDTH));
        if (!explained.chunkId().isEmpty()) {
            lines.add("");
            lines.add("passage  " + explained.chunkId());
            lines.add("source   " + Columns.fitPath(explained.source(), WIDTH - 9));
            lines.add("text     " + Columns.fit(explained.preview(), WIDTH - 9));
        }
        if (explained.dense() != null) {
            lines.add("dense    rank %d, cosine %s"
                    .formatted(
                            explained.dense().rank(), number(explained.dense().score())));
        }
        var sparse = explained.sparse();
        if (sparse != null) {
            lines.add(
                    sparse.rank() == 0
                            ? "sparse   no word of the question stands in it"
                            : "sparse   rank %d, BM25 %s".formatted(sparse.rank(), number(sparse.score())));
            if (!sparse.matched().isEmpty()) words("         has    ", sparse.matched(), lines);
            if (!sparse.missing().isEmpty()) words("         lacks  ", sparse.missing(), lines);
        }
        if (explained.fusedRank() != null) lines.add("fusion   rank " + explained.fusedRank());
        if (explained.feedbackRank() != null) lines.add("feedback rank " + explained.feedbackRank());
        if (explained.rerankedRank() != null) lines.add("rerank   rank " + explained.rerankedRank());
        if (!explained.advice().isEmpty()) lines.add("");
        for (var advice : explained.advice()) Columns.wrap("→ " + advice, WIDTH).forEach(lines::add);
        if (!explained.more().isEmpty()) {
            lines.add("");
            int more = explained.more().size();
            lines.add("%s what was looked for; this one came furthest"
                    .formatted((more < Explanation.MOST_OTHERS ? "" : "at least ")
                            + Counted.of(more, "other passage")
                            + (more == 1 ? " fits" : " fit")));
        }
        return lines;
    }

    private static void words(String head, List<String> words, List<String> lines) {
        lines.add(head + Columns.fit(String.join(", ", words), WIDTH - head.length()));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
