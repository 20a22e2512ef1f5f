package rag.transform;

import java.util.List;

/**
 * What is said about a passage.
 *
 * @param title what it is about, in a few words; the document's own title is another matter
 * @param summary its most telling sentence, at most 200 characters; "" when it has none, such as a table
 * @param tags the document's own first, as it writes them, then the passage's telling words in lower case
 */
public record Enrichment(String title, String summary, List<String> tags) {

    public Enrichment {
        tags = List.copyOf(tags);
    }
}
