package rag.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.james.mime4j.dom.BinaryBody;
import org.apache.james.mime4j.dom.Entity;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.dom.Multipart;
import org.jsoup.internal.StringUtil;
import org.jspecify.annotations.Nullable;

/** Pictures that lie within a mail, by content id (RFC 2392) or place (RFC 2557), and which of them its text has shown. */
final class MailPictures {

    private static final int DEEPEST = 10;

    private final Map<String, byte[]> byLink = new HashMap<>();
    private final Set<String> shown = new HashSet<>();

    MailPictures(Message mail) throws IOException {
        gather(mail, 0);
    }

    private void gather(Entity part, int depth) throws IOException {
        if (part.getBody() instanceof Multipart parts && depth < DEEPEST) {
            for (var inner : parts.getBodyParts()) gather(inner, depth + 1);
        }
        var links = links(part);
        boolean picture = String.valueOf(part.getMimeType()).matches("image/.*|application/octet-stream");
        if (links.isEmpty() || !picture || !(part.getBody() instanceof BinaryBody body)) return;
        var out = new ByteArrayOutputStream();
        body.writeTo(out);
        for (String link : links) byLink.putIfAbsent(link, out.toByteArray());
    }

    private static List<String> links(Entity part) {
        var links = new ArrayList<String>();
        String id = field(part, "Content-ID").replaceAll("^<|>$", "");
        if (!id.isEmpty()) links.add("cid:" + id);
        String place = field(part, "Content-Location");
        if (!place.isEmpty()) links.add(place(place));
        return links;
    }

    private static String field(Entity part, String name) {
        var field = part.getHeader() == null ? null : part.getHeader().getField(name);
        return field == null ? "" : field.getBody().replaceAll("\\s", "");
    }

    /** Word writes three slashes where an address that was resolved has one. */
    private static String place(String address) {
        return address.replaceFirst("^file:/+", "file:/");
    }

    /** Whether a page shows one of them. */
    boolean in(String html) {
        return byLink.keySet().stream().anyMatch(html::contains);
    }

    /** The pictures as a page names them, which may do so from its own place on. */
    LinkedImages of(Entity page) {
        String base = field(page, "Content-Location");
        return new LinkedImages(link -> {
            byte[] bytes = bytes(link.startsWith("cid:") ? link.replace("%40", "@") : place(link));
            return bytes != null || base.isEmpty() ? bytes : bytes(place(StringUtil.resolve(base, link)));
        });
    }

    private byte @Nullable [] bytes(String link) {
        byte[] bytes = byLink.get(link);
        if (bytes != null) shown.add(link);
        return bytes;
    }

    /** Whether a part is a picture that stands in the text already. */
    boolean shown(Entity part) {
        return links(part).stream().anyMatch(shown::contains);
    }
}
