package rag.load;

import java.io.IOException;
import java.util.Set;
import rag.model.Document;
import rag.model.LoadException;

/** Reads one format. Stateless: a loader never sees what it read before. */
public interface DocumentLoader {

    /** Key of the format, shown as a document's type: pdf, docx, markdown, text, html, code. */
    String type();

    /** File endings it reads, lower case, without the dot. */
    Set<String> extensions();

    /**
     * Reads the source whole.
     *
     * @throws LoadException when it gives no document: encrypted, broken, no text
     * @throws IOException when the bytes cannot be had
     */
    Document load(Source source) throws IOException, LoadException;
}
