package rag.split;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import rag.model.Block.Kind;
import rag.model.Chunk;
import rag.model.Document;
import rag.model.Passage;

/**
 * Takes units in reading order and gives passages: neighbours under one heading go together as long as they fit, a
 * heading goes with what follows it, and units with different flags stay apart, so that a warning names the right text.
 */
final class Packing {

    /** Up to this share of the limit a sum of tokens is sure enough; above it the whole is counted. */
    private static final double SURE = 0.75;

    private final CleanText clean;
    private final ChunkLimits limits;
    private final Measure measure;
    private final Cutter cutter;
    private final double share;
    private final String title;
    private final boolean code;
    private final List<Passage> passages = new ArrayList<>();

    private final List<Piece> group = new ArrayList<>();
    private Context context;
    private int room;
    private int used;
    private boolean onlyHeadings;
    private boolean over;

    /** @param share part of the limit to fill */
    Packing(Document document, CleanText clean, ChunkLimits limits, Style style, Measure measure, double share) {
        this.clean = clean;
        this.limits = limits;
        this.measure = measure;
        this.cutter = new Cutter(clean.text(), style, measure, limits.overlap());
        this.share = share;
        this.title = Context.title(document.title(), limits.size(), measure);
        this.code = document.type().equals("code");
        this.context = Context.of(title, List.of(), limits.size(), measure);
    }

    /** Whether a passage came out above the limit. */
    boolean over() {
        return over;
    }

    List<Passage> passages() {
        return passages;
    }

    void add(Unit unit) {
        var piece = cutter.whole(unit, limits.size());
        if (unit.heading() && piece.tokens() <= limits.size() / 4) {
            addHeading(piece);
            return;
        }
        boolean body = !group.isEmpty() && !onlyHeadings;
        boolean apart = body && !group.getLast().unit().flags().equals(unit.flags());
        if (body && (apart || unit.heading() || used + piece.tokens() > room)) flush();
        if (group.isEmpty()) open(unit, "");
        if (used + piece.tokens() <= room) {
            put(piece);
        } else {
            for (var part : cutter.cut(unit, room - used, room(unit, ""))) {
                if (!group.isEmpty() && !onlyHeadings) {
                    flush();
                    open(unit, "");
                }
                put(part);
                onlyHeadings = false;
            }
        }
        onlyHeadings = false;
    }

    private void addHeading(Piece heading) {
        if (!group.isEmpty() && (!onlyHeadings || used + heading.tokens() > room / 2)) flush();
        int start = group.isEmpty() ? heading.start() : group.getFirst().start();
        open(heading.unit(), clean.text().substring(start, heading.end()));
        put(heading);
        onlyHeadings = true;
    }

    private void put(Piece piece) {
        group.add(piece);
        used += piece.tokens();
    }

    /** @param head headings that the passage begins with */
    private void open(Unit unit, String head) {
        context = context(unit.headings());
        room = room(unit, head);
    }

    private int room(Unit unit, String head) {
        return (int) (limits.size() * share)
                - measure.special()
                - context(unit.headings()).tokens(head, measure);
    }

    private Context context(List<String> headings) {
        return context.of().equals(headings) ? context : Context.of(title, headings, limits.size(), measure);
    }

    /** Makes a passage of what is gathered. */
    void flush() {
        if (group.isEmpty()) return;
        if (code) context = context(commonPath());
        int start = group.getFirst().start();
        var text = clean.text();
        while (Character.isWhitespace(text.charAt(start))) start++;
        if (group.getFirst().unit().kind() == Kind.CODE) {
            int line = Math.max(group.getFirst().start(), text.lastIndexOf('\n', start - 1) + 1);
            if (text.substring(line, start).isBlank()) start = line;
        }
        int end = group.getLast().end();
        while (Character.isWhitespace(text.charAt(end - 1))) end--;
        var shown = shown(start);
        var flags = new LinkedHashSet<String>();
        for (var piece : group) flags.addAll(piece.unit().flags());
        passages.add(new Passage(shown, clean.start(start), clean.end(end), context.headings(), List.copyOf(flags)));
        if (used + context.tokens() + measure.special() > limits.size() * SURE) {
            over |= limits.tokens().count(Chunk.searchText(title, context.headings(), shown)) > limits.size();
        }
        group.clear();
        used = 0;
        onlyHeadings = false;
    }

    private String shown(int start) {
        var shown = new StringBuilder();
        int from = start;
        for (var piece : group) {
            shown.append(piece.before()).append(clean.text(), from, piece.end());
            if (!piece.after().isEmpty()) {
                while (Character.isWhitespace(shown.charAt(shown.length() - 1))) shown.setLength(shown.length() - 1);
                shown.append(piece.after());
                if (piece != group.getLast() && clean.text().charAt(piece.end()) != '\n') shown.append('\n');
            }
            from = piece.end();
        }
        return shown.toString().stripTrailing();
    }

    /** The symbol path that all declarations of the group share: "Ledger" of "Ledger.put" and "Ledger.get". */
    private List<String> commonPath() {
        var common = Arrays.asList(symbol(group.getFirst()));
        for (var piece : group) {
            var path = Arrays.asList(symbol(piece));
            int same = 0;
            while (same < Math.min(path.size(), common.size()) && path.get(same).equals(common.get(same))) same++;
            common = common.subList(0, same);
        }
        var path = String.join(".", common);
        return path.isEmpty() ? List.of() : List.of(path);
    }

    private static String[] symbol(Piece piece) {
        var headings = piece.unit().headings();
        return headings.isEmpty() ? new String[0] : headings.getLast().split("\\.");
    }
}
