package rag.load;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDOutlineItem;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDOutlineNode;

/** A PDF's bookmarks: which words head a section, how deep, and on which page. */
final class PdfOutline {

    private static final int MOST = 20_000;

    private final Map<Integer, Map<String, Integer>> levels = new HashMap<>();
    private final Set<COSBase> visited = new HashSet<>();
    private final PDDocument document;
    private final Map<COSBase, Integer> pages;

    /** @param pages number of each page by its dictionary */
    PdfOutline(PDDocument document, Map<COSBase, Integer> pages) {
        this.document = document;
        this.pages = pages;
        try {
            var root = document.getDocumentCatalog().getDocumentOutline();
            if (root != null) collect(root, 1);
        } catch (RuntimeException broken) {
            levels.clear(); // headings are then told by their type
        }
    }

    private void collect(PDOutlineNode node, int level) {
        for (PDOutlineItem item : node.children()) {
            if (!visited.add(item.getCOSObject()) || visited.size() > MOST) return;
            Integer page = page(item);
            if (page != null && item.getTitle() != null) {
                levels.computeIfAbsent(page, unseen -> new HashMap<>())
                        .putIfAbsent(folded(item.getTitle()), Math.min(level, 6));
            }
            if (level < 32 && item.hasChildren()) collect(item, level + 1);
        }
    }

    private @org.jspecify.annotations.Nullable Integer page(PDOutlineItem item) {
        try {
            var page = item.findDestinationPage(document);
            return page == null ? null : pages.get(page.getCOSObject());
        } catch (IOException | RuntimeException broken) {
            return null;
        }
    }

    boolean isEmpty() {
        return levels.isEmpty();
    }

    /** Depth of the bookmark with these words on this page, 0 when there is none. */
    int level(int page, String words) {
        var here = levels.get(page);
        if (here == null || words.length() > 300) return 0;
        String folded = folded(words);
        if (folded.length() < 2) return 0;
        Integer level = here.get(folded);
        if (level != null) return level;
        String bare = folded.replaceFirst("^[\\d]+", "");
        for (var entry : here.entrySet()) { // numbers are in the heading or in the bookmark, seldom in both
            String title = entry.getKey().replaceFirst("^[\\d]+", "");
            if (!bare.isEmpty() && bare.length() > 2 && bare.equals(title)) return entry.getValue();
        }
        return 0;
    }

    private static String folded(String words) {
        var out = new StringBuilder();
        words.codePoints()
                .filter(Character::isLetterOrDigit)
                .map(Character::toLowerCase)
                .forEach(out::appendCodePoint);
        return out.toString();
    }
}
