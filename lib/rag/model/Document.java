package rag.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a loader made of one source: its text, and what the parts of the text are.
 *
 * @param title the document's own title, else its first heading, else its file name
 * @param type key of the format: pdf, docx, markdown, text, html, code
 * @param metadata what the document says of itself (front matter, properties): String, Number, Boolean or List of String
 * @param text all of the text in reading order, line ends LF, no U+0000, no byte order mark
 * @param blocks the parts of the text in order, not overlapping
 * @param pages empty where a format has no pages
 * @param images each once, marked in the text by {@link Image#mark()}
 * @param problems what could not be read, in words ("pages 4-5: no text layer"); not empty makes the state partial
 */
public record Document(
        String title,
        String type,
        Map<String, Object> metadata,
        String text,
        List<Block> blocks,
        List<Page> pages,
        List<Image> images,
        List<String> problems) {

    public Document {
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        blocks = List.copyOf(blocks);
        pages = List.copyOf(pages);
        images = List.copyOf(images);
        problems = List.copyOf(problems);
        int end = 0;
        for (var block : blocks) {
            if (block.start() < end || block.end() > text.length()) {
                throw new IllegalArgumentException("block " + block + " overlaps or lies outside the text");
            }
            end = block.end();
        }
    }

    /** The same with other metadata. */
    public Document with(Map<String, Object> metadata) {
        return new Document(title, type, metadata, text, blocks, pages, images, problems);
    }

    public String text(Block block) {
        return text.substring(block.start(), block.end());
    }
}
