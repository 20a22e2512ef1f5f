package rag.load;

import java.io.IOException;
import java.util.Calendar;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.jspecify.annotations.Nullable;

/** What a PDF says of itself: title, author, subject, key words, dates, language, names of attached files. */
final class PdfProperties {

    private static final int MOST_NAMES = 5;

    private PdfProperties() {}

    static void add(PDDocument document, DocumentBuilder builder) {
        try {
            var about = document.getDocumentInformation();
            if (about.getTitle() != null && !PdfLoader.leftOver(about.getTitle()))
                builder.title(readable(about.getTitle()));
            builder.metadata("author", readable(about.getAuthor()));
            builder.metadata("subject", readable(about.getSubject()));
            String keywords = readable(about.getKeywords());
            if (keywords != null) builder.metadata("keywords", List.of(keywords.split("\\s*[,;，、]\\s*")));
            builder.metadata("created_at", date(about.getCreationDate()));
            builder.metadata("modified_at", date(about.getModificationDate()));
            var catalog = document.getDocumentCatalog();
            builder.metadata("language", catalog.getLanguage());
            var names = catalog.getNames();
            var files = names == null ? null : names.getEmbeddedFiles();
            var attached = files == null || files.getNames() == null
                    ? List.<String>of()
                    : List.copyOf(files.getNames().keySet());
            builder.metadata("attachments", attached);
            if (catalog.getCOSObject().containsKey("Collection"))
                builder.problem("a portfolio: the files in it are not read (" + some(attached) + ")");
        } catch (IOException | RuntimeException broken) {
            builder.metadata("properties", "unreadable");
        }
    }

    private static String some(List<String> names) {
        int more = names.size() - MOST_NAMES;
        return String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())))
                + (more > 0 ? ", " + more + " more" : "");
    }

    /** Null for words in an encoding that was lost. */
    private static @Nullable String readable(@Nullable String words) {
        return words == null || words.indexOf('\ufffd') >= 0 || words.matches("\\((anonymous|unspecified)\\)")
                ? null
                : words;
    }

    private static String date(@Nullable Calendar date) {
        return date == null ? "" : date.toInstant().toString();
    }
}
