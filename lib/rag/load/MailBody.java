package rag.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.james.mime4j.dom.Entity;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.dom.TextBody;
import org.apache.james.mime4j.dom.field.ContentTypeField;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import rag.model.Block.Kind;

/** What a mail says: the one of its bodies that says it best, as blocks. */
final class MailBody {

    private final DocumentBuilder builder;
    private final MailPictures pictures;

    MailBody(DocumentBuilder builder, MailPictures pictures) {
        this.builder = builder;
        this.pictures = pictures;
    }

    /** One of the bodies, and what an invitation beside it says. */
    List<Entity> said(List<Entity> bodies) throws IOException {
        var best = best(bodies);
        var said = new ArrayList<>(List.of(best));
        for (var body : bodies) if (body != best && "text/calendar".equals(body.getMimeType())) said.add(body);
        return said;
    }

    /** The body that says it best in the fewest signs: plain text, but HTML where that says more. */
    private Entity best(List<Entity> bodies) throws IOException {
        Entity plain = null;
        Entity html = null;
        for (var body : bodies) {
            String type = String.valueOf(body.getMimeType());
            if (type.equals("text/plain")) plain = body;
            else if (type.equals("text/html") || type.startsWith("multipart/")) html = body;
        }
        if (html == null) return plain == null ? bodies.getLast() : plain;
        if (plain == null || html.getBody() instanceof Multipart) return html;
        boolean both = plain.getBody() instanceof TextBody && html.getBody() instanceof TextBody;
        return both && saysMore(text(html), text(plain)) ? html : plain;
    }

    /** It has tables or pictures, or twice the words: many plain bodies only say that there is another. */
    private boolean saysMore(String html, String plain) {
        if (plain.isBlank() || pictures.in(html)) return true;
        var page = seen(html);
        return letters(plain.replaceAll("https?://\\S++", "")) * 2 < letters(page.text())
                || page.select("table").stream().anyMatch(HtmlTable::data);
    }

    private static long letters(String text) {
        return text.codePoints().filter(Character::isLetterOrDigit).count();
    }

    private static Element seen(String html) {
        var body = Jsoup.parse(html).body();
        HtmlContent.removeHidden(body);
        return body;
    }

    void add(Entity part) throws IOException {
        switch (String.valueOf(part.getMimeType())) {
            case "text/calendar" -> builder.add(Kind.PARAGRAPH, Invitation.lines(text(part)));
            case "text/html" -> {
                var images = pictures.of(part);
                new HtmlBlocks(builder, images).append(seen(text(part)));
                images.tell(builder);
            }
            case "text/css", "text/javascript" -> {} // of a page that was saved with all it needs
            default -> plain(text(part));
        }
    }

    private static String text(Entity part) throws IOException {
        var out = new ByteArrayOutputStream();
        if (part.getBody() instanceof TextBody body) body.writeTo(out);
        var type = part.getHeader() == null ? null : part.getHeader().getField("Content-Type");
        String charset = type instanceof ContentTypeField field ? field.getCharset() : null;
        return Encodings.decode(out.toByteArray(), charset).text();
    }

    /** Paragraphs; what is quoted of an earlier mail stays apart from what is said of it. */
    private void plain(String text) {
        for (String paragraph : text.split("\n\\s*\n")) {
            boolean quoted = paragraph.lines().filter(line -> !line.isBlank()).allMatch(line -> line.startsWith(">"));
            builder.add(quoted ? Kind.QUOTE : Kind.PARAGRAPH, paragraph);
        }
    }
}
