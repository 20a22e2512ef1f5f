package rag.load;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Tells headings by bookmarks, by type larger than the body's, and by bold lines that stand alone. */
final class PdfHeadings {

    private static final int LONGEST = 200;

    private final PdfOutline outline;
    private final Map<Integer, Integer> levelOfSize = new HashMap<>();
    private final float body;
    private final boolean boldBody;
    private final int boldLevel;

    PdfHeadings(List<PdfPage> pages, PdfOutline outline) {
        this.outline = outline;
        var characters = new TreeMap<Integer, Integer>();
        int bold = 0;
        int all = 0;
        for (var page : pages) {
            for (var part : page.order()) {
                if (!(part instanceof PdfLine line) || line.hidden()) continue;
                characters.merge(key(line.size()), line.text().length(), Integer::sum);
                all += line.text().length();
                if (line.bold()) bold += line.text().length();
            }
        }
        int most = 0;
        int common = 0;
        for (var entry : characters.entrySet()) {
            if (entry.getValue() > most) {
                most = entry.getValue();
                common = entry.getKey();
            }
        }
        this.body = common / 2f;
        this.boldBody = bold * 5 > all * 2;
        int level = 0;
        for (var entry : characters.descendingMap().entrySet()) {
            int size = entry.getKey();
            if (size / 2f < body * 1.12f) break;
            if (entry.getValue() * 3 < all || all < 400) levelOfSize.put(size, Math.min(5, ++level));
        }
        this.boldLevel = Math.min(6, level + 1);
        adopt(pages);
    }

    /** Where bookmarks give some headings of a size their level, the others of that size have it too. */
    private void adopt(List<PdfPage> pages) {
        if (outline.isEmpty()) return;
        var votes = new HashMap<Integer, Map<Integer, Integer>>();
        for (var page : pages) {
            for (var part : page.order()) {
                if (!(part instanceof PdfLine line) || !levelOfSize.containsKey(key(line.size()))) continue;
                int level = outline.level(page.number(), line.text());
                if (level > 0)
                    votes.computeIfAbsent(key(line.size()), unseen -> new HashMap<>())
                            .merge(level, 1, Integer::sum);
            }
        }
        votes.forEach((size, levels) -> levels.entrySet().stream()
                .max(Map.Entry.<Integer, Integer>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(java.util.Comparator.reverseOrder())))
                .ifPresent(most -> levelOfSize.put(size, most.getKey())));
    }

    /** Whether a bookmark names just this line. */
    boolean marked(int page, PdfLine line) {
        return outline.level(page, line.text()) > 0;
    }

    /** Whether type is larger than that of running text; code is not set so. */
    boolean large(PdfLine line) {
        return line.size() > body * 1.12f;
    }

    /** Depth of a paragraph as a heading, 0 for running text. */
    int level(int page, List<PdfLine> lines, String text) {
        var first = lines.getFirst();
        if (text.length() > LONGEST || lines.size() > 4 || first.hidden() || first.aside()) return 0;
        int marked = outline.level(page, text);
        if (marked > 0 && (first.bold() || first.size() > body * 1.02f || lines.size() == 1)) return marked;
        if (text.codePoints().filter(Character::isLetter).count() < 2 || text.contains("://")) return 0;
        Integer bySize = levelOfSize.get(key(first.size()));
        if (bySize != null) return large(first) ? bySize : 0;
        boolean ends = ".,;:!?。，；：".indexOf(text.charAt(text.length() - 1)) >= 0;
        boolean alone = first.bold() && !boldBody && !first.mono() && lines.size() <= 2 && text.length() <= 120;
        return alone && !ends && first.size() > body * 0.93f ? boldLevel : 0;
    }

    private static int key(float size) {
        return Math.round(size * 2);
    }
}
