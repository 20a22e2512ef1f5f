package rag.split;

import java.util.ArrayList;
import java.util.List;
import rag.model.Chunk;
import rag.text.Texts;

/**
 * Title and headings that are embedded with a passage. They tell what it is about, and must leave it the room: together
 * they take a quarter of the limit at most. The outermost headings go first, the title last.
 *
 * @param of all headings
 * @param headings those that are kept
 * @param tokens what they cost, special tokens left out
 */
record Context(String title, List<String> of, List<String> headings, int tokens) {

    private static final int QUARTER = 4;
    private static final int SHORTEST_HEADING = 4;

    static Context of(String title, List<String> headings, int size, Measure measure) {
        var kept = new ArrayList<String>();
        int room = size / QUARTER - measure.tokens(title);
        for (int i = headings.size() - 1; i >= 0; i--) {
            var heading = headings.get(i);
            if (!heading.equals(title)) {
                heading = fit(heading, room, measure);
                room -= measure.tokens(heading);
            }
            if (!heading.isEmpty()) kept.addFirst(heading);
            if (!heading.equals(headings.get(i))) break;
        }
        return new Context(title, headings, kept, measure.tokens(Chunk.searchText(title, kept, "")));
    }

    static String title(String title, int size, Measure measure) {
        return fit(title, size / QUARTER, measure);
    }

    /** What the context costs a text that begins with headings of its own, which it needn't repeat. */
    int tokens(String head, Measure measure) {
        if (head.isEmpty()) return tokens;
        return Math.max(0, measure.tokens(Chunk.searchText(title, headings, head)) - measure.tokens(head));
    }

    /** As much of a line as fits, with an ellipsis where it was cut; "" when nothing worth reading does. */
    private static String fit(String line, int room, Measure measure) {
        if (room < SHORTEST_HEADING) return "";
        int length = line.length();
        var cut = line;
        for (int tokens = measure.tokens(cut); tokens > room; tokens = measure.tokens(cut)) {
            length = Math.min(length - 1, (int) ((long) length * room / tokens));
            if (length < 1) return "";
            cut = Texts.cut(line, length).strip() + "\u2026";
        }
        return cut;
    }
}
