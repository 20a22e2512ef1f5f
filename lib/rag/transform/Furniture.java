package rag.transform;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import rag.model.Block;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.text.RunningLines;

/**
 * Lines that belong to the page and not to the text: page numbers with a word that says so, and what stands at the top
 * or foot of most pages, whatever number it carries. Lines of tables and headings are none.
 */
final class Furniture {

    private static final String PAGE = "(?:page|seite|página|pagina|strana|стр\\.?|страница)";
    private static final String OF = "(?:of|von|de|di|sur|/|из)";
    private static final String HANZI_PAGE = "第\\s*[0-9]+\\s*[页頁](?:[\\s/,，共]*[0-9]+\\s*[页頁])?";
    private static final Pattern PAGE_NUMBER = Pattern.compile(
            "(?i)" + PAGE + "\\s*[0-9]+(?:\\s*" + OF + "\\s*[0-9]+)?|" + "[-–—]\\s*[0-9]+\\s*[-–—]|" + HANZI_PAGE);

    private static final int LONGEST = 120;
    private static final int FEWEST_PAGES = 3;
    private static final int HEAD_BODY_FOOT = 3;

    private final Set<String> repeated;

    private Furniture(Set<String> repeated) {
        this.repeated = repeated;
    }

    static Furniture of(Document document) {
        var byPage = new HashMap<Integer, List<Block>>();
        for (var block : document.blocks()) {
            if (block.page() != null)
                byPage.computeIfAbsent(block.page(), page -> new ArrayList<>()).add(block);
        }
        var pages = new HashMap<String, TreeMap<Integer, String>>();
        if (byPage.size() >= FEWEST_PAGES) {
            for (var entry : byPage.entrySet()) {
                var blocks = entry.getValue();
                if (blocks.size() < HEAD_BODY_FOOT) continue; // what little there is, is the text
                for (var block : List.of(blocks.getFirst(), blocks.getLast())) {
                    if (block.kind() != Kind.PARAGRAPH && block.kind() != Kind.NOTE) continue;
                    document.text(block)
                            .lines()
                            .forEach(line -> pages.computeIfAbsent(key(line), unseen -> new TreeMap<>())
                                    .putIfAbsent(entry.getKey(), line));
                }
            }
        }
        pages.remove("");
        pages.values()
                .removeIf(lines -> lines.size() < FEWEST_PAGES
                        || lines.size() * 2 <= byPage.size()
                        || !RunningLines.run(List.copyOf(lines.keySet()), List.copyOf(lines.values())));
        return new Furniture(Set.copyOf(pages.keySet()));
    }

    boolean is(String line, List<String> headings) {
        var plain = line.strip();
        if (plain.isEmpty() || plain.length() > LONGEST || headings.contains(plain)) return false;
        return PAGE_NUMBER.matcher(plain).matches() || !repeated.isEmpty() && repeated.contains(key(plain));
    }

    /** A line with its numbers left open, since they count the pages. */
    private static String key(String line) {
        var plain = line.strip();
        return plain.length() > LONGEST ? "" : plain.replaceAll("[0-9]+", "#");
    }
}
