package rag.split;

import java.util.ArrayList;
import java.util.List;

/**
 * What goes into a passage in one: a unit, or a part of one.
 *
 * @param before text to repeat before it, such as the head of a table
 * @param after text to add behind it, such as the end of a fence
 * @param tokens what all of it costs
 */
record Piece(Unit unit, int start, int end, String before, String after, int tokens) {

    /**
     * Packs a unit's atoms into parts of about equal size. A part begins with the last atoms of the part before it as
     * long as these stay within the overlap.
     *
     * @param first most tokens of the first part
     * @param rest most tokens of each further part
     */
    static List<Piece> pack(Unit unit, List<Atom> atoms, int first, int rest, int overlap) {
        int total = atoms.stream().mapToInt(Atom::tokens).sum();
        int parts = Math.max(1, Math.ceilDiv(total, Math.max(1, Math.min(first, rest) - overlap)));
        int target = Math.ceilDiv(total, parts);
        var pieces = new ArrayList<Piece>();
        int from = 0; // first atom of the part, those repeated left out
        int repeated = 0; // how many atoms it repeats
        int used = 0, fresh = 0;
        for (int i = 0; i < atoms.size(); i++) {
            int tokens = atoms.get(i).tokens();
            int cap = pieces.isEmpty() ? first : rest;
            if (i > from && (used + tokens > cap || fresh + tokens / 2 >= target)) {
                pieces.add(part(unit, atoms, from - repeated, i, used));
                repeated = 0;
                used = 0;
                while (i - repeated - 1 > from
                        && used + atoms.get(i - repeated - 1).tokens() <= overlap) {
                    used += atoms.get(i - ++repeated).tokens();
                }
                if (used + tokens > rest) repeated = used = 0;
                from = i;
                fresh = 0;
            }
            used += tokens;
            fresh += tokens;
        }
        pieces.add(part(unit, atoms, from - repeated, atoms.size(), used));
        return pieces;
    }

    private static Piece part(Unit unit, List<Atom> atoms, int from, int to, int tokens) {
        return new Piece(unit, atoms.get(from).start(), atoms.get(to - 1).end(), "", "", tokens);
    }
}
