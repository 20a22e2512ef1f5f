package rag.split;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import rag.model.Block.Kind;

/** Cuts a unit that is too long into pieces that fit, each of which can be read without the others. */
final class Cutter {

    private static final Pattern HEAD = Pattern.compile(
            "[^\\n]*+\\n[ \\t>]*+\\|?[ \\t]*+:?-++:?[ \\t]*+(?:\\|[ \\t]*+:?-++:?[ \\t]*+)*+\\|?[ \\t]*+(?:\\n|$)");

    private final String text;
    private final Style style;
    private final Measure measure;
    private final int overlap;

    Cutter(String text, Style style, Measure measure, int overlap) {
        this.text = text;
        this.style = style;
        this.measure = measure;
        this.overlap = overlap;
    }

    /** The unit in one piece, with what it costs; a number above the cap when it is sure not to fit. */
    Piece whole(Unit unit, int cap) {
        var fence = unit.kind() == Kind.CODE ? Fence.of(text, unit) : null;
        var after = fence == null || fence.closed() ? "" : fence.close();
        int tokens = measure.tokens(text.substring(unit.start(), unit.end()) + after + "\n\n", cap);
        return new Piece(unit, unit.start(), unit.end(), "", after, tokens);
    }

    /**
     * @param first room for the first piece
     * @param rest room for each further piece
     */
    List<Piece> cut(Unit unit, int first, int rest) {
        var fence = unit.kind() == Kind.CODE ? Fence.of(text, unit) : null;
        if (fence != null) return fence(unit, fence, first, rest);
        var head = HEAD.matcher(text).region(unit.start(), unit.end());
        if (unit.kind() == Kind.TABLE && head.lookingAt()) return table(unit, head.end(), first, rest);
        var atoms = Atoms.of(text, unit.start(), unit.end(), style.levels(unit, text), Math.min(first, rest), measure);
        boolean repeat = unit.prose() && style != Style.CODE;
        return Piece.pack(unit, atoms, first, rest, repeat ? overlap : 0);
    }

    private List<Piece> table(Unit unit, int bodyStart, int first, int rest) {
        var head = text.substring(unit.start(), bodyStart);
        int tokens = measure.tokens(head);
        int room = Math.min(first, rest) - tokens;
        // a head that leaves its rows no room is a row itself
        if (tokens > room || bodyStart == unit.end()) {
            var atoms = Atoms.of(text, unit.start(), unit.end(), List.of(Level.LINES), Math.min(first, rest), measure);
            return Piece.pack(unit, atoms, first, rest, 0);
        }
        var atoms = Atoms.of(text, bodyStart, unit.end(), List.of(Level.LINES), room, measure);
        var pieces = Piece.pack(unit, atoms, first - tokens, rest - tokens, 0);
        return repeat(pieces, unit, head, "", tokens);
    }

    private List<Piece> fence(Unit unit, Fence fence, int first, int rest) {
        int tokens = measure.tokens(fence.open()) + measure.tokens(fence.close());
        int room = Math.min(first, rest) - tokens;
        var body = Atoms.of(text, fence.bodyStart(), fence.bodyEnd(), style.levels(unit, text), room, measure);
        if (body.isEmpty()) return List.of(whole(unit, Integer.MAX_VALUE));
        var pieces = Piece.pack(unit, body, first - tokens, rest - tokens, 0);
        return repeat(pieces, unit, fence.open(), fence.close(), tokens);
    }

    /** Gives each piece what comes before and after it in the unit; the first and last have theirs in the text. */
    private List<Piece> repeat(List<Piece> pieces, Unit unit, String before, String after, int tokens) {
        var whole = new ArrayList<Piece>();
        for (int i = 0; i < pieces.size(); i++) {
            var piece = pieces.get(i);
            boolean first = i == 0, last = i == pieces.size() - 1;
            boolean closed = last && !text.substring(piece.end(), unit.end()).isBlank();
            whole.add(new Piece(
                    unit,
                    first ? unit.start() : piece.start(),
                    last ? unit.end() : piece.end(),
                    first ? "" : before,
                    closed ? "" : after,
                    piece.tokens() + tokens));
        }
        return whole;
    }
}
