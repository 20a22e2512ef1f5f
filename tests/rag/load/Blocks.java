package rag.load;

import java.util.stream.Collectors;
import rag.model.Document;

/** Shows a document's blocks in a form that a test can compare at one look. */
final class Blocks {

    private Blocks() {}

    /** A line a block: kind, level of a heading, page, flags, then the text with its line ends as " / ". */
    static String of(Document document) {
        return document.blocks().stream()
                .map(block -> block.kind() + (block.level() > 0 ? "" + block.level() : "")
                        + (block.page() == null ? "" : " p" + block.page())
                        + (block.flags().isEmpty() ? "" : " " + block.flags())
                        + ": "
                        + document.text(block).replace("\n", " / "))
                .collect(Collectors.joining("\n"));
    }
}
