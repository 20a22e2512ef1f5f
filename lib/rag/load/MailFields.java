package rag.load;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.dom.FieldParser;
import org.apache.james.mime4j.dom.field.ParsedField;
import org.apache.james.mime4j.field.LenientFieldParser;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.util.ByteArrayBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of a mail's head as they are meant: letters that stand there bare in whichever encoding, and encoded
 * words (RFC 2047) in the encoding that extends the one of their label, as in the mail's body.
 */
final class MailFields implements FieldParser<ParsedField> {

    private static final Pattern LABEL = Pattern.compile("=\\?([\\w.:-]++)(?=(?:\\*[^?\\s]*+)?\\?[bBqQ]\\?)");

    private final @Nullable String declared;
    private final DocumentBuilder builder;

    /** @param declared encoding that a body of the mail names, null when there is none */
    MailFields(@Nullable String declared, DocumentBuilder builder) {
        this.declared = declared;
        this.builder = builder;
    }

    @Override
    public ParsedField parse(Field field, DecodeMonitor monitor) {
        var raw = field.getRaw();
        if (raw == null) return LenientFieldParser.getParser().parse(field, monitor);
        byte[] bytes = raw.toByteArray();
        boolean bare = false;
        for (byte b : bytes) bare |= b < 0;
        String text = bare
                ? Encodings.decode(bytes, declared).tell(builder).text()
                : new String(bytes, StandardCharsets.US_ASCII);
        String meant = LABEL.matcher(text)
                .replaceAll(label -> Matcher.quoteReplacement(
                        "=?" + Encodings.charset(label.group(1)).name()));
        byte[] utf8 = meant.getBytes(StandardCharsets.UTF_8);
        try {
            return LenientFieldParser.parse(new ByteArrayBuffer(utf8, true), monitor);
        } catch (MimeException unreadable) {
            return LenientFieldParser.getParser().parse(field, monitor);
        }
    }
}
