package rag.split;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.text.Noise;

/**
 * A document's text without runs that hold no words, so that none of them fills a passage; offsets lead to the text as
 * it was and back.
 */
final class CleanText {

    private final String text;
    private final List<Noise.Cut> cuts;
    private final int[] originals;
    private final int[] starts;

    private CleanText(String original, List<Noise.Cut> cuts) {
        this.text = Noise.without(original, cuts);
        this.cuts = cuts;
        this.originals = new int[cuts.size()];
        this.starts = new int[cuts.size()];
        int removed = 0;
        for (int i = 0; i < starts.length; i++) {
            var cut = cuts.get(i);
            originals[i] = cut.start();
            starts[i] = cut.start() - removed;
            removed += cut.end() - cut.start() - cut.replacement().length();
        }
    }

    /** Leaders stay in code, where a run of signs may mean something. */
    static CleanText of(Document document) {
        var cuts = new ArrayList<>(Noise.base64(document.text()));
        var blocks = document.blocks();
        int block = 0;
        for (var leader : Noise.leaders(document.text())) {
            while (block < blocks.size() && blocks.get(block).end() <= leader.start()) block++;
            boolean code = block < blocks.size()
                    && blocks.get(block).kind() == Kind.CODE
                    && blocks.get(block).start() <= leader.start();
            if (!code) cuts.add(leader);
        }
        cuts.sort(Comparator.comparingInt(Noise.Cut::start));
        return new CleanText(document.text(), cuts);
    }

    String text() {
        return text;
    }

    /** Where a character of the document stands here; one that was left out stands in its replacement. */
    int here(int original) {
        int i = last(originals, original);
        if (i < 0) return original;
        var cut = cuts.get(i);
        int behind = starts[i] + cut.replacement().length();
        return original < cut.end()
                ? Math.min(starts[i] + original - cut.start(), behind)
                : behind + original - cut.end();
    }

    /** Where a stretch that starts here starts in the document. */
    int start(int here) {
        int i = last(starts, here);
        if (i < 0) return here;
        int behind = here - starts[i] - cuts.get(i).replacement().length();
        return behind < 0 ? cuts.get(i).start() : cuts.get(i).end() + behind;
    }

    /** Where a stretch that ends here ends in the document. */
    int end(int here) {
        int i = last(starts, here - 1);
        if (i < 0) return here;
        return cuts.get(i).end()
                + Math.max(0, here - starts[i] - cuts.get(i).replacement().length());
    }

    /** The last cut that starts at or before an offset; -1 when none does. */
    private static int last(int[] starts, int offset) {
        int at = Arrays.binarySearch(starts, offset);
        return at >= 0 ? at : -at - 2;
    }
}
