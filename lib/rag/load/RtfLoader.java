package rag.load;

import com.rtfparserkit.parser.RtfStreamSource;
import com.rtfparserkit.parser.standard.StandardRtfParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import rag.model.Document;
import rag.model.LoadException;

/** Rich Text (RTF 1.9.1), parsed by RTF Parser Kit, which decodes each font's bytes; {@link RtfStory} makes the blocks. */
public final class RtfLoader implements DocumentLoader {

    @Override
    public String type() {
        return "rtf";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("rtf");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        var builder = new DocumentBuilder(type());
        var story = new RtfStory(builder);
        byte[] bytes = source.bytes();
        if (unmeasured(bytes)) builder.problem("binary data that names more bytes than the file has is read as text");
        try {
            new StandardRtfParser().parse(new RtfStreamSource(new ByteArrayInputStream(bytes)), story);
        } catch (IOException | RuntimeException broken) {
            builder.problem("read up to a place where the file is broken: " + broken.getMessage());
        }
        story.end();
        return builder.build(source);
    }

    /** Blanks out each {@code \\binN} that names more bytes than follow, for which the parser would ask for memory. */
    static boolean unmeasured(byte[] bytes) {
        boolean found = false;
        for (int i = 0; i + 4 < bytes.length; i++) {
            if (bytes[i] != '\\' || bytes[i + 1] != 'b' || bytes[i + 2] != 'i' || bytes[i + 3] != 'n') continue;
            long length = 0;
            int end = i + 4;
            for (; end < bytes.length && bytes[end] >= '0' && bytes[end] <= '9'; end++)
                length = Math.min(Integer.MAX_VALUE, length * 10 + bytes[end] - '0');
            if (length <= bytes.length - end) continue;
            Arrays.fill(bytes, i, end, (byte) ' ');
            found = true;
        }
        return found;
    }
}
