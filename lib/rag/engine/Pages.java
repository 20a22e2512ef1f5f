package rag.engine;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import rag.model.Block;
import rag.model.Chunk.PageRange;
import rag.model.Document;
import rag.model.Page;
import rag.model.Passage;

/** Tells on which pages of a document a passage stands. */
final class Pages {

    private final List<Block> blocks;
    private final Map<Integer, Page> byNumber = new LinkedHashMap<>();

    Pages(Document document) {
        this.blocks = document.blocks();
        for (var page : document.pages()) byNumber.put(page.number(), page);
    }

    /** Null where the format has no pages. */
    @Nullable
    PageRange range(Passage passage) {
        int first = Integer.MAX_VALUE, last = 0;
        for (int i = firstBehind(passage.start());
                i < blocks.size() && blocks.get(i).start() < passage.end();
                i++) {
            var page = blocks.get(i).page();
            if (page == null) continue;
            first = Math.min(first, page);
            last = Math.max(last, page);
        }
        return last == 0 ? null : new PageRange(first, last, label(first), label(last));
    }

    /** The first block that ends behind an offset: blocks stand in order and do not overlap. */
    private int firstBehind(int offset) {
        int low = 0, high = blocks.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (blocks.get(middle).end() > offset) high = middle;
            else low = middle + 1;
        }
        return low;
    }

    /** A passage's own flags, then those of its pages. */
    List<String> flags(Passage passage) {
        var flags = new LinkedHashSet<>(passage.flags());
        var range = range(passage);
        for (int number = range == null ? 1 : range.first(); range != null && number <= range.last(); number++) {
            var page = byNumber.get(number);
            if (page != null) flags.addAll(page.flags());
        }
        return List.copyOf(flags);
    }

    private String label(int number) {
        var page = byNumber.get(number);
        return page == null ? "" + number : page.label();
    }
}
