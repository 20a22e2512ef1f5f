package rag.split;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import rag.model.Block;
import rag.model.Block.Kind;
import rag.model.Document;

/** Makes units of a document's blocks: each knows its headings, and together they hold every character that shows. */
final class Outline {

    private record Open(int level, String label) {}

    private final Document document;
    private final CleanText clean;
    private final List<Unit> units = new ArrayList<>();
    private final Deque<Open> path = new ArrayDeque<>();

    private Outline(Document document, CleanText clean) {
        this.document = document;
        this.clean = clean;
    }

    static List<Unit> of(Document document, CleanText clean) {
        var outline = new Outline(document, clean);
        int covered = 0;
        for (var block : document.blocks()) {
            int start = Math.max(covered, clean.here(block.start()));
            int end = Math.max(start, clean.here(block.end()));
            outline.add(block, outline.from(block, covered, start), end);
            covered = end;
        }
        outline.rest(covered, clean.text().length());
        return outline.units;
    }

    /** Where a block's unit starts: signs before it on its line, such as "## " or "- ", belong to it. */
    private int from(Block block, int covered, int start) {
        int line = Math.max(covered, clean.text().lastIndexOf('\n', start - 1) + 1);
        boolean signs = !blank(line, start);
        if (!signs && block.kind() != Kind.CODE) line = start;
        if (units.isEmpty()) return blank(0, line) ? line : 0;
        rest(covered, line);
        return line;
    }

    /** Signs that stand for themselves, such as a rule, belong to what is before them. */
    private void rest(int from, int to) {
        if (blank(from, to)) return;
        while (Character.isWhitespace(clean.text().charAt(to - 1))) to--;
        if (units.isEmpty()) {
            units.add(new Unit(Kind.PARAGRAPH, from, to, "", List.of(), List.of()));
            return;
        }
        var last = units.getLast();
        if (last.prose()) units.removeLast();
        units.add(new Unit(
                last.prose() ? last.kind() : Kind.PARAGRAPH,
                last.prose() ? last.start() : from,
                to,
                last.label(),
                last.headings(),
                last.flags()));
    }

    private void add(Block block, int start, int end) {
        if (blank(start, end)) return;
        var label = "";
        if (block.kind() == Kind.HEADING) {
            label = document.text(block).strip().replaceAll("\\s+", " ");
            while (!path.isEmpty() && path.peekLast().level() >= block.level()) path.removeLast();
            if (!label.isEmpty()) path.addLast(new Open(block.level(), label));
        }
        var headings = new ArrayList<String>();
        for (var open : path) headings.add(open.label());
        boolean symbol = document.type().equals("code") && !block.name().isEmpty();
        if (symbol) headings.add(block.name());
        units.add(new Unit(block.kind(), start, end, label, headings, block.flags()));
    }

    private boolean blank(int from, int to) {
        for (int i = from; i < to; i++) if (!Character.isWhitespace(clean.text().charAt(i))) return false;
        return true;
    }
}
