package rag.model;

import java.io.File;
import java.util.regex.Pattern;

/**
 * What somebody calls a document by: its id with or without {@code doc_}, its source, or the end of its source from the
 * name of a folder or file on. A path from the root is whole, never an end.
 */
public record DocumentName(String text) {

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{16}");

    /** As sources are kept: elsewhere than on Windows a backslash is a letter of the name. */
    public DocumentName {
        text = text.strip().replace(File.separatorChar, '/');
    }

    /** The id that it is, if it is one. */
    public String id() {
        return HASH.matcher(text).matches() ? "doc_" + text : text;
    }

    public boolean isWhole(String source, String documentId) {
        return source.equals(text) || documentId.equals(id());
    }

    public boolean ends(String source) {
        return !text.isEmpty() && source.endsWith("/" + text);
    }

    /** Whether it may mean this document. */
    public boolean means(String source, String documentId) {
        return isWhole(source, documentId) || ends(source);
    }
}
