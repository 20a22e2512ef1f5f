package rag.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import rag.text.RunningLines;

/**
 * Running heads, running feet and page numbers: lines at a page's edge that come again, digits aside, at the same height
 * on other pages. They are told by the whole document, or by the neighbours where the words change by chapter.
 */
final class PdfFurniture {

    /** Share of the page's height at its top and at its bottom where furniture stands. */
    private static final float EDGE = 0.15f;

    private static final int DEEPEST = 3;
    private static final Pattern DIGITS = Pattern.compile("\\d+");
    private static final Pattern ROMAN = Pattern.compile("^[ivxlc]{1,7}$");

    private static final Pattern PAGE = Pattern.compile("(?i)(?:page|seite|página|pagina|стр\\.?|第|页|頁)\\b?.{0,12}");

    private PdfFurniture() {}

    /** Takes furniture out of the pages' lines; gives its words, each once, without bare page numbers. */
    static List<String> remove(List<PdfPage> pages) {
        if (pages.size() == 2) two(edge(pages.getFirst()), edge(pages.getLast()), pages);
        if (pages.size() < 3) return List.of();
        var edges = new ArrayList<Map<String, PdfLine>>();
        var places = new HashMap<String, List<Integer>>();
        var slots = new HashMap<String, Integer>();
        for (int i = 0; i < pages.size(); i++) {
            var lines = edge(pages.get(i));
            edges.add(lines);
            for (String key : lines.keySet()) {
                places.computeIfAbsent(key, unseen -> new ArrayList<>()).add(i);
            }
        }
        // on fewer than three pages a line is never told to run, whatever it says
        places.entrySet()
                .removeIf(place -> place.getValue().size() < 3 || !run(place.getKey(), place.getValue(), edges));
        for (var lines : edges) { // how many pages have at this height a line that comes again
            lines.keySet().stream()
                    .filter(key -> places.getOrDefault(key, List.of()).size() >= 3)
                    .map(PdfFurniture::slot)
                    .distinct()
                    .forEach(slot -> slots.merge(slot, 1, Integer::sum));
        }
        var everywhere = new HashSet<String>();
        places.forEach((key, on) -> {
            if (on.size() >= 3 && on.size() * 2 > pages.size() || alternating(on, pages.size())) everywhere.add(key);
        });
        var words = new LinkedHashSet<String>();
        var folded = new HashSet<String>();
        var running = new ArrayList<Set<Object>>();
        for (int i = 0; i < pages.size(); i++) {
            Set<Object> gone = new HashSet<>();
            for (var entry : edges.get(i).entrySet()) {
                var on = places.getOrDefault(entry.getKey(), List.of());
                boolean nearby =
                        slots.getOrDefault(slot(entry.getKey()), 0) * 2 > pages.size() && neighbours(on, i) >= 2;
                if (!everywhere.contains(entry.getKey()) && !nearby) continue;
                gone.add(entry.getValue());
                String bare =
                        DIGITS.matcher(entry.getValue().text()).replaceAll("").strip();
                if (!number(entry.getValue()) && folded.add(bare))
                    words.add(entry.getValue().text());
            }
            running.add(gone);
        }
        boolean all = true; // a text that says the same on every page and nothing else is no furniture
        for (int i = 0; i < pages.size(); i++)
            all &= running.get(i).containsAll(pages.get(i).order());
        if (all) return List.of();
        for (int i = 0; i < pages.size(); i++) {
            var gone = running.get(i);
            if (!gone.isEmpty()) pages.get(i).order().removeIf(gone::contains);
        }
        return words.stream().limit(5).toList();
    }

    /** Whether what stands under a key on these pages is one running line. */
    private static boolean run(String key, List<Integer> on, List<Map<String, PdfLine>> edges) {
        var lines = on.stream()
                .map(page -> Objects.requireNonNull(edges.get(page).get(key)).text())
                .toList();
        return RunningLines.run(on, lines);
    }

    /** Of two pages only the second repeats what the first says, and loses it; page numbers go from both. */
    private static void two(Map<String, PdfLine> first, Map<String, PdfLine> second, List<PdfPage> pages) {
        for (String key : second.keySet()) {
            var before = first.get(key);
            var line = second.get(key);
            if (before == null || line == null) continue;
            if (!RunningLines.run(List.of(0, 1), List.of(before.text(), line.text()))) continue;
            pages.getLast().order().remove(line);
            if (number(line)) pages.getFirst().order().remove(before);
        }
    }

    /** Whether a line is a page number, with a word for page at most. */
    private static boolean number(PdfLine line) {
        String bare = DIGITS.matcher(line.text()).replaceAll("").strip();
        return PAGE.matcher(bare).matches()
                || bare.codePoints().filter(Character::isLetter).count() < 4;
    }

    /** The outermost lines of a page by height and folded words; a line counts only if all beyond it are near the edge too. */
    private static Map<String, PdfLine> edge(PdfPage page) {
        var lines = new ArrayList<PdfLine>();
        var edge = new HashMap<String, PdfLine>();
        for (var part : page.order()) {
            if (!(part instanceof PdfLine line)) continue;
            if (!line.hidden()) lines.add(line);
            else edge.put(key(line), line); // marks for the printer, beside the page
        }
        lines.sort(java.util.Comparator.comparingDouble(PdfLine::v));
        for (int i = 0; i < Math.min(DEEPEST, lines.size()); i++) {
            var top = lines.get(i);
            if (top.v() < EDGE * page.height()) edge.put(key(top), top);
            var bottom = lines.get(lines.size() - 1 - i);
            if (bottom.v() > (1 - EDGE) * page.height()) edge.put(key(bottom), bottom);
        }
        return edge;
    }

    private static String key(PdfLine line) {
        String folded = DIGITS.matcher(line.text()).replaceAll("#");
        if (ROMAN.matcher(folded).matches()) folded = "#";
        return Math.round(line.v() / 4) + "|" + folded;
    }

    private static String slot(String key) {
        return key.substring(0, key.indexOf('|'));
    }

    /** On more than half of the left pages or of the right pages. */
    private static boolean alternating(List<Integer> on, int pages) {
        if (on.size() < 3) return false;
        for (int side = 0; side < 2; side++) {
            int parity = side;
            long there = on.stream().filter(page -> page % 2 == parity).count();
            if (there >= 3 && there * 2 > (pages + 1 - side) / 2) return true;
        }
        return false;
    }

    private static int neighbours(List<Integer> on, int page) {
        int count = 0;
        for (int step : new int[] {-4, -3, -2, -1, 1, 2, 3, 4})
            if (Collections.binarySearch(on, page + step) >= 0) count++;
        return count;
    }
}
