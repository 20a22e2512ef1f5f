package rag.load;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.james.mime4j.MimeIOException;
import org.apache.james.mime4j.dom.BinaryBody;
import org.apache.james.mime4j.dom.Entity;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.dom.TextBody;
import org.apache.james.mime4j.dom.address.AddressList;
import org.apache.james.mime4j.dom.field.ContentTypeField;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.apache.james.mime4j.stream.MimeConfig;
import org.jsoup.Jsoup;
import org.jspecify.annotations.Nullable;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.LoadException;

/** Mails (EML, RFC 5322): head, the plainest body, attachments by name, forwarded mails within. */
public final class MailLoader implements DocumentLoader {

    private static final int DEEPEST = 5;

    @Override
    public String type() {
        return "eml";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("eml", "mht", "mhtml");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        var builder = new DocumentBuilder(type());
        byte[] bytes = source.bytes();
        if (Encodings.unicode(bytes))
            bytes = Encodings.decode(bytes).tell(builder).text().getBytes(StandardCharsets.UTF_8);
        var reader = new DefaultMessageBuilder();
        reader.setMimeEntityConfig(MimeConfig.custom()
                .setMaxLineLen(-1)
                .setMaxHeaderLen(-1)
                .setMaxHeaderCount(-1)
                .build());
        try {
            var mail = reader.parseMessage(new ByteArrayInputStream(bytes));
            builder.title(mail.getSubject());
            builder.metadata("from", addresses(mail.getFrom() == null ? List.of() : List.copyOf(mail.getFrom())));
            builder.metadata("to", list(mail.getTo()));
            builder.metadata("cc", list(mail.getCc()));
            if (mail.getDate() != null)
                builder.metadata("sent_at", mail.getDate().toInstant().toString());
            var attachments = new ArrayList<String>();
            mail(mail, builder, attachments, 0);
            builder.metadata("attachments", attachments);
            if (!attachments.isEmpty()) builder.add(Kind.PARAGRAPH, "Attachments: " + String.join(", ", attachments));
        } catch (MimeIOException broken) {
            builder.problem("read up to a place where the mail is broken: " + broken.getMessage());
        }
        return builder.build(source);
    }

    private static void mail(Message mail, DocumentBuilder builder, List<String> attachments, int depth)
            throws IOException {
        builder.heading(Math.min(6, depth + 1), mail.getSubject() == null ? "(no subject)" : mail.getSubject(), null);
        var head = new ArrayList<String>();
        if (mail.getFrom() != null) head.add("From: " + String.join(", ", addresses(List.copyOf(mail.getFrom()))));
        if (mail.getTo() != null) head.add("To: " + String.join(", ", list(mail.getTo())));
        if (mail.getCc() != null) head.add("Cc: " + String.join(", ", list(mail.getCc())));
        if (mail.getDate() != null) head.add("Date: " + mail.getDate().toInstant());
        builder.add(Kind.PARAGRAPH, String.join("\n", head));
        Map<String, byte[]> pictures = new HashMap<>();
        pictures(mail, pictures, 0);
        part(mail, builder, new LinkedImages(pictures::get), attachments, depth);
    }

    /** Pictures that an HTML body names by their content id. */
    private static void pictures(Entity part, Map<String, byte[]> pictures, int depth) throws IOException {
        if (part.getBody() instanceof Multipart parts && depth < 2 * DEEPEST) {
            for (var inner : parts.getBodyParts()) pictures(inner, pictures, depth + 1);
        }
        var id = part.getHeader() == null ? null : part.getHeader().getField("Content-ID");
        if (id == null || part.getMimeType() == null || !part.getMimeType().startsWith("image/")) return;
        byte[] bytes = bytes(part);
        if (bytes != null) pictures.put("cid:" + id.getBody().strip().replaceAll("^<|>$", ""), bytes);
    }

    private static byte @Nullable [] bytes(Entity part) throws IOException {
        if (!(part.getBody() instanceof BinaryBody body)) return null;
        var out = new ByteArrayOutputStream();
        body.writeTo(out);
        return out.toByteArray();
    }

    private static void part(
            Entity part, DocumentBuilder builder, LinkedImages images, List<String> attachments, int depth)
            throws IOException {
        String name = part.getFilename();
        String type = part.getMimeType() == null ? "text/plain" : part.getMimeType();
        if (part.getBody() instanceof Message inner) {
            if (depth < DEEPEST) mail(inner, builder, attachments, depth + 1);
        } else if (part.getBody() instanceof Multipart parts) {
            if (depth > 4 * DEEPEST) return;
            var inner = parts.getBodyParts();
            if (type.equals("multipart/alternative") && !inner.isEmpty()) inner = said(inner);
            for (var one : inner) part(one, builder, images, attachments, depth);
        } else if (name != null && !name.isBlank()) {
            attachments.add(Characters.oneLine(name));
        } else if (part.getBody() instanceof TextBody body) {
            if (type.equals("text/calendar")) builder.add(Kind.PARAGRAPH, Invitation.lines(text(part, body)));
            else if (type.equals("text/html")) html(text(part, body), builder, images);
            else plain(text(part, body), builder);
        }
    }

    /** One of the bodies, and what an invitation beside it says. */
    private static List<Entity> said(List<Entity> bodies) throws IOException {
        var best = best(bodies);
        var said = new ArrayList<>(List.of(best));
        for (var body : bodies) if (body != best && "text/calendar".equals(body.getMimeType())) said.add(body);
        return said;
    }

    /** The body that says it best in the fewest signs: HTML where it has tables or the plain one is blank, else plain text. */
    private static Entity best(List<Entity> bodies) throws IOException {
        Entity plain = null;
        Entity html = null;
        for (var body : bodies) {
            String type = String.valueOf(body.getMimeType());
            if (type.equals("text/plain")) plain = body;
            else if (type.equals("text/html") || type.startsWith("multipart/")) html = body;
        }
        if (html == null) return plain == null ? bodies.getLast() : plain;
        if (plain == null) return html;
        boolean blank =
                plain.getBody() instanceof TextBody text && text(plain, text).isBlank();
        boolean tables = html.getBody() instanceof TextBody text
                && text(html, text).toLowerCase(java.util.Locale.ROOT).contains("<th");
        return blank || tables || html.getBody() instanceof Multipart ? html : plain;
    }

    private static String text(Entity part, TextBody body) throws IOException {
        var out = new ByteArrayOutputStream();
        body.writeTo(out);
        var type = part.getHeader() == null ? null : part.getHeader().getField("Content-Type");
        String charset = type instanceof ContentTypeField field ? field.getCharset() : null;
        return Encodings.decode(out.toByteArray(), charset).text();
    }

    private static void html(String text, DocumentBuilder builder, LinkedImages images) {
        var page = Jsoup.parse(text);
        page.select("script,style,head,[hidden]").remove();
        new HtmlBlocks(builder, images).append(page.body());
    }

    /** Paragraphs; what is quoted of an earlier mail stays apart from what is said of it. */
    private static void plain(String text, DocumentBuilder builder) {
        for (String paragraph : text.split("\n\\s*\n")) {
            boolean quoted = paragraph.lines().filter(line -> !line.isBlank()).allMatch(line -> line.startsWith(">"));
            builder.add(quoted ? Kind.QUOTE : Kind.PARAGRAPH, paragraph);
        }
    }

    private static List<String> list(@Nullable AddressList addresses) {
        return addresses == null ? List.of() : addresses(List.copyOf(addresses.flatten()));
    }

    private static List<String> addresses(List<? extends org.apache.james.mime4j.dom.address.Mailbox> boxes) {
        return boxes.stream()
                .map(box -> box.getName() == null || box.getName().isBlank()
                        ? box.getAddress()
                        : box.getName() + " <" + box.getAddress() + ">")
                .collect(Collectors.toList());
    }
}
