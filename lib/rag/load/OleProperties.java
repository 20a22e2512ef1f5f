package rag.load;

import java.io.IOException;
import java.util.Date;
import java.util.List;
import org.apache.poi.hpsf.SummaryInformation;
import org.jspecify.annotations.Nullable;

/** What files of Office before 2007 say of themselves, and the pictures in them. */
final class OleProperties {

    private OleProperties() {}

    static void add(@Nullable SummaryInformation about, DocumentBuilder builder) {
        if (about == null) return;
        String title = about.getTitle();
        if (title != null && !PdfLoader.leftOver(title) && !title.equals("PowerPoint Presentation"))
            builder.title(title);
        builder.metadata("author", about.getAuthor());
        builder.metadata("subject", about.getSubject());
        String keywords = about.getKeywords();
        if (keywords != null) builder.metadata("keywords", List.of(keywords.split("\\s*[,;，、]\\s*")));
        builder.metadata("created_at", date(about.getCreateDateTime()));
        builder.metadata("modified_at", date(about.getLastSaveDateTime()));
    }

    @SuppressWarnings("JavaUtilDate") // is what POI gives
    private static String date(@Nullable Date date) {
        return date == null || date.getTime() <= 0 ? "" : date.toInstant().toString(); // 1601 stands for none
    }

    static void picture(byte[] bytes, @Nullable Integer page, DocumentBuilder builder) {
        try {
            var image = Rasters.image(bytes, page, "");
            if (image != null) builder.place(image);
        } catch (IOException | RuntimeException unreadable) {
            builder.problem("a picture could not be read");
        }
    }
}
