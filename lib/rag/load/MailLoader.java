package rag.load;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.james.mime4j.MimeIOException;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.codec.DecoderUtil;
import org.apache.james.mime4j.dom.Entity;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.dom.TextBody;
import org.apache.james.mime4j.dom.address.AddressList;
import org.apache.james.mime4j.dom.field.ContentTypeField;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.util.MimeParameterMapping;
import org.jspecify.annotations.Nullable;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.LoadException;

/** Mails (EML, RFC 5322; MBOX, RFC 4155): head, the body that says it best, attachments by name, forwarded mails within. */
public final class MailLoader implements DocumentLoader {

    private static final int DEEPEST = 5;

    @Override
    public String type() {
        return "eml";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("eml", "mht", "mhtml", "mbox");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        var builder = new DocumentBuilder(type());
        byte[] bytes = source.bytes();
        if (Encodings.unicode(bytes))
            bytes = Encodings.decode(bytes).tell(builder).text().getBytes(StandardCharsets.UTF_8);
        if (!source.extension().equals("mbox")) {
            one(new ByteArrayInputStream(bytes), HtmlLoader.declared(bytes), true, builder);
            return builder.build(source);
        }
        builder.title(source.stem());
        for (var place : Mbox.mails(bytes)) {
            if (builder.full()) break;
            one(new ByteArrayInputStream(bytes, place.from(), place.length()), null, false, builder);
        }
        return builder.build(source);
    }

    /**
     * @param declared encoding that a body names, for a head that names none
     * @param whole whether the document is this mail and none beside
     */
    private static void one(InputStream bytes, @Nullable String declared, boolean whole, DocumentBuilder builder)
            throws IOException {
        var reader = new DefaultMessageBuilder();
        reader.setFieldParser(new MailFields(declared, builder));
        reader.setMimeEntityConfig(MimeConfig.custom()
                .setMaxLineLen(-1)
                .setMaxHeaderLen(-1)
                .setMaxHeaderCount(-1)
                .build());
        try {
            var mail = reader.parseMessage(bytes);
            var attachments = new ArrayList<String>();
            if (whole) {
                builder.title(mail.getSubject());
                builder.metadata("from", addresses(mail.getFrom() == null ? List.of() : List.copyOf(mail.getFrom())));
                builder.metadata("to", list(mail.getTo()));
                builder.metadata("cc", list(mail.getCc()));
                if (mail.getDate() != null)
                    builder.metadata("sent_at", mail.getDate().toInstant().toString());
            }
            mail(mail, builder, attachments, 0);
            if (whole) builder.metadata("attachments", attachments);
            if (!attachments.isEmpty()) builder.add(Kind.PARAGRAPH, "Attachments: " + String.join(", ", attachments));
        } catch (MimeIOException broken) {
            builder.problem("read up to a place where the mail is broken: " + broken.getMessage());
        }
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
        var pictures = new MailPictures(mail);
        part(mail, builder, new MailBody(builder, pictures), pictures, attachments, depth);
    }

    private static void part(
            Entity part,
            DocumentBuilder builder,
            MailBody text,
            MailPictures pictures,
            List<String> attachments,
            int depth)
            throws IOException {
        if (part.getBody() instanceof Message inner) {
            if (depth < DEEPEST) mail(inner, builder, attachments, depth + 1);
        } else if (part.getBody() instanceof Multipart parts) {
            if (depth > 4 * DEEPEST) return;
            var inner = parts.getBodyParts();
            if ("multipart/alternative".equals(part.getMimeType()) && !inner.isEmpty()) inner = text.said(inner);
            for (var one : inner) part(one, builder, text, pictures, attachments, depth);
        } else if (attached(part)) {
            String name = name(part);
            if (!pictures.shown(part)) attachments.add(name.isEmpty() ? part.getMimeType() + " without a name" : name);
        } else {
            text.add(part);
        }
    }

    /** Text under a name that only its type bears is the mail's own words, unless it is called an attachment. */
    private static boolean attached(Entity part) {
        boolean named = part.getFilename() != null && !part.getFilename().isBlank();
        boolean called =
                "attachment".equals(part.getDispositionType()) && !name(part).isEmpty();
        return named || called || !(part.getBody() instanceof TextBody);
    }

    /** The name that is given, else the one its type bears, "" for neither. */
    private static String name(Entity part) {
        String name = part.getFilename();
        boolean none = name == null || name.isBlank();
        if (none && part.getHeader().getField("Content-Type") instanceof ContentTypeField type) {
            var parameters = new MimeParameterMapping(); // joins and decodes the pieces of RFC 2231
            new TreeMap<>(type.getParameters()).forEach(parameters::addParameter);
            name = parameters.get("name");
        }
        return name == null ? "" : Characters.oneLine(DecoderUtil.decodeEncodedWords(name, DecodeMonitor.SILENT));
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
